/**
 * The body of `PATCH dive_annotation`: its validation, its normalization, and the records it becomes.
 *
 * Unknown fields are kept, so that fields of a newer client survive an older server. Keys are written in alphabetical
 * order, as everywhere in api/v1.
 */

import type { Feature, Group, Track } from "#schemas";

import type { FeatureChange } from "./feature-texts.ts";
import { ranksOf, type TrackRanks } from "./track-ranks.ts";
import { definedCheck } from "./schema-check.ts";
import {
  anything,
  integer,
  isObject,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  Report,
  text,
  tuple,
} from "./body-check.ts";
import type { Check, CheckResult } from "./body-check.ts";

export type AnnotationKind = "track" | "group";

export interface AnnotationKey {
  readonly kind: AnnotationKind;
  readonly id: number;
}

/** A track or group as it is stored. */
export interface AnnotationRecord extends AnnotationKey {
  readonly begin: number;
  readonly end: number;
  /** Type of the best confidence pair; `undefined` if none exists. */
  readonly label: string | undefined;
  /** Of a track; `undefined`: they are filled in later, from the payload. */
  readonly ranks?: TrackRanks | undefined;
  /** The track or group as api/v1 sends it, compact JSON; bytes are UTF-8. */
  readonly payload: string | Uint8Array;
  /** If set, `payload` has no features, and the stored features are changed like this. */
  readonly change?: FeatureChange | undefined;
}

export interface AnnotationChanges {
  readonly upsert: readonly AnnotationRecord[];
  readonly delete: readonly AnnotationKey[];
  /** Name of the annotation set; empty for the default set. */
  readonly setName: string;
  /** The caller's own id for this save: a repeat is answered with the first result. */
  readonly saveId: string | undefined;
  /** The revision that the caller's state is based on. */
  readonly baseRevision: number | undefined;
  /** How long the caller worked on it, as their page measured it. */
  readonly activeMs: number;
}

/** The annotation core uses 32 bits for ids and frames, and reserves the last value. */
const maxInteger = 2_147_483_647;
const count = integer(0, maxInteger);
const pair = tuple([text, number]);

/** Coordinates of a point, of a line or of the rings of a polygon. */
const coordinates: Check<unknown> = (value, report) =>
  Array.isArray(value) ? value.map((entry, i) => report.inside(i, coordinates, entry)) : number(value, report);

/** Properties of a geometry are strings on the wire, whatever was sent; booleans in Python's spelling. */
const propertyText: Check<string> = (value) =>
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

/** Bounds are whole pixels in api/v1, and attributes are always present. */
const feature = definedCheck<Feature>("Feature", {
  attributes: optional(mapOf(anything)),
  bounds: tuple([integer(), integer(), integer(), integer()]),
  exactBounds: optional(tuple([number, number, number, number])),
  frame: count,
  geometry: optional(geometry),
});

const featureWithAttributes: Check<Feature> = (value, report) => {
  const plain = plainFeature(value);
  if (plain !== undefined) return plain;
  const checked = feature(value, report);
  return checked && { attributes: {}, ...checked };
};

/**
 * Fast path for nearly all features of a large save: bounds, a frame and the two flags, all of the right type.
 * Checks field by field instead of by the generic check, which takes most of the time of a save. Returns `undefined`
 * for anything else, valid or not, which then goes through the generic check. Fields that are `undefined` are not
 * written.
 */
