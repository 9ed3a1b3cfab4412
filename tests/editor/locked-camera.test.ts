/** The locked camera on a real editor: how the view follows the selected track. */
import { afterEach, expect, test } from "vitest";
import type { FrameNumber } from "#core/types";
import { createFrameScheduler, type FrameCallback } from "../../web/base/raf-scheduler.ts";
import { lockCamera } from "../../web/editor/cameras/locked-camera.ts";
import type { ClientSettings, DeepPartial } from "../../web/session/display/settings.ts";
import { TestEditor } from "./test-editor.ts";

type LockedCamera = DeepPartial<ClientSettings["annotatorPreferences"]["lockedCamera"]>;

/** Animation frames triggered by the test. */
class TestClock {
  #timeMs = 0;
  #next: FrameCallback | undefined;
  requestAnimationFrame(callback: FrameCallback): number {
    this.#next = callback;
    return 1;
  }
  cancelAnimationFrame(): void {
    this.#next = undefined;
  }
  get isAsked(): boolean {
    return this.#next !== undefined;
  }
  pass(ms: number): void {
    this.#timeMs += ms;
    const next = this.#next;
    this.#next = undefined;
    next?.(this.#timeMs);
  }
}

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** A track that moves right by 10 px per frame, starting in the middle of the picture. */
async function setUp(locked: LockedCamera, reducesMotion = false) {
  const t = await TestEditor.create();
  const clock = new TestClock();
  const id = t.drawTrack([310, 230, 330, 250]);
  t.key("Escape").key("Escape");
  const later = 10 as FrameNumber;
  t.workspace.transact({ kind: "shape", shape: "box", change: "resize" }, later, (tx) =>
    tx.detections.setBounds(id, later, [410, 230, 430, 250]),
  );
  stop = lockCamera({ editor: t.editor, scheduler: createFrameScheduler(clock), reducesMotion: () => reducesMotion });
  t.settings.change({ annotatorPreferences: { lockedCamera: locked } });
  /** The picture position at the center of the canvas. */
  const middle = () => {
    const { scale, x, y } = t.editor.view.viewport.peek();
    return { x: Math.round((320 - x) / scale), y: Math.round((240 - y) / scale), scale };
  };
  return { t, clock, id, middle };
}

test("it shows the selected track, and goes with it from frame to frame; the zoom stays", async () => {
  const { t, id, middle } = await setUp({ enabled: true });
  t.editor.view.zoomCenter(4);
  t.editor.dispatch({ type: "select", trackId: id });
  expect(middle()).toEqual({ x: 320, y: 240, scale: 4 });
  t.seek(5);
  expect(middle()).toEqual({ x: 370, y: 240, scale: 4 });
  t.settings.change({ annotatorPreferences: { lockedCamera: { enabled: false } } });
  t.seek(10);
  expect(middle().x).toBe(370);
});

test("with Multiply bounds the box is fitted, as many times enlarged", async () => {
  const { t, id, middle } = await setUp({ enabled: true, multiBounds: 2 });
  t.editor.dispatch({ type: "select", trackId: id });
  // 20 px high, doubled: 40 of the picture on 480 of the canvas.
  expect(middle()).toEqual({ x: 320, y: 240, scale: 12 });
  t.settings.change({ annotatorPreferences: { lockedCamera: { multiBounds: 4 } } });
  expect(middle().scale).toBe(6);
});

test("with a transition it is on its way for that long", async () => {
  const { t, clock, id, middle } = await setUp({ enabled: true, transition: 200 });
  t.editor.view.zoomCenter(4);
  t.editor.dispatch({ type: "select", trackId: id });
  clock.pass(0);
  clock.pass(200);
  t.seek(10);
  expect(middle().x).toBe(320);
  clock.pass(16);
  clock.pass(100);
  expect(middle().x).toBeGreaterThan(380);
  expect(middle().x).toBeLessThan(420);
  clock.pass(100);
  expect(middle().x).toBe(420);
  expect(clock.isAsked).toBe(false);
});

test("who wants no motion gets none; a person who moves the view is not fought with", async () => {
  const { t, clock, id, middle } = await setUp({ enabled: true, transition: 2000 }, true);
  t.editor.view.zoomCenter(4);
  t.editor.dispatch({ type: "select", trackId: id });
  t.seek(10);
  expect(middle().x).toBe(420);
  stop?.();
  const again = createFrameScheduler(clock);
  stop = lockCamera({ editor: t.editor, scheduler: again, reducesMotion: () => false });
  t.seek(0);
  clock.pass(16);
  clock.pass(16);
  t.editor.view.pan(-40, 0);
  const panned = middle();
  clock.pass(500);
  expect(middle()).toEqual(panned);
});

test("an edit does not move the view, and a frame without the track neither", async () => {
  const { t, id, middle } = await setUp({ enabled: true });
  t.editor.view.zoomCenter(2);
  t.editor.dispatch({ type: "select", trackId: id });
  const before = middle();
  t.workspace.transact({ kind: "shape", shape: "box", change: "resize" }, t.editor.frame, (tx) =>
    tx.detections.setBounds(id, t.editor.frame, [1, 1, 9, 9]),
  );
  expect(middle()).toEqual(before);
  t.seek(40);
  expect(middle()).toEqual(before);
});
