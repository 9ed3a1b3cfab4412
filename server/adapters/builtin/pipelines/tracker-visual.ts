/** `tracker_visual`: follows existing boxes through the pictures after them, until they are lost. */
import type { Feature, Track } from "#schemas";

import { areaOf, type Bounds } from "../detection.ts";
import type { Picture } from "../pictures/picture.ts";
import { CorrelationTracker } from "../visual/correlation-tracker.ts";
import { type BuiltinPipeline, numberParameter, roundedBounds } from "./builtin-pipeline.ts";
import { boundsOf } from "./documents.ts";

const longestSide = 960;
/** Frames in a row that an object may be unclear on before it is lost; those frames are taken back. */
const mostUnclear = 4;
/** Share of a box that must be inside the picture. */
const leastInside = 0.3;

interface Followed {
  readonly track: Track;
  readonly features: Feature[];
  tracker: CorrelationTracker | undefined;
  unclear: number;
}

export const trackerVisual: BuiltinPipeline = {
  description: {
    pipe: "tracker_visual.pipe",
    description:
      "Follows the last box of each track by how it looks, and stops where it loses it. The boxes that are there stay.",
    parameters: [
      numberParameter("mostFrames", "Frames to follow a box", 1000, { min: 1, max: 1_000_000, step: 1 }),
      numberParameter("leastClearness", "Clearness below which a box is lost", 0.35, { min: 0, max: 1, step: 0.05 }),
    ],
  },
  readsAnnotations: true,
  async run({ annotations, parameters, pictures, progress, log }) {
    const mostFrames = parameters.number("mostFrames");
    const leastClearness = parameters.number("leastClearness");
    const begins = Map.groupBy(
      Object.values(annotations.tracks)
        .filter(({ features }) => features.length > 0)
        .map((track): Followed => ({ track, features: [], tracker: undefined, unclear: 0 })),
      ({ track }) => track.features.at(-1)?.frame ?? track.end,
    );
    const first = Math.min(...begins.keys());
    const reader = pictures(longestSide);
    let live: Followed[] = [];
    const done: Followed[] = [];
    await reader.read(
      (picture) => {
        const { frame } = picture;
        live = live.filter((one) => {
          const goesOn = follow(one, picture, leastClearness) && frame - endOf(one) < mostFrames;
          if (!goesOn) done.push(one);
          return goesOn;
        });
        for (const one of begins.get(frame) ?? []) {
          one.tracker = new CorrelationTracker(
            picture,
            toPicture(boundsOf(one.track.features.at(-1) as Feature), picture),
          );
          live.push(one);
        }
        progress(frame + 1, reader.frameCount, `Following ${live.length} boxes`);
      },
      (frame) => frame >= first,
    );
    for (const one of live) takeBackUnclear(one);
    const followed = [...done, ...live].filter(({ features }) => features.length > 0);
    log(`${followed.length} of ${Object.keys(annotations.tracks).length} tracks were followed further.`);
    const tracks = { ...annotations.tracks };
    for (const { track, features } of followed) {
      tracks[String(track.id)] = {
        ...track,
        end: features.at(-1)?.frame ?? track.end,
        features: [...track.features, ...features],
      };
    }
    return { ...annotations, tracks };
  },
};

const endOf = ({ track }: Followed): number => track.features.at(-1)?.frame ?? track.end;

/** @returns whether it is still there */
function follow(one: Followed, picture: Picture, leastClearness: number): boolean {
  const tracker = one.tracker as CorrelationTracker;
  const { bounds, clearness } = tracker.find(picture);
  const isClear = clearness >= leastClearness;
  if (isClear) tracker.learn(picture);
  one.unclear = isClear ? 0 : one.unclear + 1;
  const { frame, width, height, scaleX, scaleY } = picture;
  const inside = {
    ...{ x1: Math.max(0, bounds.x1), y1: Math.max(0, bounds.y1) },
    ...{ x2: Math.min(width, bounds.x2), y2: Math.min(height, bounds.y2) },
  };
  const isInside = inside.x2 > inside.x1 && inside.y2 > inside.y1 && areaOf(inside) >= leastInside * areaOf(bounds);
  if (!isInside || one.unclear > mostUnclear) {
    takeBackUnclear(one, one.unclear - 1);
    return false;
  }
  const { x1, y1, x2, y2 } = bounds;
  const full = { x1: x1 * scaleX, y1: y1 * scaleY, x2: x2 * scaleX, y2: y2 * scaleY };
  one.features.push({ frame, bounds: roundedBounds(full), keyframe: true, interpolate: false, attributes: {} });
  return true;
}

/** The last boxes were guesses. */
function takeBackUnclear(one: Followed, count = one.unclear): void {
  if (count > 0) one.features.splice(Math.max(0, one.features.length - count));
}

const toPicture = ({ x1, y1, x2, y2 }: Bounds, { scaleX, scaleY }: Picture): Bounds => ({
  ...{ x1: x1 / scaleX, y1: y1 / scaleY },
  ...{ x2: x2 / scaleX, y2: y2 / scaleY },
});
