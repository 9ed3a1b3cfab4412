/** Aligning cameras in the viewer: by an instant found on two of them, and by the times of their pictures. */
import { expect, test } from "vitest";
import { alignByTime } from "../../../media/alignment.ts";
import type { FrameSource } from "../../../media/frame-source.ts";
import {
  canAlignByNumber,
  differencesAt,
  possibleModes,
  withDrift,
  withMode,
  withOffset,
  withSameInstant,
  type AlignedCamera,
} from "./align-edit.ts";

function source(fps: number, times: readonly number[], more: Partial<FrameSource> = {}): FrameSource {
  return {
    frameCount: times.length,
    fps,
    kind: "video",
    decoder: "webcodecs",
    width: 1,
    height: 1,
    durationSeconds: times.length / fps,
    aheadCount: 1,
    secondsAt: (frame) => times[frame] ?? Number.NaN,
    fileNameAt: () => undefined,
    getFrame: () => Promise.reject(new Error("not asked for")),
    isReady: () => true,
    readyCount: (_, max) => max,
    lookAhead: () => undefined,
    onReady: () => () => undefined,
    dispose: () => undefined,
    ...more,
  };
}

/** A camera that started `offset` seconds after the first one and has dropped 3 % of its pictures. */
function film(name: string, fps: number, offset: number, seed: number) {
  let state = seed;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const own: number[] = [];
  for (let picture = 0; picture < fps * 30; picture += 1) {
    if (picture === 0 || random() >= 0.03) own.push(picture / fps);
  }
  return { name, fps, offset, own, camera: { name, source: source(fps, own) } satisfies AlignedCamera };
}

/** The picture that a user would pick: the one nearest to the instant. */
const pictureAt = ({ own, offset }: ReturnType<typeof film>, instant: number): number =>
  own.reduce((best, _, frame) => {
    const off = (at: number) => Math.abs((own[at] ?? 0) + offset - instant);
    return off(frame) < off(best) ? frame : best;
  }, 0);

test("two clicks on each further camera align 24, 25, 29.97 and 30 fps, up to 7 s apart, 3 % of pictures dropped", () => {
  const films = [
    film("a", 24, 0, 1),
    film("b", 25, 3.217, 2),
    film("c", 30_000 / 1001, 6.951, 3),
    film("d", 30, 1.004, 4),
  ];
  const cameras = films.map(({ camera }) => camera);
  const [first] = films as [(typeof films)[0]];
  let alignment = withMode("manual", cameras);
  for (const other of films.slice(1)) {
    // The best of many instants, the one that both pictures match most closely.
    const instants = Array.from({ length: 400 }, (_, step) => 8 + step * 0.05);
    const off = (instant: number) =>
      Math.abs(
        (first.own[pictureAt(first, instant)] ?? 0) - ((other.own[pictureAt(other, instant)] ?? 0) + other.offset),
      );
    const best = instants.reduce((a, b) => (off(b) < off(a) ? b : a));
    alignment = withSameInstant(alignment, cameras, [
      { camera: "a", frame: pictureAt(first, best) },
      { camera: other.name, frame: pictureAt(other, best) },
    ]);
    expect(Math.abs((alignment.cameras[other.name]?.offset ?? 0) - other.offset)).toBeLessThan(0.005);
  }
  const aligned = alignByTime(
    films.map(({ camera, name }) => ({
      pictures: camera.source,
      clock: { offset: alignment.cameras[name]?.offset ?? 0, drift: 0 },
    })),
  );
  let worst = 0;
  for (let slot = 0; slot < aligned.slotCount; slot += 1) {
    const instant = aligned.secondsAt(slot);
    for (const [index, each] of films.entries()) {
      const frame = aligned.frameAt(index, slot);
      if (frame === undefined) continue;
      const truth = (each.own[frame] ?? 0) + each.offset;
      const nearest = Math.min(...each.own.map((time) => Math.abs(time + each.offset - instant)));
      // If the picture of that instant was dropped, no picture is near enough.
      if (nearest <= 0.5 / each.fps) worst = Math.max(worst, Math.abs(truth - instant) * each.fps);
    }
  }
  // Half a frame, plus the rounding error of picking whole pictures.
  expect(worst).toBeLessThan(0.5 + 0.005 * 30);
});

test("an offset is said in the pictures that are shown before it is stored", () => {
  const cameras = [
    { name: "left", source: source(10, [0, 0.1, 0.2, 0.3]) },
    { name: "right", source: source(10, [0, 0.1, 0.2, 0.3]) },
  ];
  const alignment = withOffset(withMode("timestamp", cameras), "right", 0.12);
  expect(differencesAt(alignment, cameras, { camera: "left", frame: 2 })).toEqual([
    { name: "left", frame: 2, difference: expect.closeTo(0, 9) },
    { name: "right", frame: 1, difference: expect.closeTo(0.02, 9) },
  ]);
  expect(differencesAt(alignment, cameras, { camera: "left", frame: 0 })[1]).toEqual({
    name: "right",
    frame: undefined,
    difference: undefined,
  });
  // The camera picked second is moved.
  const moved = withSameInstant(alignment, cameras, [
    { camera: "right", frame: 3 },
    { camera: "left", frame: 1 },
  ]);
  expect(moved.cameras).toEqual({ left: { offset: 0.32 }, right: { offset: 0.12 } });
});

test("only what the pictures can say is offered", () => {
  const images = (names: readonly string[]) =>
    source(
      1,
      names.map((_, at) => at),
      { kind: "image-sequence", fileNameAt: (frame) => names[frame] },
    );
  const dated = { name: "a", source: images(["20240131_120000.png", "20240131_120001.png"]) };
  const plain = { name: "b", source: images(["1.png", "2.png"]) };
  const video = { name: "c", source: source(25, [0]) };
  expect(possibleModes([dated, dated])).toEqual(["frame", "capture-time", "manual"]);
  expect(possibleModes([dated, plain])).toEqual(["frame", "manual"]);
  expect(possibleModes([video, video])).toEqual(["frame", "timestamp", "manual"]);
});

test("a clock that goes wrong is corrected by a drift; frames of few cameras of one rate can do without an alignment", () => {
  const slow = {
    name: "slow",
    source: source(
      10,
      [0, 1, 2, 3].map((each) => each / 10),
    ),
  };
  const still = { name: "still", source: source(10, [0, 0.11, 0.22, 0.33]) };
  let alignment = withMode("timestamp", [slow, still]);
  alignment = withOffset(alignment, "slow", 0.5);
  alignment = withDrift(withOffset(alignment, "still", 0.5), "slow", 0.1);
  expect(alignment.cameras).toEqual({ slow: { offset: 0.5, drift: 0.1 }, still: { offset: 0.5 } });
  const last = differencesAt(alignment, [slow, still], { camera: "slow", frame: 3 });
  expect((last[0]?.difference ?? 1) - (last[1]?.difference ?? 2)).toBeCloseTo(0, 9);
  expect(withDrift(alignment, "slow", 0).cameras["slow"]).toEqual({ offset: 0.5 });
  expect(canAlignByNumber([slow, still])).toBe(true);
  expect(canAlignByNumber([slow, { name: "fast", source: source(25, [0]) }])).toBe(false);
  expect(canAlignByNumber([slow, still, slow, still])).toBe(false);
});
