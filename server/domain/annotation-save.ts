/**
 * The body of `PATCH dive_annotation`: what is accepted, how it is normalised, and the records it becomes.
 *
 * Fields that nobody here knows are kept, so that what a newer client wrote survives an older server. Keys come out in
 * alphabetical order, as everywhere in api/v1.
 */

import {
  anything,
  boolean,
  checkShape,
  integer,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  text,
  tuple,
} from "./shape.ts";
import type { Shape, Shaped, ShapeResult } from "./shape.ts";

export type AnnotationKind = "track" | "group";

/** One track or group as it is stored. */
export interface AnnotationRecord {
  readonly kind: AnnotationKind;
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  /** Type of the best confidence pair; `undefined` when there is none. */
  readonly label: string | undefined;
  /** The track or group as api/v1 sends it, compact JSON. */
  readonly payload: string;
}

export interface AnnotationChanges {
  readonly upsert: readonly AnnotationRecord[];
  readonly delete: readonly { readonly kind: AnnotationKind; readonly id: number }[];
  /** Name of the annotation set; empty for the default one. */
  readonly setName: string;
  /** The caller's own identifier of this save: the same one again is answered with the first result. */
  readonly saveId: string | undefined;
  /** The revision the caller's state is based on. */
  readonly baseRevision: number | undefined;
}

/** Ids and frames are counted in 32 bits by the annotation core, which needs the last value for itself. */
const maxInteger = 2_147_483_647;
const count = integer(0, maxInteger);
const pair = tuple([text, number]);
const point = tuple([number, number]);

/** Coordinates of a point, a line or rings of a polygon. */
const coordinates: Shape<unknown> = (value, path, report) =>
  Array.isArray(value)
    ? value.map((entry, i) => coordinates(entry, [...path, i], report))
    : number(value, path, report);

/** Properties of a geometry are texts on the wire, whatever was sent; Python's words for truth. */
const propertyText: Shape<string> = (value) =>
  typeof value === "boolean" ? (value ? "True" : "False") : typeof value === "string" ? value : JSON.stringify(value);

const geometry = object(
  {
    features: listOf(
      object(
        {
          geometry: object({ coordinates, type: oneOf(["Point", "LineString", "Polygon"]) }, "keep"),
          properties: mapOf(propertyText),
          type: oneOf(["Feature"]),
        },
        "keep",
      ),
    ),
    type: oneOf(["FeatureCollection"]),
  },
  "keep",
);

const feature = object(
  {
    attributes: optional(mapOf(anything)),
    bounds: tuple([integer(), integer(), integer(), integer()]),
    fishLength: optional(number),
    flick: optional(integer()),
    frame: count,
    geometry: optional(geometry),
    head: optional(point),
    interpolate: optional(boolean),
    keyframe: optional(boolean),
    notes: optional(listOf(text)),
    tail: optional(point),
  },
  "keep",
);

const trackFields = object(
  {
    attributes: optional(mapOf(anything)),
    begin: count,
    confidencePairs: optional(listOf(pair)),
    end: count,
    features: optional(listOf(feature)),
    id: count,
    meta: optional(mapOf(anything)),
  },
  "keep",
);

const track: Shape<TrackBody> = (value, path, report) => {
  const found = trackFields(value, path, report);
  if (found === undefined) return undefined;
  const features = (found.features ?? []).map((entry) => ({ attributes: {}, ...entry }));
  const at = [...path, "features"];
  const first = features[0]?.frame;
  const last = features.at(-1)?.frame;
  if (last !== undefined && last !== found.end) {
    report.add(at, `trackId=${found.id} end=${found.end} does not match features[-1]=${last} (type=value_error)`);
  } else if (first !== undefined && first !== found.begin) {
    report.add(at, `trackId=${found.id} begin=${found.begin} does not match features[0]=${first} (type=value_error)`);
  }
  return { ...withDefaults(found), features };
};

