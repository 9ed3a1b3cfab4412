/** `tracker_visual`: follows existing boxes through the pictures after them, until they are lost. */
import type { Feature, Track } from "#schemas";

import type { Bounds } from "#vision/bounds";
import type { Picture } from "../pictures/picture.ts";
import { Follower, usualClearness } from "#vision/tracking/follower";
import { type BuiltinPipeline, numberParameter, roundedBounds } from "./builtin-pipeline.ts";
import { boundsOf } from "./documents.ts";

const longestSide = 960;

interface Followed {
  readonly track: Track;
  readonly features: Feature[];
  follower: Follower | undefined;
}

export const trackerVisual: BuiltinPipeline = {
  description: {
    pipe: "tracker_visual.pipe",
    description:
      "Follows the last box of each track by how it looks, and stops where it loses it. The boxes that are there stay.",
    parameters: [
      numberParameter("mostFrames", "Frames to follow a box", 1000, { min: 1, max: 1_000_000, step: 1 }),
      numberParameter("leastClearness", "Clearness below which a box is lost", usualClearness, {
        min: 0,
        max: 1,
        step: 0.05,
      }),
    ],
  },
  readsAnnotations: true,
  async run({ annotations, parameters, pictures, progress, log }) {
    const mostFrames = parameters.number("mostFrames");
    const leastClearness = parameters.number("leastClearness");
    const begins = Map.groupBy(
      Object.values(annotations.tracks)
        .filter(({ features }) => features.length > 0)
        .map((track): Followed => ({ track, features: [], follower: undefined })),
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
          const goesOn = follow(one, picture) && frame - endOf(one) < mostFrames;
          if (!goesOn) done.push(one);
          return goesOn;
        });
        for (const one of begins.get(frame) ?? []) {
          const bounds = toPicture(boundsOf(one.track.features.at(-1) as Feature), picture);
          one.follower = new Follower(picture, bounds, leastClearness);
          live.push(one);
        }
        progress(frame + 1, reader.frameCount, `Following ${live.length} boxes`);
      },
      (frame) => frame >= first,
    );
    for (const { features, follower } of live) features.splice(features.length - (follower?.unclear ?? 0));
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

/** @returns whether it was found */
function follow(one: Followed, picture: Picture): boolean {
  const step = (one.follower as Follower).next(picture);
  one.features.splice(one.features.length - step.takenBack);
  if (step.bounds === undefined) return false;
  const { frame, scaleX, scaleY } = picture;
  const { x1, y1, x2, y2 } = step.bounds;
  const full = { x1: x1 * scaleX, y1: y1 * scaleY, x2: x2 * scaleX, y2: y2 * scaleY };
  one.features.push({ frame, bounds: roundedBounds(full), keyframe: true, interpolate: false, attributes: {} });
  return true;
}

const toPicture = ({ x1, y1, x2, y2 }: Bounds, { scaleX, scaleY }: Picture): Bounds => ({
  ...{ x1: x1 / scaleX, y1: y1 / scaleY },
  ...{ x2: x2 / scaleX, y2: y2 / scaleY },
});
