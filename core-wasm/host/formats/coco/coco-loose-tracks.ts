/** The numbers of tracks that COCO annotations call by texts, or by `instance_id` as videos in COCO's form have. */
import { isObject, type JsonObject } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import type { Problem } from "../../types.ts";

export interface TrackNumbers {
  /** By annotation; `undefined`: it keeps its own, or has none. */
  readonly numbers?: readonly (number | undefined)[];
  readonly problem?: Problem;
}

export function trackNumbers(annotations: readonly unknown[], images: readonly unknown[]): TrackNumbers {
  const objects = annotations.map((one): JsonObject => (isObject(one) ? one : {}));
  const tracks = objects.map(({ track_id: track }) => track);
  const example = tracks.find((track) => typeof track === "string" && !/^\d{1,9}$/.test(track));
  if (example !== undefined) {
    const used = new Set(tracks.filter((track) => typeof track === "number"));
    const problem = readerProblem("coco-tracks-numbered", [String(example)]);
    return {
      numbers: numbered(
        tracks.map((track) => (typeof track === "string" ? track : undefined)),
        used,
      ),
      problem,
    };
  }
  if (tracks.some((track) => track !== undefined)) return {};
  const videos = new Map(images.flatMap((one) => (isObject(one) ? [[one["id"], one["video_id"]] as const] : [])));
  const keys = objects.map(({ instance_id: instance, image_id: image }) =>
    instance === undefined || instance === null ? undefined : JSON.stringify([videos.get(image) ?? null, instance]),
  );
  return joinsFrames(keys, objects)
    ? {
        numbers: numbered(keys, new Set()),
        problem: readerProblem("coco-member-taken", [
          "`instance_id`",
          "`track_id`",
          String(keys.filter(Boolean).length),
        ]),
      }
    : {};
}

/** Whether keys come again on other images, and never twice on one: otherwise they only number objects. */
function joinsFrames(keys: readonly (string | undefined)[], objects: readonly JsonObject[]): boolean {
  const seen = new Set<string>();
  const places = new Set<string>();
  let comesAgain = false;
  for (const [at, key] of keys.entries()) {
    if (key === undefined) continue;
    const place = JSON.stringify([key, objects[at]?.["image_id"]]);
    if (places.has(place)) return false;
    comesAgain ||= seen.has(key);
    seen.add(key);
    places.add(place);
  }
  return comesAgain;
}

/** In the order in which they come. */
function numbered(keys: readonly (string | undefined)[], used: ReadonlySet<unknown>): readonly (number | undefined)[] {
  const numbers = new Map<string, number>();
  let free = 0;
  return keys.map((key) => {
    if (key === undefined) return undefined;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    while (used.has(free)) free++;
    numbers.set(key, free);
    return free++;
  });
}