const groupFields = object(
  {
    attributes: optional(mapOf(anything)),
    begin: count,
    confidencePairs: optional(listOf(pair)),
    end: count,
    id: count,
    members: mapOf(object({ ranges: listOf(tuple([count, count])) }, "keep")),
    meta: optional(mapOf(anything)),
  },
  "keep",
);

const group: Shape<GroupBody> = (value, path, report) => {
  const found = groupFields(value, path, report);
  if (found === undefined) return undefined;
  for (const member of Object.keys(found.members ?? {})) {
    if (!/^\d+$/.test(member))
      report.add([...path, "members", member], "value is not a valid integer (type=type_error.integer)");
  }
  return withDefaults(found);
};

type TrackBody = Shaped<typeof trackFields>;
type GroupBody = Shaped<typeof groupFields>;

/** The fields that are always there, in their alphabetical places. */
function withDefaults<T extends TrackBody | GroupBody>(body: T): T {
  const { begin, attributes, confidencePairs, ...rest } = body;
  return {
    attributes: attributes ?? {},
    begin,
    confidencePairs: confidencePairs ?? [],
    ...rest,
  } as T;
}

/** No id twice: which of the two should win is not ours to guess. */
function uniqueIds<T extends { id: number }>(entries: Shape<T[]>): Shape<T[]> {
  return (value, path, report) => {
    const found = entries(value, path, report);
    const seen = new Set<number>();
    found?.forEach((entry, i) => {
      if (entry === undefined || entry.id === undefined) return;
      if (seen.has(entry.id)) report.add([...path, i, "id"], `id ${entry.id} appears twice (type=value_error)`);
      seen.add(entry.id);
    });
    return found;
  };
}

function changesOf<T extends { id: number }>(entry: Shape<T>) {
  return object({ delete: optional(listOf(count)), upsert: optional(uniqueIds(listOf(entry))) }, "drop");
}

const body = object(
  {
    baseRevision: optional(count),
    groups: optional(changesOf(group)),
    saveId: optional(text),
    set: optional(text),
    tracks: optional(changesOf(track)),
  },
  "drop",
);

/** Longest name of an annotation set and longest save id, in characters. */
const maxNameLength = 200;

const savedBody: Shape<Shaped<typeof body>> = (value, path, report) => {
  const found = body(value, path, report);
  for (const key of ["set", "saveId"] as const) {
    if ((found?.[key]?.length ?? 0) > maxNameLength) {
      report.add(
        [...path, key],
        `ensure this value has at most ${maxNameLength} characters (type=value_error.any_str.max_length)`,
      );
    }
  }
  return found;
};

/** Type of the best pair, the first of equals. */
export function bestLabel(pairs: readonly (readonly [string, number])[]): string | undefined {
  let best: readonly [string, number] | undefined;
  for (const candidate of pairs) if (best === undefined || candidate[1] > best[1]) best = candidate;
  return best?.[0];
}

function recordOf(kind: AnnotationKind, entry: TrackBody | GroupBody): AnnotationRecord {
  return {
    kind,
    id: entry.id,
    begin: entry.begin,
    end: entry.end,
    label: bestLabel(entry.confidencePairs ?? []),
    payload: JSON.stringify(entry),
  };
}

export function parseAnnotationSave(value: unknown): ShapeResult<AnnotationChanges> {
  const result = checkShape("AnnotationUpdateArgs", savedBody, value);
  if (!result.ok) return result;
  const { tracks, groups, set, saveId, baseRevision } = result.value;
  return {
    ok: true,
    value: {
      upsert: [
        ...(tracks?.upsert ?? []).map((entry) => recordOf("track", entry)),
        ...(groups?.upsert ?? []).map((entry) => recordOf("group", entry)),
      ],
      delete: [
        ...(tracks?.delete ?? []).map((id) => ({ kind: "track" as const, id })),
        ...(groups?.delete ?? []).map((id) => ({ kind: "group" as const, id })),
      ],
      setName: set ?? "",
      saveId,
      baseRevision,
    },
  };
}
