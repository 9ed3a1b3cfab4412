/**
 * Splits tracks and groups into fields, the smallest units of comparison and merging, and joins them again.
 *
 * A field has a path: `bounds`, `confidencePairs`, `notes`, `attributes/sex`, `attributes/userAttributes/ann/sex`,
 * `geometry/Point/head`, `members/3`, or the name of an unknown member. Names inside a path are escaped as in a JSON
 * pointer (`~1` for `/`). Bounds, pairs and lists are one field each: half of one version and half of another would be
 * a value that neither has.
 */
import { isEqual, isObject, parseJson, type JsonObject } from "../json.ts";

export type Fields = Map<string, unknown>;

/** A track or group. */
export interface Entity {
  readonly fields: Fields;
  /** By frame, ascending; empty for a group. */
  readonly detections: ReadonlyMap<number, Detection>;
}

/**
 * A detection without its frame, whole and as fields. Each form is made on first use: of the 50,000 detections of a long
 * track, few differ between versions, and only those are split.
 */
export class Detection {
  #json: JsonObject | undefined;
  #fields: Fields | undefined;

  static ofJson(json: JsonObject): Detection {
    const detection = new Detection();
    detection.#json = json;
    return detection;
  }

  static ofFields(fields: Fields): Detection {
    const detection = new Detection();
    detection.#fields = fields;
    return detection;
  }

  get json(): JsonObject {
    return (this.#json ??= joinMembers(this.#fields ?? new Map()));
  }

  get fields(): Fields {
    return (this.#fields ??= splitMembers(this.#json ?? {}, splitDetectionMember));
  }
}

const attributes = "attributes";
const geometry = "geometry";
const members = "members";

export function splitTrack(json: string): Entity {
  const { id: _, begin, end, features = [], ...rest } = parseJson(json) as JsonObject;
  const detections = new Map<number, Detection>();
  for (const feature of features as readonly JsonObject[]) {
    const { frame, ...members } = feature;
    detections.set(frame as number, Detection.ofJson(members));
  }
  const fields = splitMembers(rest, splitAttributes);
  // With detections, these two follow from them.
  if (detections.size === 0) fields.set("begin", begin).set("end", end);
  return { fields, detections };
}

export function joinTrack(id: number, { fields, detections }: Entity): JsonObject {
  const frames = [...detections.keys()].toSorted((a, b) => a - b);
  const features = frames.map((frame) => ({ frame, ...detections.get(frame)?.json }));
  const span = frames.length === 0 ? {} : { begin: frames[0], end: frames.at(-1) };
  return { id, ...joinMembers(fields), ...span, features };
}

export function splitGroup(json: string): Entity {
  const { id: _, ...rest } = parseJson(json) as JsonObject;
  return { fields: splitMembers(rest, splitGroupMember), detections: new Map() };
}

export function joinGroup(id: number, { fields }: Entity): JsonObject {
  return { id, members: {}, ...joinMembers(fields) };
}

/** Members of the document other than tracks and groups. */
export function splitDocument(members: JsonObject): Fields {
  return new Map(Object.entries(members).map(([name, value]) => [escape(name), value]));
}

export function joinMembers(fields: Fields): JsonObject {
  const entries = new Map<string, unknown>();
  for (const [path, value] of fields) {
    const [name = "", ...inside] = path.split("/").map(unescape);
    const [key] = inside;
    if (key === undefined) entries.set(name, value);
    else if (name === geometry) entries.set(name, addFeature(entries.get(name), value));
    else entries.set(name, setInside(entries.get(name), inside, value));
  }
  return Object.fromEntries(entries);
}

/** The object with a value set at a path of keys; missing objects on the way are created. */
function setInside(object: unknown, [key = "", ...inner]: readonly string[], value: unknown): JsonObject {
  const others = isObject(object) ? object : {};
  const old = Object.hasOwn(others, key) ? others[key] : undefined;
  return { ...others, [key]: inner.length === 0 ? value : setInside(old, inner, value) };
}

type Split = (name: string, value: unknown) => Iterable<readonly [path: string, value: unknown]> | undefined;

function splitMembers(object: JsonObject, split: Split): Fields {
  const fields: Fields = new Map();
  for (const [name, value] of Object.entries(object)) {
    const inside = split(name, value);
    if (inside === undefined) fields.set(escape(name), value);
    else for (const [path, part] of inside) fields.set(path, part);
  }
  return fields;
}

const splitAttributes: Split = (name, value) => (name === attributes ? splitObject(name, value) : undefined);

const splitGroupMember: Split = (name, value) =>
  name === attributes || name === members ? splitObject(name, value) : undefined;

const splitDetectionMember: Split = (name, value) =>
  name === geometry ? splitGeometry(value) : splitAttributes(name, value);

/** Attributes of users are also split, so that two users who set their own have no conflict. */
function splitObject(name: string, value: unknown): [string, unknown][] | undefined {
  if (!isObject(value)) return undefined;
  return Object.entries(value).flatMap(
    ([key, part]) => splitUsers(`${name}/${escape(key)}`, part) ?? [[`${name}/${escape(key)}`, part]],
  );
}

function splitUsers(path: string, value: unknown): [string, unknown][] | undefined {
  if (path !== `${attributes}/userAttributes` || !isObject(value) || Object.keys(value).length === 0) return undefined;
  return Object.entries(value).flatMap(([user, own]): [string, unknown][] => {
    const place = `${path}/${escape(user)}`;
    if (!isObject(own) || Object.keys(own).length === 0) return [[place, own]];
    return Object.entries(own).map(([name, part]) => [`${place}/${escape(name)}`, part]);
  });
}

/** Whether a field of a detection has the value that its absence implies. */
export function isDefault(path: string, value: unknown): boolean {
  if (path === "interpolate") return value === false;
  if (path === "notes") return Array.isArray(value) && value.length === 0;
  return path === geometry && isObject(value) && isEqual(value, { type: "FeatureCollection", features: [] });
}

/** By kind and key, if these distinguish the features; otherwise the geometry is one field. */
function splitGeometry(value: unknown): Iterable<[string, unknown]> | undefined {
  if (!isObject(value) || !Array.isArray(value["features"]) || Object.keys(value).length !== 2) return undefined;
  const fields = new Map<string, unknown>();
  for (const feature of value["features"] as readonly unknown[]) {
    const path = featurePath(feature);
    if (path === undefined || fields.has(path)) return undefined;
    fields.set(path, feature);
  }
  return fields.size === 0 ? undefined : fields;
}

function featurePath(feature: unknown): string | undefined {
  if (!isObject(feature) || !isObject(feature["geometry"])) return undefined;
  const { type } = feature["geometry"];
  if (typeof type !== "string") return undefined;
  const key = isObject(feature["properties"]) ? feature["properties"]["key"] : undefined;
  return [geometry, type, ...(typeof key === "string" && key !== "" ? [key] : [])].map(escape).join("/");
}

function addFeature(collection: unknown, feature: unknown): JsonObject {
  const features = isObject(collection) && Array.isArray(collection["features"]) ? collection["features"] : [];
  return { type: "FeatureCollection", ...(isObject(collection) && collection), features: [...features, feature] };
}

function escape(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescape(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
