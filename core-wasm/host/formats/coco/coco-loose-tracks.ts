/** The numbers of tracks that COCO annotations call by texts, or by other members, such as `instance_id`. */
import { isObject, type JsonObject } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import type { Problem } from "../../types.ts";

export interface TrackNumbers {
  /** By annotation; `undefined`: it keeps its own, or has none; `null`: its own is none. */
  readonly numbers?: readonly (number | null | undefined)[];
  readonly problem?: Problem;
  /** The member that has them instead of `track_id`. */
  readonly member?: string;
}

/** Members that programs for videos write instead of `track_id`, the most usual first. */
export const trackNames = ["instance_id", "object_id", "trackId", "tracking_id", "obj_id", "track"];

export function trackNumbers(annotations: readonly unknown[], images: readonly unknown[]): TrackNumbers {
  const objects = annotations.map((one): JsonObject => (isObject(one) ? one : {}));
  const tracks = objects.map(({ track_id: track }) => track);
  const example = tracks.find((track) => isName(track));
  if (example !== undefined) {
    const used = new Set(tracks.filter((track) => !isName(track)).map(Number));
    const problem = readerProblem("coco-tracks-numbered", [String(example)]);
    const names = tracks.map((track) => (isName(track) ? String(track) : undefined));
    return { numbers: numbered(names, used), problem };
  }
  const untracked = tracks.filter(isUntracked).length;
  if (untracked > 0) {
    const problem = readerProblem("coco-member-taken", ["a `track_id` of -1", "none", String(untracked)], {
      pointer: `/annotations/${tracks.findIndex(isUntracked)}/track_id`,
    });
    return { numbers: tracks.map((track) => (isUntracked(track) ? null : undefined)), problem };
  }
  if (tracks.some((track) => track !== undefined && track !== null)) return {};
  const videos = new Map(images.flatMap((one) => (isObject(one) ? [[one["id"], one["video_id"]] as const] : [])));
  const inside = objects.map(({ attributes, image_id: image }) => {
    const track = attributeTrack({ attributes });
    const isId = (typeof track === "string" && track !== "") || (typeof track === "number" && track >= 0);
    return isId ? JSON.stringify([String(track), videos.get(image) ?? null]) : undefined;
  });
  if (joinsFrames(inside, objects)) {
    const words = ["`track_id` among the attributes", "`track_id`", String(inside.filter(Boolean).length)];
    return { numbers: numbered(inside, new Set()), problem: readerProblem("coco-member-taken", words) };
  }
  for (const member of trackNames) {
    const keys = objects.map((one) => {
      const value = one[member];
      const isId = (typeof value === "string" && value !== "") || (typeof value === "number" && value >= 0);
      return isId ? JSON.stringify([videos.get(one["image_id"]) ?? null, value]) : undefined;
    });
    if (!joinsFrames(keys, objects)) continue;
    const words = [`\`${member}\``, "`track_id`", String(keys.filter(Boolean).length)];
    return { numbers: numbered(keys, new Set()), problem: readerProblem("coco-member-taken", words), member };
  }
  return {};
}

/** The numbers of CVAT, which states whether a shape is occluded, are read as they are. */
export function attributeTrack({ attributes }: JsonObject): unknown {
  if (!isObject(attributes)) return undefined;
  const { track_id: track } = attributes;
  return "occluded" in attributes && typeof track === "number" ? undefined : track;
}

/** The most that a track can have as its id. */
const maxTrack = 4294967294;

/** Texts, and numbers that are too large or fractions. */
export function isName(track: unknown): boolean {
  if (typeof track === "number") return track > maxTrack || !Number.isInteger(track);
  return typeof track === "string" && !isUntracked(track) && !/^\d{1,9}$/.test(track);
}

/** Trackers write -1 for what they did not follow; other numbers below 0 are mistakes. */
const isUntracked = (track: unknown): boolean => track === -1 || track === "-1";

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
