/**
 * Pointer events of the canvas for mouse, pen and touch: one pointer goes to the tool, two pinch, the wheel zooms.
 * While a pen is down, touches are ignored, because the hand rests on the screen.
 */

import { screenPoint, type ScreenPoint } from "../../../base/brand.ts";
import { wheelZoomFactor } from "../../../base/viewport.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../../editor/editor.ts";
import { nextReach } from "../../../editor/edits/soft-edit.ts";
import { draggedBox } from "../../../editor/pointing/soft-ghosts.ts";
import { watchSpace } from "./hold-space.ts";
import type { PointerButton } from "../../../editor/tools/tool.ts";

/** The last button with an action; higher ones are a mouse's side buttons and a pen's eraser. */
const lastButton = 2;

/** For one camera: pressing on it makes it active. Returns a function that detaches it. */
export function attachPointer(editor: Editor, camera: Camera, place: HTMLElement): () => void {
  const stop = new AbortController();
  /** Pointers that are down, by id. */
  const down = new Map<number, ScreenPoint>();
  let isPinching = false;
  /** The pen that is down. */
  let pen: number | undefined;

  const isPalmTouch = (event: PointerEvent): boolean => pen !== undefined && pen !== event.pointerId;

  /** Cancels what touches have begun: that was the hand coming to rest. */
  function startPen(event: PointerEvent): void {
    pen = event.pointerId;
    if (down.size === 0) return;
    down.clear();
    isPinching = false;
    editor.pointer.cancel();
  }

  function toScreen(event: MouseEvent): ScreenPoint {
    const box = place.getBoundingClientRect();
    return screenPoint(event.clientX - box.left, event.clientY - box.top);
  }

  const isActive = (): boolean => editor.workspace.active.peek() === camera;

  /** Presses here pick a registration point instead of going to the tools. Space still pans. */
  function picksHere(): boolean {
    const { pointer, registration } = editor;
    return (
      registration?.isPicking.peek() === true && registration.otherThan(camera) !== undefined && !pointer.pansAnywhere
    );
  }

  function onLeave(): void {
    camera.pointed.value = undefined;
    if (isActive()) editor.pointer.leave();
  }

  function onDown(event: PointerEvent): void {
    if (!(event.target instanceof HTMLCanvasElement) || event.button > lastButton || isPalmTouch(event)) return;
    if (event.pointerType === "pen") startPen(event);
    if (event.button === 0 && picksHere()) {
      place.setPointerCapture(event.pointerId);
      down.set(event.pointerId, toScreen(event));
      isPinching = down.size > 1;
      return;
    }
    editor.lists.choose("tracks");
    if (!editor.activate(camera)) return;
    place.setPointerCapture(event.pointerId);
    down.set(event.pointerId, toScreen(event));
    if (down.size === 2) {
      isPinching = true;
      editor.pointer.cancel();
    }
    if (down.size > 1) return;
    editor.pointer.down({
      at: toScreen(event),
      button: buttonOf(event),
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      reach: reachOf(event),
    });
  }

  function onMove(event: PointerEvent): void {
    if (isPalmTouch(event)) return;
    const at = toScreen(event);
    camera.pointed.value = camera.view.toImage(at);
    if (!isActive()) return;
    if (isPinching && down.has(event.pointerId)) {
      pinch(event.pointerId, at);
      return;
    }
    if (!isPinching) editor.pointer.move({ at, shift: event.shiftKey, reach: reachOf(event) });
  }

  /** Two fingers: zooms and pans so that the image point between them stays between them. */
  function pinch(id: number, at: ScreenPoint): void {
    const before = down.get(id);
    const other = [...down].find(([otherId]) => otherId !== id)?.[1];
    down.set(id, at);
    if (before === undefined || other === undefined) return;
    const middleBefore = screenPoint((before.x + other.x) / 2, (before.y + other.y) / 2);
    const middle = screenPoint((at.x + other.x) / 2, (at.y + other.y) / 2);
    const spread =
      Math.hypot(at.x - other.x, at.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    camera.view.pan(middle.x - middleBefore.x, middle.y - middleBefore.y);
    camera.view.zoom(spread, middle);
  }

  function onUp(event: PointerEvent): void {
    if (event.pointerId === pen) pen = undefined;
    const wasDown = down.delete(event.pointerId);
    if (isPinching) {
      // The remaining finger must not start to draw.
      isPinching = down.size > 0;
      return;
    }
    if (wasDown && event.button === 0 && picksHere())
      editor.registration?.pick(camera, camera.view.toImage(toScreen(event)));
    else if (wasDown) editor.pointer.up({ at: toScreen(event), shift: event.shiftKey, reach: reachOf(event) });
  }

  function onCancel(event: PointerEvent): void {
    if (event.pointerId === pen) pen = undefined;
    if (!down.delete(event.pointerId)) return;
    if (down.size === 0) isPinching = false;
    editor.pointer.cancel();
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
  place.addEventListener("pointerup", onUp, options);
  place.addEventListener("pointercancel", onCancel, options);
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
