/** What a difference between a document and its VIAME CSV means: which loss, how often; or a consequence of one. */
import { deepStrictEqual as deepEqual } from "node:assert";
import type { Change } from "#core/diff/diff";

type Json = Readonly<Record<string, unknown>>;

export interface Detection extends Json {
  readonly frame: number;
  readonly interpolate?: boolean;
  readonly fishLength?: number;
  readonly attributes?: Json;
}

export interface Track extends Json {
  readonly id: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly features: readonly Detection[];
}

/** A loss and how often; `undefined`: not explained; an empty list: it follows from others, or says the same in other words. */
export type Explanation = readonly (readonly [kind: string, count: number])[] | undefined;

const NOTHING: Explanation = [];

export interface Versions {
  readonly before: ReadonlyMap<number, Track>;
  readonly after: ReadonlyMap<number, Track>;
}

export function explainCsv(change: Change, { before }: Versions, isDive: boolean): Explanation {
  const { kind, id = -1, frame, path = "" } = change;
  if (kind === "document") return [["document-member", 1]];
  if (kind === "group") return path === "" ? [["groups", 1]] : undefined;
  const track = before.get(id);
  if (track === undefined) return undefined;
  if (frame === undefined && path === "") {
    if (change.change !== "deleted") return undefined;
    if (track.confidencePairs.length === 0) return [["track-without-pairs", 1]];
    return track.features.length === 0 ? [["track-without-detections", 1]] : undefined;
  }
  const [member = "", ...rest] = path.split("/");
  const name = unescape(rest.join("/"));
  if (frame === undefined) {
    if (member === "confidencePairs") return lostTypes(change);
    if (member === "attributes") return explainAttribute(change, name, track["attributes"] as Json, 0, isDive);
    return change.change === "deleted" ? [["track-member", 1]] : undefined;
  }
  const detection = track.features.find((one) => one.frame === frame);
  if (path === "") return change.change === "added" && isBetween(track, frame) ? NOTHING : undefined;
  if (detection === undefined) return undefined;
  const { attributes = {}, fishLength = 0 } = detection;
  switch (member) {
    case "bounds":
      return isDive ? [["fractional-bounds", 1]] : undefined;
    case "keyframe":
      return [["not-a-keyframe", 1]];
    case "interpolate":
      return [["interpolation", 1]];
    case "fishLength":
      return losesLength(detection) || typeof attributes["length"] === "string" ? NOTHING : undefined;
    case "attributes":
      return explainAttribute(change, name, attributes, fishLength, isDive);
    case "notes":
      return textsOf(detection).some((text) => !keepsText(text, isDive, true) || hasZero(text)) ? NOTHING : undefined;
    case "geometry":
      // Compared as a whole.
      return NOTHING;
    default:
      return change.change === "deleted" ? [["detection-member", 1]] : undefined;
  }
}

function isBetween({ features }: Track, frame: number): boolean {
  const next = features.findIndex((one) => one.frame > frame);
  return next > 0 && features[next - 1]?.interpolate === true;
}

