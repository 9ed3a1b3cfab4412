/** Explains a difference between a document and its VIAME CSV: as a loss and its count, or as a consequence of one. */
import { deepStrictEqual as deepEqual } from "node:assert";
import type { Change } from "#core/diff/diff";
import type { Detection, Feature, Json, Lost, Track } from "./model.ts";

/** All kinds of losses. */
export const csvLosses = [
  "attribute-name detection-member document-member frame-rate groups head-tail-line interpolation length-attribute",
  "line-string-geometry not-a-keyframe point-key polygon-key structured-attribute token-text track-member",
  "track-without-detections track-without-pairs type-name zero-character",
].join(" ");

/** A loss and its count; `undefined`: not explained; an empty list: it follows from others, or duplicates one. */
type Explanation = readonly (readonly [kind: string, count: number])[] | undefined;

const nothing: Explanation = [];

export interface Versions {
  readonly before: ReadonlyMap<number, Track>;
  readonly after: ReadonlyMap<number, Track>;
}

function explain(change: Change, { before }: Versions, isDive: boolean): Explanation {
  const { kind, id = -1, frame, path = "" } = change;
  if (kind === "document") return [[path === "fps" ? "frame-rate" : "document-member", 1]];
  if (kind === "group") return path === "" ? [["groups", 1]] : undefined;
  const track = before.get(id);
  if (track === undefined) return undefined;
  if (frame === undefined && path === "") {
    if (change.change !== "deleted") return undefined;
    if (track.confidencePairs.length === 0) return [["track-without-pairs", 1]];
    return track.features.length === 0 ? [["track-without-detections", 1]] : undefined;
  }
  const [member = "", ...rest] = path.split("/");
  // User attributes are compared user by user; here they are one attribute.
  const name = member === "attributes" && rest[0] === "userAttributes" ? rest[0] : unescape(rest.join("/"));
  if (frame === undefined) {
    if (member === "confidencePairs") return lostTypes(change);
    if (member === "attributes") return explainAttribute(change, name, track.attributes, 0, isDive);
    return change.change === "deleted" ? [["track-member", 1]] : undefined;
  }
  const detection = track.features.find((one) => one.frame === frame);
  if (path === "") return change.change === "added" && isBetween(track, frame) ? nothing : undefined;
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
      return losesLength(detection) || typeof attributes["length"] === "string" ? nothing : undefined;
    case "attributes":
      return explainAttribute(change, name, attributes, fishLength, isDive);
    case "notes":
      return textsOf(detection).some((text) => !keepsText(text, isDive) || hasZero(text)) ? nothing : undefined;
    case "geometry":
      // Compared as a whole.
      return nothing;
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

/** Lost types; types with a confidence of zero are counted elsewhere. */
function lostTypes({ before, after }: Change): Explanation {
  const names = (pairs: unknown): string[] => (pairs as [string, number][]).map(([type]) => type);
  const lost = names(before).filter((type) => !names(after).includes(withoutZeros(type)));
  return lost.length === 0 ? nothing : [["type-name", lost.length]];
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
  // An object becomes text.
  if (name === "userAttributes" && typeof attributes[name] === "object" && attributes[name] !== null) return nothing;
  // Cell 9 is the attribute and the length.
  const isTaken = name === "length" && length > 0;
  // A name with a blank, or an empty name, is cut: what follows the first blank becomes the value.
  if (change === "added")
    return isTaken || Object.keys(attributes).some((one) => isCutAt(one, name)) ? nothing : undefined;
  if (change === "deleted") return isCut(name) ? nothing : undefined;
  const value = attributes[name];
  // A truncated name may equal that of another attribute, which it then overrides.
  if (Object.keys(attributes).some((one) => one !== name && isCutAt(one, name))) return nothing;
  const isOther =
    typeof value === "object" || (typeof value === "string" && (!keepsText(value, isDive, name) || hasZero(value)));
  return isOther || isTaken ? nothing : undefined;
}

function isCut(name: string): boolean {
  return name === "" || name.includes(" ");
}

function isCutAt(name: string, first: string): boolean {
  return isCut(name) && (name === "" || name.split(" ")[0] === first);
}

/**
 * Whether a text survives reading: not padded; a note not empty; an attribute with neither this name nor a value that
 * looks like another type.
 */
function keepsText(text: string, isDive: boolean, name?: string): boolean {
  // The dialect dive quotes where necessary, and blanks survive in quotes.
  if (isDive && text.endsWith(" ") && !/[,"\r\n]/.test(`${name ?? ""}${text}`)) return false;
  if (name === undefined) return text !== "";
  const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
  return !isNumber && !/^(true|false|)$/.test(text) && !text.startsWith(" ");
}

function textsOf({ notes = [] }: Detection): readonly string[] {
  return notes as readonly string[];
}

/** Reading turns a positive length into an attribute, and an attribute into a length. */
function losesLength({ fishLength, attributes = {} }: Detection): boolean {
  const attribute = attributes["length"];
  return fishLength !== (typeof attribute === "number" ? attribute : undefined);
}

type ReportLoss = (kind: string, count?: number) => void;

/** Losses counted per value. Texts of a track are counted where its first row is written. */
function* valueLosses({ before, after }: Versions, isDive: boolean): Generator<Lost> {
  for (const { id: trackId, attributes, confidencePairs, features } of before.values()) {
    if (!after.has(trackId)) continue;
    const first = { trackId, ...(features[0] !== undefined && { frame: features[0].frame }) };
    for (const kind of attributeLosses(attributes, isDive))
      yield kind === zero ? { kind, ...first } : { kind, trackId };
    for (const [type] of confidencePairs) if (hasZero(type)) yield { kind: zero, ...first };
    for (const detection of features) {
      const place = { trackId, frame: detection.frame };
      for (const kind of attributeLosses(detection.attributes, isDive)) yield { kind, ...place };
      if (losesLength(detection)) yield { kind: "length-attribute", ...place };
      for (const text of textsOf(detection)) {
        if (!keepsText(text, isDive)) yield { kind: "token-text", ...place };
        if (hasZero(text)) yield { kind: zero, ...place };
      }
    }
  }
}

const zero = "zero-character";

function* attributeLosses(attributes: Json = {}, isDive: boolean): Generator<string> {
  for (const [name, value] of Object.entries(attributes)) {
    if (isCut(name)) yield "attribute-name";
    if (hasZero(name) || (typeof value === "string" && hasZero(value))) yield zero;
    if (typeof value === "object") yield "structured-attribute";
    if (typeof value === "string" && !keepsText(value, isDive, name)) yield "token-text";
    if (typeof value === "number" && /^-?\d{16,}$/.test(String(value))) yield "token-text";
  }
}

// ------------------------------------------------------------------------------------------------------------ geometry

/** The geometry of a detection after VIAME CSV, and what gets lost. */
function geometryInCsv({ geometry: collection }: Detection, isDive: boolean, lose: ReportLoss): Feature[] {
  const features: Feature[] = [];
  const given = collection?.features ?? [];
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
  return line === undefined ? features : [...features, line];
}

function polygonKey(index: number): string {
  return index === 0 ? "" : String(index);
}

/** The line that the reader makes of the points head and tail, starting from the one that comes first. */
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

/** Rounds half to even, as the wire does. */
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
    // Through JSON, where -0 is 0.
    deepEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
    return true;
  } catch {
    return false;
  }
}

/** Losses of the geometry of all detections that are written. Undefined if it is not what the file should contain. */
function geometryLosses({ before, after }: Versions, isDive: boolean): readonly Lost[] | undefined {
  const lost: Lost[] = [];
  for (const [trackId, { features }] of before) {
    const written = after.get(trackId);
    if (written === undefined) continue;
    for (const detection of features) {
      const { frame } = detection;
      const lose: ReportLoss = (kind, count = 1) =>
        void lost.push(...new Array<Lost>(count).fill({ kind, trackId, frame }));
      const expected = geometryInCsv(detection, isDive, lose);
      const found = written.features.find((one) => one.frame === frame)?.geometry?.features ?? [];
      if (!isEqual(found, expected)) return undefined;
    }
  }
  return lost;
}

/** Losses without a change of their own; undefined if the geometry is not what the file should contain. */
export function lossesOfValues(versions: Versions, isDive: boolean): readonly Lost[] | undefined {
  const lost = geometryLosses(versions, isDive);
  return lost && [...lost, ...valueLosses(versions, isDive)];
}

/** The losses that explain a change; undefined if nothing does. */
export function lossesOfChange(change: Change, versions: Versions, isDive: boolean): readonly Lost[] | undefined {
  const { id: trackId, frame } = change.kind === "track" ? change : {};
  const place = { ...(trackId !== undefined && { trackId }), ...(frame !== undefined && { frame }) };
  return explain(change, versions, isDive)?.flatMap(([kind, count]) => new Array<Lost>(count).fill({ kind, ...place }));
}