function plainFeature(value: unknown): Feature | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const key in value) {
    if (key !== "frame" && key !== "bounds" && key !== "keyframe" && key !== "interpolate" && key !== "attributes") {
      return undefined;
    }
  }
  const { attributes = {}, bounds, frame, interpolate, keyframe } = value as Record<string, unknown>;
  const isPlain =
    typeof frame === "number" &&
    Number.isInteger(frame) &&
    frame >= 0 &&
    frame <= maxInteger &&
    (keyframe === undefined || typeof keyframe === "boolean") &&
    (interpolate === undefined || typeof interpolate === "boolean") &&
    typeof attributes === "object" &&
    attributes !== null &&
    !Array.isArray(attributes) &&
    Array.isArray(bounds) &&
    bounds.length === 4;
  if (!isPlain) return undefined;
  const [x1, y1, x2, y2] = bounds as unknown[];
  if (!isCoordinate(x1) || !isCoordinate(y1) || !isCoordinate(x2) || !isCoordinate(y2)) return undefined;
  const whole = [Math.trunc(x1), Math.trunc(y1), Math.trunc(x2), Math.trunc(y2)];
  return { attributes, bounds: whole, frame, interpolate, keyframe } as Feature;
}

const isCoordinate = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** Fields a request may omit, and the range of ids and frames in the core. */
const common = {
  attributes: optional(mapOf(anything)),
  begin: count,
  confidencePairs: optional(listOf(pair)),
  end: count,
  id: count,
};

const trackFields = definedCheck<TrackBody>("Track", { ...common, features: optional(listOf(featureWithAttributes)) });

const track: Check<TrackBody> = (value, report) => {
  const fields = trackFields(value, report);
  if (fields === undefined) return undefined;
  const features = fields.features ?? [];
  const first = features[0]?.frame;
  const last = features.at(-1)?.frame;
  if (last !== undefined && last !== fields.end) {
    report.addAt(
      ["features"],
      `trackId=${fields.id} end=${fields.end} does not match features[-1]=${last} (type=value_error)`,
    );
  } else if (first !== undefined && first !== fields.begin) {
    report.addAt(
      ["features"],
      `trackId=${fields.id} begin=${fields.begin} does not match features[0]=${first} (type=value_error)`,
    );
  }
  return { ...withDefaults(fields), features };
};

const featureChange = object(
  { count, delete: optional(listOf(count)), upsert: optional(listOf(featureWithAttributes)) },
  "refuse",
);

/** A track that only sends changes of its features. */
function changedTrack(value: Record<string, unknown>, report: Report): AnnotationRecord | undefined {
  const fields = trackFields({ ...value, features: [] }, report);
  const change = report.inside("features", featureChange, value["features"]);
  if (fields === undefined || change === undefined) return undefined;
  const { upsert = [], delete: gone = [] } = change;
  const frames = [...upsert.map(({ frame }) => frame), ...gone];
  if (new Set(frames).size < frames.length) {
    report.addAt(["features"], "each frame can be named once only (type=value_error)");
  }
  const texts = upsert.map((each) => ({ frame: each.frame, json: JSON.stringify(each) }));
  return {
    ...recordOf("track", { ...withDefaults(fields), features: [] }),
    change: { upsert: texts, delete: gone, count: change.count },
  };
}

const groupFields = definedCheck<GroupBody>("Group", {
  ...common,
  members: mapOf(object({ ranges: listOf(tuple([count, count])) }, "keep")),
});

const group: Check<GroupBody> = (value, report) => {
  const fields = groupFields(value, report);
  if (fields === undefined) return undefined;
  for (const member of Object.keys(fields.members ?? {})) {
    if (!/^\d+$/.test(member))
      report.addAt(["members", member], "value is not a valid integer (type=type_error.integer)");
  }
  return withDefaults(fields);
};

type LeftOut = "attributes" | "confidencePairs" | "features";
type TrackBody = Omit<Track, LeftOut> & Partial<Pick<Track, LeftOut>>;
type GroupBody = Omit<Group, LeftOut> & Partial<Pick<Group, "attributes" | "confidencePairs">>;

/** Adds the fields that are always present, in alphabetical order. */
function withDefaults<T extends TrackBody | GroupBody>(body: T): T {
  const { begin, attributes, confidencePairs, ...rest } = body;
  return {
    attributes: attributes ?? {},
    begin,
    confidencePairs: confidencePairs ?? [],
    ...rest,
  } as T;
}

const changes = object({ delete: optional(listOf(count)), upsert: optional(listOf(anything)) }, "drop");

