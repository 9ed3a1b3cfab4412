/**
 * Pointer events of the canvas for mouse, pen and touch: one pointer goes to the tool, two pinch (`contacts.ts`), the
 * wheel zooms.
 */

import { screenPoint, type ScreenPoint } from "../../../base/brand.ts";
import { wheelZoomFactor } from "../../../base/viewport.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../../editor/editor.ts";
import { nextReach } from "../../../editor/edits/soft-edit.ts";
import { draggedBox } from "../../../editor/pointing/soft-ghosts.ts";
import { isPalm, noContacts, reduceContacts, type ContactEffect, type ContactEvent } from "./contacts.ts";
import { watchSpace } from "./hold-space.ts";
import type { PointerButton } from "../../../editor/tools/tool.ts";

/** The last button with an action; higher ones are a mouse's side buttons and a pen's eraser. */
const lastButton = 2;

/** For one camera: pressing on it makes it active. Returns a function that detaches it. */
export function attachPointer(editor: Editor, camera: Camera, place: HTMLElement): () => void {
  const stop = new AbortController();
  let contacts = noContacts;

  function toScreen(event: MouseEvent): ScreenPoint {
    const box = place.getBoundingClientRect();
    return screenPoint(event.clientX - box.left, event.clientY - box.top);
  }

  const isActive = (): boolean => editor.workspace.active.peek() === camera;

  /** Presses here pick a registration point instead of going to the tools. Space still pans. */
  function picksHere({ button }: PointerEvent): boolean {
    const { pointer, registration } = editor;
    if (button !== 0 || registration?.isPicking.peek() !== true || pointer.pansAnywhere) return false;
    return registration.otherThan(camera) !== undefined;
  }

  function send(type: ContactEvent["type"], event: PointerEvent): void {
    const { pointerId: id, pointerType } = event;
    const transition = reduceContacts(contacts, { type, id, at: toScreen(event), isPen: pointerType === "pen" });
    contacts = transition.state;
    for (const effect of transition.effects) carryOut(effect, event);
  }

  function carryOut(effect: ContactEffect, event: PointerEvent): void {
    const { pointer, registration } = editor;
    const at = toScreen(event);
    const press = { at, shift: event.shiftKey, reach: reachOf(event) };
    switch (effect.type) {
      case "press":
        if (picksHere(event)) return;
        return pointer.down({ ...press, button: buttonOf(event), ctrl: event.ctrlKey || event.metaKey });
      case "move":
        return pointer.move(press);
      case "release":
        if (!picksHere(event)) return pointer.up(press);
        registration?.pick(camera, camera.view.toImage(at));
        return;
      case "cancel":
        return pointer.cancel();
      case "pinch":
        camera.view.pan(effect.dxPx, effect.dyPx);
        return camera.view.zoom(effect.factor, effect.middle);
    }
  }

  function onLeave(): void {
    camera.pointed.value = undefined;
    if (isActive()) editor.pointer.leave();
  }

  function onDown(event: PointerEvent): void {
    if (!(event.target instanceof HTMLCanvasElement) || event.button > lastButton) return;
    if (isPalm(contacts, event.pointerId)) return;
    if (!picksHere(event)) {
      editor.lists.choose("tracks");
      if (!editor.activate(camera)) return;
    }
    place.setPointerCapture(event.pointerId);
    send("down", event);
  }

  function onMove(event: PointerEvent): void {
    if (isPalm(contacts, event.pointerId)) return;
    camera.pointed.value = camera.view.toImage(toScreen(event));
    if (isActive()) send("move", event);
  }

  function onDoubleClick(event: MouseEvent): void {
    if (!isActive()) return;
    // The element has captured the pointer, so clicks arrive here too.
    if (event.target === place || event.target instanceof HTMLCanvasElement)
      editor.pointer.doubleClick(toScreen(event));
  }

  /**
   * The right button edits what it is pressed on, and opens our menu elsewhere (`Pointer`); the browser's menu would
   * cover it.
   */
  function onContextMenu(event: MouseEvent): void {
    event.preventDefault();
    if (!editor.activate(camera)) return;
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (isTouch) editor.pointer.cancel();
    if (isTouch) editor.ui.openMenu(toScreen(event));
    // Shift+F10 and the menu key come without a position.
    else if (event.button !== 2) editor.ui.openMenu(editor.pointer.middleOfSelected());
  }

  /** During a soft edit drag, the wheel changes its reach. */
  function widensSoftEdit({ deltaY }: WheelEvent): boolean {
    const { pointer, softEditFrames } = editor;
    if (softEditFrames.peek() === 0 || draggedBox(pointer.tool.peek()) === undefined) return false;
    // At least 1: with 0 soft edit would be off, and the wheel would zoom.
    if (deltaY !== 0) softEditFrames.value = Math.max(1, nextReach(softEditFrames.peek(), deltaY < 0 ? 1 : -1));
    return true;
  }

  const options = { signal: stop.signal };
  place.addEventListener("pointerdown", onDown, options);
  place.addEventListener("pointermove", onMove, options);
  place.addEventListener("pointerup", (event) => send("up", event), options);
  place.addEventListener("pointercancel", (event) => send("lost", event), options);
  place.addEventListener("pointerleave", onLeave, options);
  place.addEventListener("dblclick", (event) => onDoubleClick(event), options);
  const stopSpace = watchSpace(editor, place);
  place.addEventListener("contextmenu", onContextMenu, options);
  place.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      if (isActive() && widensSoftEdit(event)) return;
      const at = toScreen(event);
      camera.view.zoom(wheelZoomFactor(event), at);
      camera.pointed.value = camera.view.toImage(at);
      if (isActive()) editor.pointer.move({ at });
    },
    { ...options, passive: false },
  );
  return () => {
    stop.abort();
    stopSpace();
  };
}

/** A finger covers its target, so handles within 22 pixels are hit, instead of 8 for a mouse. */
function reachOf({ pointerType }: PointerEvent): number {
  if (pointerType === "touch") return 2.75;
  return pointerType === "pen" ? 1.5 : 1;
}

function buttonOf(event: PointerEvent): PointerButton {
  if (event.button === 1) return "middle";
  return event.button === 2 ? "secondary" : "primary";
}