function unescape(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Those with a zero are counted elsewhere. */
function lostTypes({ before, after }: Change): Explanation {
  const names = (pairs: unknown): string[] => (pairs as [string, number][]).map(([type]) => type);
  const lost = names(before).filter((type) => !names(after).includes(withoutZeros(type)));
  return lost.length === 0 ? NOTHING : [["type-name", lost.length]];
}

function hasZero(text: string): boolean {
  return text.includes("\0");
}

function withoutZeros(text: string): string {
  return text.replaceAll("\0", "?");
}

function explainAttribute(
  { change }: Change,
  name: string,
  attributes: Json,
  length: number,
  isDive: boolean,
): Explanation {
  // Cell 9 is the attribute and the length.
  const isTaken = name === "length" && length > 0;
  // A name with a blank, or none, is cut: what follows the first blank becomes the value.
  if (change === "added")
    return isTaken || Object.keys(attributes).some((one) => isCutAt(one, name)) ? NOTHING : undefined;
  if (change === "deleted") return isCut(name) ? NOTHING : undefined;
  const value = attributes[name];
  // What a cut name leaves behind may be the name of another attribute, which it then overrides.
  if (Object.keys(attributes).some((one) => one !== name && isCutAt(one, name))) return NOTHING;
  const isOther =
    typeof value === "object" || (typeof value === "string" && (!keepsText(value, isDive) || hasZero(value)));
  return isOther || isTaken ? NOTHING : undefined;
}

function isCut(name: string): boolean {
  return name === "" || name.includes(" ");
}

function isCutAt(name: string, first: string): boolean {
  return isCut(name) && (name === "" || name.split(" ")[0] === first);
}

/** Whether a text is read back as it is: not padded or, of an attribute, empty or like another value. */
function keepsText(text: string, isDive: boolean, isNote = false): boolean {
  if (isDive && text.endsWith(" ")) return false;
  if (isNote) return true;
  const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
  return !isNumber && !/^(true|false|)$/.test(text) && !text.startsWith(" ");
}

function textsOf({ notes = [] }: Detection): readonly string[] {
  return notes as readonly string[];
}

/** Reading makes an attribute of a length that is positive, and a length of an attribute. */
function losesLength({ fishLength, attributes = {} }: Detection): boolean {
  const attribute = attributes["length"];
  return fishLength !== (typeof attribute === "number" ? attribute : undefined);
}

/** Losses that are counted for each value. */
function valueLosses({ before, after }: Versions, isDive: boolean): Counts {
  const counts = new Counts();
  const countAttributes = (attributes: Json = {}): void => {
    for (const [name, value] of Object.entries(attributes)) {
      if (isCut(name)) counts.add("attribute-name");
      if (hasZero(name) || (typeof value === "string" && hasZero(value))) counts.add("zero-character");
      if (typeof value === "object") counts.add("structured-attribute");
      if (typeof value === "string" && !keepsText(value, isDive)) counts.add("token-text");
      if (typeof value === "number" && /^-?\d+$/.test(String(value)) && String(value).length > 15)
        counts.add("token-text");
    }
  };
  for (const track of before.values()) {
    if (!after.has(track.id)) continue;
    countAttributes(track["attributes"] as Json);
    for (const [type] of track.confidencePairs) if (hasZero(type)) counts.add("zero-character");
    for (const detection of track.features) {
      countAttributes(detection.attributes);
      if (losesLength(detection)) counts.add("length-attribute");
      for (const text of textsOf(detection)) {
        if (!keepsText(text, isDive, true)) counts.add("token-text");
        if (hasZero(text)) counts.add("zero-character");
      }
    }
  }
  return counts;
}

// ------------------------------------------------------------------------------------------------------------ geometry

interface Feature {
  readonly type: "Feature";
  readonly properties: { readonly key: string };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

/** What VIAME CSV makes of the geometry of a detection, and what gets lost. */
function geometryInCsv(detection: Detection, isDive: boolean): { features: Feature[]; losses: Counts } {
  const features: Feature[] = [];
  const losses = new Counts();
  const lose = (kind: string, count = 1): void => losses.add(kind, count);
  const given = (detection["geometry"] as { features: readonly Feature[] } | undefined)?.features ?? [];
  let polygons = 0;
  for (const { properties, geometry } of given) {
    if (geometry.type === "LineString") continue;
    if (geometry.type === "Point" && properties.key === "") {
      lose("point-key");
      continue;
    }
    const key = geometry.type === "Polygon" ? polygonKey(polygons++) : properties.key;
    if (key !== properties.key) lose("polygon-key");
    const fractions = isDive ? numbersIn(geometry.coordinates).filter((value) => !Number.isInteger(value)).length : 0;
    if (fractions > 0) lose("fractional-coordinates", fractions);
    const coordinates = isDive ? rounded(geometry.coordinates) : geometry.coordinates;
    features.push({ type: "Feature", properties: { key }, geometry: { type: geometry.type, coordinates } });
  }
  const lines = given.filter(({ geometry }) => geometry.type === "LineString");
  const isMadeAgain = (line: Feature): boolean =>
    line.properties.key === "HeadTails" && isEqual(line, headTails(given));
  const lost = lines.filter((line) => !isMadeAgain(line)).length;
  if (lost > 0) lose("line-string-geometry", lost);
  const line = headTails(features);
  if (line !== undefined && !lines.some(({ properties }) => properties.key === "HeadTails")) lose("head-tail-line");
  return { features: line === undefined ? features : [...features, line], losses };
}

function polygonKey(index: number): string {
  return index === 0 ? "" : String(index);
}

/** The line that reading makes of the points head and tail, from the one that comes first. */
function headTails(features: readonly Feature[]): Feature | undefined {
  const ends = features.filter(
    ({ properties: { key }, geometry }) => geometry.type === "Point" && /^(head|tail)$/.test(key),
  );
  if (ends.length < 2) return undefined;
  const coordinates = ends.map(({ geometry }) => geometry.coordinates);
  return { type: "Feature", properties: { key: "HeadTails" }, geometry: { type: "LineString", coordinates } };
}

function numbersIn(value: unknown): number[] {
  return Array.isArray(value) ? value.flatMap(numbersIn) : typeof value === "number" ? [value] : [];
}

/** Halves to the even number, as the wire has them. */
function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "number" || Number.isInteger(value)) return value;
  const floor = Math.floor(value);
  const isHalf = value - floor === 0.5;
  return isHalf ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(value);
}

function isEqual(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  try {
    // Through JSON: -0 is 0.
    deepEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
    return true;
  } catch {
    return false;
  }
}

/** Losses of the geometry of all detections that are written. Undefined when it is not what the file should hold. */
function geometryLosses({ before, after }: Versions, isDive: boolean): Counts | undefined {
  const all = new Counts();
  for (const [id, { features }] of before) {
    const written = after.get(id);
    if (written === undefined) continue;
    for (const detection of features) {
      const { features: expected, losses } = geometryInCsv(detection, isDive);
      for (const [kind, count] of losses) all.add(kind, count);
      const now = written.features.find(({ frame }) => frame === detection.frame)?.["geometry"];
      const found = (now as { features: readonly Feature[] } | undefined)?.features ?? [];
      if (!isEqual(found, expected)) return undefined;
    }
  }
  return all;
}

/** Losses that are no changes of their own; undefined when the geometry is not what the file should hold. */
export function lossesOfValues(versions: Versions, isDive: boolean): ReadonlyMap<string, number> | undefined {
  const counts = geometryLosses(versions, isDive);
  for (const [kind, count] of valueLosses(versions, isDive)) counts?.add(kind, count);
  return counts;
}

class Counts extends Map<string, number> {
  add(kind: string, count = 1): void {
    this.set(kind, (this.get(kind) ?? 0) + count);
  }
}
