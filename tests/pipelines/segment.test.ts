/** `utility_add_segmentations`: polygons on synthetic clips, against the painted ellipses. */
import { expect, test } from "vitest";

import type { Feature } from "#schemas";

import { documentOf, trackOf } from "../../server/adapters/builtin/pipelines/builtin-pipeline.ts";
import { addSegmentations } from "../../server/adapters/builtin/pipelines/add-segmentations.ts";
import { outlineOf } from "#vision/segment/outline";
import { makeClip } from "./clips.ts";
import { median, runBuiltin } from "./measure.ts";
import { shoal } from "./scenes.ts";

type Corner = readonly [number, number];

/** By the even-odd rule. */
function isIn(ring: readonly Corner[], x: number, y: number): boolean {
  return ring.reduce((isInside, [ax, ay], n) => {
    const [bx, by] = ring[(n + 1) % ring.length] as Corner;
    const crosses = ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
    return crosses ? !isInside : isInside;
  }, false);
}

const ringOf = ({ geometry }: Feature): Corner[] | undefined => {
  const [shape] = geometry?.features.filter((one) => one.geometry.type === "Polygon") ?? [];
  return (shape?.geometry.coordinates as Corner[][] | undefined)?.[0];
};

test("a polygon fits the object in the box, of which 0.8 is shared on the median; boxes and other shapes stay", async () => {
  const options = shoal(4, 5);
  const clip = makeClip(options);
  const tracks = clip.truth.map((boxes, n) => trackOf(n, "fish", 1, boxes));
  const point = { type: "Feature", properties: { key: "head" }, geometry: { type: "Point", coordinates: [1, 2] } };
  const own = tracks[0]?.features[0] as Feature;
  own.geometry = { type: "FeatureCollection", features: [point as never] };
  const annotations = documentOf(tracks);
  const result = await runBuiltin(addSegmentations, { annotations, pictures: clip.reader });
  expect(result.logged).toEqual(["20 of 20 boxes have a polygon now."]);
  expect(result.tracks["0"]?.features[0]?.geometry?.features[0]).toEqual(point);
  const overlaps = Object.values(result.tracks).flatMap(({ id, features }) =>
    features.map((feature) => {
      expect(feature.bounds).toEqual(tracks[id]?.features.find(({ frame }) => frame === feature.frame)?.bounds);
      const ring = ringOf(feature) ?? [];
      expect(ring[0]).toEqual(ring.at(-1));
      const {
        x,
        y,
        halfWidth,
        halfHeight,
        turn = 0,
      } = (options.movers[id] as (typeof options.movers)[number]).at(feature.frame / 3);
      let [both, either] = [0, 0];
      for (let py = Math.floor(y) - 40; py < y + 40; py++) {
        for (let px = Math.floor(x) - 40; px < x + 40; px++) {
          const [dx, dy] = [px + 0.5 - x, py + 0.5 - y];
          const u = (dx * Math.cos(turn) + dy * Math.sin(turn)) / halfWidth;
          const v = (dy * Math.cos(turn) - dx * Math.sin(turn)) / halfHeight;
          const [real, drawn] = [u * u + v * v <= 1, isIn(ring, px + 0.5, py + 0.5)];
          both += real && drawn ? 1 : 0;
          either += real || drawn ? 1 : 0;
        }
      }
      return both / either;
    }),
  );
  console.log(
    `polygons: shared with the objects ${median(overlaps).toFixed(3)} on the median, ${Math.min(...overlaps).toFixed(3)} at worst`,
  );
  expect(median(overlaps)).toBeGreaterThanOrEqual(0.8);

  // Existing polygons are kept, unless the user chooses otherwise.
  const repeated = await runBuiltin(addSegmentations, { annotations: result, pictures: clip.reader });
  expect([repeated.logged, repeated.tracks]).toEqual([["0 of 0 boxes have a polygon now."], result.tracks]);
  const replaced = await runBuiltin(addSegmentations, {
    annotations: result,
    pictures: clip.reader,
    set: { replace: true, tolerance: 5 },
  });
  const corners = (document: typeof result): number =>
    Object.values(document.tracks).flatMap(({ features }) => features.flatMap((one) => ringOf(one) ?? [])).length;
  expect(corners(replaced)).toBeLessThan(corners(result));
  expect(replaced.tracks["0"]?.features[0]?.geometry?.features).toHaveLength(2);
});

test("a box in which nothing differs from what is around it gets no polygon", async () => {
  const [width, height] = [60, 40];
  const rgb = new Uint8Array(width * height * 3).fill(90);
  const pictures = {
    frameCount: 1,
    read: async (look: (picture: never) => Promise<void> | void) =>
      void (await look({ frame: 0, width, height, rgb, scaleX: 1, scaleY: 1 } as never)),
  };
  const annotations = documentOf([trackOf(0, "fish", 1, [{ frame: 0, bounds: { x1: 20, y1: 10, x2: 40, y2: 30 } }])]);
  const result = await runBuiltin(addSegmentations, { annotations, pictures });
  expect([result.logged, result.tracks]).toEqual([["0 of 1 boxes have a polygon now."], annotations.tracks]);
});

test("an outline runs along the pixels, whatever their shape", () => {
  const rows = ["..##..", ".####.", ".#..##", ".##.##"];
  const mask = Uint8Array.from(rows.join(""), (one) => (one === "#" ? 1 : 0));
  const ring = outlineOf({ left: 10, top: 20, width: 6, height: 4, mask }, 0);
  for (const [y, row] of rows.entries()) {
    for (const [x, one] of [...row].entries()) {
      expect([x, y, isIn(ring, 10.5 + x, 20.5 + y)]).toEqual([x, y, one === "#"]);
    }
  }
});