/** The body without its tracks and groups, which are checked one at a time. */
const envelope = object(
  {
    activeMs: optional(count),
    baseRevision: optional(count),
    groups: optional(changes),
    saveId: optional(text),
    set: optional(text),
    tracks: optional(changes),
  },
  "drop",
);

/** No one works for longer before they save. */
const maxActiveMs = 24 * 60 * 60 * 1000;
/** Maximum length of annotation set names and save ids, in characters. */
const maxNameLength = 200;
/** How many tracks are checked before other work runs. */
const entriesPerTurn = 200;

/** Type of the pair with the highest confidence, the first of equals. */
function bestLabel(pairs: readonly (readonly [string, number])[]): string | undefined {
  let best: readonly [string, number] | undefined;
  for (const candidate of pairs) if (best === undefined || candidate[1] > best[1]) best = candidate;
  return best?.[0];
}

/** The payload is built on first access. */
function recordOf(kind: AnnotationKind, entry: TrackBody | GroupBody): AnnotationRecord {
  return {
    kind,
    id: entry.id,
    begin: entry.begin,
    end: entry.end,
    label: bestLabel(entry.confidencePairs ?? []),
    ranks: kind === "track" ? ranksOf(entry) : undefined,
    get payload() {
      return JSON.stringify(entry);
    },
  };
}

/** Checks and normalizes the body of a save. Lets other work run in between, because a large save takes a while. */
export async function parseAnnotationSave(value: unknown): Promise<CheckResult<AnnotationChanges>> {
  const report = new Report();
  const { tracks, groups, set, saveId, baseRevision, activeMs = 0 } = envelope(value, report) ?? {};
  for (const [key, name] of Object.entries({ set, saveId })) {
    if ((name?.length ?? 0) <= maxNameLength) continue;
    const limit = `ensure this value has at most ${maxNameLength} characters`;
    report.addAt([key], `${limit} (type=value_error.any_str.max_length)`);
  }
  const upsert = [
    ...(await readEntries(report, "track", tracks?.upsert ?? [])),
    ...(await readEntries(report, "group", groups?.upsert ?? [])),
  ];
  if (baseRevision === undefined && upsert.some(({ change }) => change !== undefined)) {
    report.addAt(["baseRevision"], "field required where features are only what changes (type=value_error.missing)");
  }
  const message = report.message("AnnotationUpdateArgs");
  if (message !== undefined) return { ok: false, message };
  const deleted = (kind: AnnotationKind, ids: readonly number[] = []): AnnotationKey[] =>
    ids.map((id) => ({ kind, id }));
  return {
    ok: true,
    value: {
      upsert,
      delete: [...deleted("track", tracks?.delete), ...deleted("group", groups?.delete)],
      setName: set ?? "",
      saveId,
      baseRevision,
      activeMs: Math.min(activeMs, maxActiveMs),
    },
  };
}

async function readEntries(
  report: Report,
  kind: AnnotationKind,
  entries: readonly unknown[],
): Promise<AnnotationRecord[]> {
  const records: AnnotationRecord[] = [];
  const seen = new Set<number>();
  for (const [i, entry] of entries.entries()) {
    if (i % entriesPerTurn === entriesPerTurn - 1) await new Promise((resolve) => setImmediate(resolve));
    report.path.push(`${kind}s`, "upsert", i);
    const record = readEntry(kind, entry, report);
    if (record?.id !== undefined) {
      // Two records with one id: the server must not guess which one counts.
      if (seen.has(record.id)) report.addAt(["id"], `id ${record.id} appears twice (type=value_error)`);
      seen.add(record.id);
      records.push(record);
    }
    report.path.length = 0;
  }
  return records;
}

function readEntry(kind: AnnotationKind, entry: unknown, report: Report): AnnotationRecord | undefined {
  if (kind === "track" && isObject(entry) && isObject(entry["features"])) return changedTrack(entry, report);
  const checked = kind === "track" ? track(entry, report) : group(entry, report);
  return checked && recordOf(kind, checked);
}
