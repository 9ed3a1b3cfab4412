/** Follows the last box of each track through the pictures after it, whatever finds the object there. */
import type { Feature, Track } from "#schemas";
import type { Bounds } from "#vision/bounds";
import type { Step } from "#vision/tracking/follower";

import type { Picture } from "../pictures/picture.ts";
import { type AnnotationDocument, type BuiltinRun, roundedBounds } from "./builtin-pipeline.ts";
import { boundsOf } from "./documents.ts";

export interface BoxFollower {
  next(picture: Picture): Step | Promise<Step>;
  /** The number of last boxes that are guesses. */
  readonly unclear: number;
}

interface Followed {
  readonly track: Track;
  readonly features: Feature[];
  follower: BoxFollower | undefined;
}

/** @param start in pixels of the picture */
export async function followBoxes(
  { annotations, parameters, pictures, progress, log }: BuiltinRun,
  longestSide: number,
  start: (picture: Picture, bounds: Bounds) => BoxFollower,
): Promise<AnnotationDocument> {
  const maxFrames = parameters.number("mostFrames");
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
    async (picture) => {
      const { frame } = picture;
      const continuing: Followed[] = [];
      for (const one of live) {
        const continues = (await follow(one, picture)) && frame - endOf(one) < maxFrames;
        (continues ? continuing : done).push(one);
      }
      live = continuing;
      for (const one of begins.get(frame) ?? []) {
        const bounds = toPicture(boundsOf(one.track.features.at(-1) as Feature), picture);
        one.follower = start(picture, bounds);
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
}

const endOf = ({ track }: Followed): number => track.features.at(-1)?.frame ?? track.end;

/** @returns whether it was found */
async function follow(one: Followed, picture: Picture): Promise<boolean> {
  const step = await (one.follower as BoxFollower).next(picture);
  one.features.splice(one.features.length - step.revoked);
  if (step.bounds === undefined) return false;
  const { frame, scaleX, scaleY } = picture;
  const { x1, y1, x2, y2 } = step.bounds;
  const full = { x1: x1 * scaleX, y1: y1 * scaleY, x2: x2 * scaleX, y2: y2 * scaleY };
  one.features.push({ frame, bounds: roundedBounds(full), keyframe: true, interpolate: false, attributes: {} });
  return true;
}

const toPicture = ({ x1, y1, x2, y2 }: Bounds, { scaleX, scaleY }: Picture): Bounds => ({
  x1: x1 / scaleX,
  y1: y1 / scaleY,
  x2: x2 / scaleX,
  y2: y2 / scaleY,
});
