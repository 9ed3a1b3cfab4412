/** The playback state that each camera reports. */
import { signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import type { FrameSource } from "../../web/media/frame-source.ts";
import { flicksPerSecond } from "../../web/media/flicks.ts";
import { alignByTime } from "../../web/media/alignment.ts";
import { createPlayback } from "../../web/media/playback.ts";
import { joinSources } from "../../web/media/pace.ts";
import { createFrameScheduler } from "../../web/base/raf-scheduler.ts";
import { stateOfCamera } from "../../web/viewer/picture/cameras/camera-state.ts";
import { screenPoint } from "../../web/base/brand.ts";
import { ModelServer } from "../support/model-server.ts";
import { testDatasetId } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";

function images(name: string, frameCount: number, fps: number): FrameSource {
  return {
    kind: "video",
    decoder: "images",
    frameCount,
    fps,
    width: 640,
    height: 480,
    aheadCount: 1,
    durationSeconds: frameCount / fps,
    secondsAt: (frame) => frame / fps,
    fileNameAt: (frame) => `${name}-${frame}.png`,
    getFrame: () => Promise.reject(new Error("not asked for")),
    isReady: () => true,
    readyCount: (_, max) => max,
    lookAhead: () => undefined,
    onReady: () => () => undefined,
    dispose: () => undefined,
  };
}

test("[V-DATA-11] the playback state of a camera: its own frame and the playhead's, times, sound, speed, cursors, bounds", async () => {
  const server = new ModelServer();
  const [left, right] = ["1".repeat(24), "2".repeat(24)];
  server.addDataset(left);
  server.addDataset(right);
  server.addDataset(testDatasetId, { cameras: { left, right } });
  const { editor, workspace } = await TestEditor.create({ server });
  const sources = [images("left", 40, 10), images("right", 20, 5)] as const;
  const clock = { offset: 0, drift: 0 };
  const alignment = alignByTime(sources.map((pictures) => ({ pictures, clock })));
  const scheduler = createFrameScheduler({ requestAnimationFrame: () => 0, cancelAnimationFrame: () => undefined });
  const playback = createPlayback(joinSources(sources, alignment), scheduler);
  const [, other] = workspace.cameras;
  const shown = signal<number | undefined>(undefined);
  const wanted = signal<number | undefined>(3);
  const feed = { wanted, shown, error: signal(undefined), attach: () => () => undefined, dispose: () => undefined };
  other!.setMedia(sources[1], feed);
  playback.seek(6);
  expect(alignment.frameAt(1, 6)).toBe(3);
  playback.setSpeed(2);
  playback.setVolume(0.35);
  const state = () => stateOfCamera({ editor, playback, workspace }, other!);
  expect(state()).toEqual({
    cameraName: "right",
    ready: false,
    playing: false,
    frame: 3,
    flick: (3 / 5) * flicksPerSecond,
    filename: "right-3.png",
    currentTime: 3 / 5,
    duration: 4,
    volume: 0.35,
    speed: 2,
    maxFrame: 19,
    syncedFrame: 6,
    cursor: "default",
    imageCursor: "",
    originalBounds: { left: 0, top: 0, right: 640, bottom: 480 },
  });
  shown.value = 3;
  playback.play();
  editor.activate(other!);
  editor.dispatch({ type: "create", geometry: "rectangle" });
  editor.pointer.move({ at: screenPoint(10, 10) });
  expect(state()).toMatchObject({ ready: true, playing: true, cursor: "crosshair", imageCursor: "rectangle" });
  wanted.value = undefined;
  expect(state()).toMatchObject({ ready: false, frame: undefined });
  playback.dispose();
});
