/** Ignore regions, as used by metrics. */
import { describe, expect, test } from "vitest";
import { builds, frame } from "../testing/cores.ts";
import { open } from "../testing/documents.ts";
import { countedBoxes } from "./counted.ts";

const box = (at: number, x: number, more: object = {}) => ({
  frame: at,
  bounds: [x, 0, x + 10, 10],
  keyframe: true,
  interpolate: true,
  ...more,
});
const track = (id: number, type: string, features: readonly ReturnType<typeof box>[]) => ({
  id,
  begin: features[0]!.frame,
  end: features.at(-1)!.frame,
  confidencePairs: [[type, 0.5]] as const,
  attributes: {},
  features,
});

/** Left of x = 50 + 10 * frame, in a box that is 200 wide. */
const triangle = {
  geometry: {
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        properties: { key: "" },
        geometry: {
          type: "Polygon",
          coordinates: [
            [
              [0, -100],
              [100, -100],
              [0, 200],
              [0, -100],
            ],
          ],
        },
      },
    ],
  },
};

describe.each(builds)("$name build", ({ create }) => {
  test("what has its middle in a region of either side is not counted, nor are the regions, whatever is shown", async () => {
    const [own, other] = [await create(), await create()];
    open(own, {
      tracks: {
        1: track(1, "glare", [
          { ...box(2, 0), bounds: [0, 0, 100, 100] },
          { ...box(4, 0), bounds: [0, 0, 100, 100] },
        ]),
        2: track(2, "fish", [box(0, 40), box(6, 40)]),
        3: track(3, "fish", [box(2, 200), box(3, 200)]),
        4: track(4, "fish", [box(2, 20)]),
      },
    });
    open(other, {
      tracks: {
        5: track(5, "glare", [{ ...box(6, 0, triangle), bounds: [0, -100, 100, 200] }]),
        6: track(6, "crab", [box(2, 60), box(6, 50)]),
        7: track(7, "crab", [box(6, 70)]),
      },
    });
    // The display filter has no effect, and is restored afterwards.
    own.shown.apply({ thresholds: { default: 0.9 }, types: ["fish"] });
    const regions = [own.regions(["glare", "nowhere"]), other.regions(["glare", "nowhere"])];
    expect(own.shown.trackIds()).toHaveLength(0);
    expect(regions.map((each) => [...each.keys()])).toEqual([[2, 3, 4], [6]]);
    const counted = (core: typeof own) =>
      Object.fromEntries(
        countedBoxes(core.trackBoxes(), { types: new Set(["glare"]), regions }).map(({ id, frames, bounds }) => {
          expect(bounds).toHaveLength(frames.length * 4);
          return [id, [...frames]];
        }),
      );
    // On frame 6 the triangle reaches to x = 65 at the height of the boxes.
    expect(counted(own)).toEqual({ 2: [0, 1, 5], 3: [2, 3] });
    expect(counted(other)).toEqual({ 6: [5], 7: [6] });
    expect(
      own
        .regions(["fish"])
        .get(frame(0))
        ?.map((isIn) => [isIn(45, 5), isIn(60, 5)]),
    ).toEqual([[true, false]]);
    expect(own.regions(["nowhere"]).size).toBe(0);
  });
});
