/**
 * Blame for a track: for each field of the newest version, the revision since which it has had its value. Works on the
 * JSON texts of the versions, like the diff.
 */
import { isEqual } from "../json.ts";
import { isDefault, splitTrack, type Entity } from "./fields.ts";

export interface TrackVersion {
  /** The revision that set the value. */
  readonly revision: number;
  readonly json: string;
}

export interface BlamedField {
  /** A path as in `fields.ts`. */
  readonly path: string;
  /** The frame of a detection; absent for a field of the track. */
  readonly frame?: number;
  readonly revision: number;
  /** `false`: the oldest version that was looked at already has the value, and there may be older ones. */
  readonly isExact: boolean;
}

export interface BlameOptions {
  /** The frames of the detections to look up. */
  readonly frames: readonly number[];
  /** Whether the last version is the first one ever saved. */
  readonly isComplete: boolean;
}

interface BlameTarget {
  readonly path: string;
  readonly frame?: number;
  readonly value: unknown;
}

/** @param versions the newest first; texts are parsed only as far back as needed */
export function blameTrack(versions: readonly TrackVersion[], { frames, isComplete }: BlameOptions): BlamedField[] {
  const [newest, ...older] = versions;
  if (newest === undefined) return [];
  let wanted = targetsOf(splitTrack(newest.json), frames);
  const order = new Map(wanted.map((each, index) => [keyOf(each), index]));
  const found: BlamedField[] = [];
  let { revision } = newest;
  let json = newest.json;
  const settle = (given: readonly BlameTarget[], isExact: boolean): void => {
    for (const { path, frame } of given) found.push({ path, ...(frame !== undefined && { frame }), revision, isExact });
  };
  for (const version of older) {
    if (wanted.length === 0) break;
    if (version.json !== json) {
      const entity = splitTrack(version.json);
      const isSame = (each: BlameTarget): boolean => {
        const fields = each.frame === undefined ? entity.fields : entity.detections.get(each.frame)?.fields;
        return fields?.has(each.path) === true && isEqual(fields.get(each.path), each.value);
      };
      settle(
        wanted.filter((each) => !isSame(each)),
        true,
      );
      wanted = wanted.filter(isSame);
    }
    ({ revision, json } = version);
  }
  settle(wanted, isComplete);
  const place = (each: BlamedField): number => order.get(keyOf(each)) ?? 0;
  return found.toSorted((a, b) => place(a) - place(b));
}

function targetsOf({ fields, detections }: Entity, frames: readonly number[]): BlameTarget[] {
  const ofTrack = [...fields].map(([path, value]) => ({ path, value }));
  const ofDetections = [...new Set(frames)].flatMap((frame) =>
    [...(detections.get(frame)?.fields ?? [])]
      .filter(([path, value]) => !isDefault(path, value))
      .map(([path, value]) => ({ path, frame, value })),
  );
  return [...ofTrack, ...ofDetections];
}

function keyOf({ path, frame }: Pick<BlameTarget, "path" | "frame">): string {
  return `${frame ?? ""} ${path}`;
}
