import { beforeAll, expect, test } from "vitest";
import { groundTruthTracks } from "./ground-truth.ts";
import type { GroundTruthTrack } from "./ground-truth.ts";
import { createSceneRenderer } from "./render.ts";
import type { ObjectPosition } from "./render.ts";
import { actors } from "./scene.ts";

/** Long enough for the seal to dive and return, for both occlusions by the bridge and for crossing gulls. */
const frameCount = 104;
const frames: (readonly ObjectPosition[])[] = [];
let tracks: GroundTruthTrack[] = [];

beforeAll(() => {
  const renderer = createSceneRenderer();
  for (let frame = 0; frame < frameCount; frame++) frames.push(renderer.render(frame));
  tracks = groundTruthTracks(frames);
});

/** The box of a track on a frame: stored, or interpolated between two keyframes; `undefined` if none exists. */
function boxAt(track: GroundTruthTrack, frame: number): readonly number[] | undefined {
  const next = track.features.findIndex((feature) => feature.frame >= frame);
  const after = track.features[next];
  if (after?.frame === frame) return after.bounds;
  const before = track.features[next - 1];
  if (after === undefined || before === undefined || !before.interpolate) return undefined;
  const t = (frame - before.frame) / (after.frame - before.frame);
  return before.bounds.map((side, i) => side + (after.bounds[i]! - side) * t);
}

test("the tracks give every box of every frame to within a pixel, and none where nothing is", () => {
  let compared = 0;
  for (const [frame, sightings] of frames.entries()) {
    for (const track of tracks) {
      const seen = sightings.find(({ actor }) => actor === track.id);
      const box = boxAt(track, frame);
      expect(box === undefined, `track ${track.id} on frame ${frame}`).toBe(seen === undefined);
      if (box === undefined || seen === undefined) continue;
      for (const [i, side] of seen.bounds.entries()) expect(Math.abs(box[i]! - side)).toBeLessThanOrEqual(1);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(600);
});

test("there is something to see of everything: movement, crossings, hidden parts, a dive", () => {
  expect(tracks.length).toBe(actors.length);
  const visibilities = new Set(
    tracks.flatMap(({ features }) => features.map(({ attributes }) => attributes.visibility)),
  );
  expect([...visibilities].sort()).toEqual(["full", "hidden", "partial"]);
  const seal = tracks.find(({ id }) => actors[id]!.type === "seal")!;
  expect(seal.features.filter(({ interpolate }) => !interpolate).length).toBeGreaterThanOrEqual(2);
  const keyframes = tracks.reduce((sum, { features }) => sum + features.length, 0);
  const boxes = frames.reduce((sum, sightings) => sum + sightings.length, 0);
  expect(keyframes).toBeLessThan(boxes / 4);
});

test("the scene is the same at every run", () => {
  const again = createSceneRenderer();
  expect(again.render(70)).toEqual(frames[70]);
});
