/**
 * Stored detections that are not keyframes: shown on their frames, and ignored by interpolation and keyframe counts.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { allTracks, builds, frame, id } from "./testing/cores.ts";
import { drawArt, loadArt } from "./testing/track-art.ts";
import type { AnnotationCore, EditTransaction } from "./types.ts";
import { CoreError } from "./types.ts";

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
  });

  function edit(run: (tx: EditTransaction) => void): string {
    core.transact("edit", frame(0), run);
    core.assertIntegrity();
    return drawArt(core);
  }

  const flags = (): unknown =>
    (allTracks(core)[0] as { features: { frame: number; keyframe: boolean }[] }).features.map(
      (feature) => `${feature.frame}${feature.keyframe ? "K" : "k"}`,
    );

  test("they count neither as keyframes nor as ends of a line", () => {
    loadArt(core, "0: K--k--K..k");
    expect(drawArt(core)).toBe("0: K-----K..-");
    expect([...core.keyframes(id(0))]).toEqual([0, 6]);
    expect(core.track(id(0)).keyframeCount).toBe(2);
    expect(core.detectionAt(id(0), frame(3))).toMatchObject({ bounds: [3, 0, 13, 10], isKeyframe: false });
    expect(core.detectionAt(id(0), frame(4))).toMatchObject({ interpolates: true });
    expect([...core.shown.countsByFrame(11)]).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0]);
    const drawn = Array.from({ length: 11 }, (_, at) => core.shown.frameQuery(frame(at)).count);
    expect(drawn).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0]);
    expect(core.shown.frameQuery(frame(3)).flags[0]).toBe(0);
  });

  test("the line runs from keyframe to keyframe, whatever is stored between them", () => {
    loadArt(core, "0: K---k---K");
    core.transact("move", frame(0), (tx) => tx.detections.setBounds(id(0), frame(8), [80, 0, 90, 10]));
    expect(core.detectionAt(id(0), frame(4))?.bounds).toEqual([4, 0, 14, 10]);
    expect(core.detectionAt(id(0), frame(6))?.bounds).toEqual([60, 0, 70, 10]);
  });

  test("a track without keyframes shows what is stored and nothing else", () => {
    loadArt(core, "0: k--k");
    expect(drawArt(core)).toBe("0: -..-");
    expect([...core.shown.countsByFrame(4)]).toEqual([1, 0, 0, 1]);
    expect(core.track(id(0)).keyframeCount).toBe(0);
  });

  test("drawing on one and toggling it make it a keyframe; undo takes that back", () => {
    loadArt(core, "0: K--k--K");
    expect(edit((tx) => tx.detections.toggleKeyframe(id(0), frame(3)))).toBe("0: K--K--K");
    core.undo();
    expect(edit((tx) => tx.detections.setBounds(id(0), frame(3), [1, 2, 3, 4]))).toBe("0: K--K--K");
    expect(flags()).toEqual(["0K", "3K", "6K"]);
    core.undo();
    expect(flags()).toEqual(["0K", "3k", "6K"]);
  });

  test("[V-TRACK-10] the only keyframe stays, though other detections are stored", () => {
    loadArt(core, "0: Kk");
    expect(() => edit((tx) => tx.detections.toggleKeyframe(id(0), frame(0)))).toThrow(CoreError);
    expect(() => edit((tx) => tx.detections.toggleKeyframe(id(0), frame(0)))).toThrow(
      "This is the only keyframe in Track 0, it cannot be removed",
    );
  });

  test("interpolation is switched on the keyframe before", () => {
    loadArt(core, "0: K..k..K");
    expect(edit((tx) => tx.detections.setInterpolate(id(0), frame(4), true))).toBe("0: K-----K");
    expect(edit((tx) => tx.detections.setInterpolateAll(id(0), false))).toBe("0: K..-..K");
  });
});
