/**
 * Locates a detection in a text: problems found in the annotations after reading (`findIssues`) have a track and a
 * frame, while users look for a line. Readers do not record places, since there would be millions; the text is searched
 * for the few that are needed.
 */
import { isObject } from "../../json.ts";
import { shapeOf } from "../labelme/labelme-page.ts";
import { placesOf } from "../text/json-place.ts";
import type { FileKind } from "./recognized.ts";
import type { Problem } from "../../types.ts";

export interface DetectionPlace {
  readonly line: number;
  readonly column: number;
  readonly pointer?: string;
}

interface Sought {
  readonly trackId: number;
  readonly frame: number;
  /** The second detection on one frame is meant, whichever frame. */
  readonly isTwice: boolean;
  /** A detection whose confidence is out of range is meant. */
  readonly isOutOfRange: boolean;
}

type Locate = (text: string, sought: Sought) => DetectionPlace | undefined;

/** Searching longer texts would take too long for the user. */
const maxBytes = 64 << 20;

/** Problems with a track get the place of its detection, if it is found. */
export function locateDetections<P extends Problem>(
  problems: readonly P[],
  kind: FileKind,
  bytes: Uint8Array,
): readonly P[] {
  const locate = locators[kind];
  const isSought = ({ trackId, line, code }: Problem): boolean =>
    (trackId !== undefined && (line === undefined || code === twice)) || code === "csv-different-images-one-frame";
  if (locate === undefined || bytes.length > maxBytes || !problems.some(isSought)) return problems;
  const text = new TextDecoder().decode(bytes);
  return problems.map((problem) => {
    const { trackId, frame = 0, code } = problem;
    if (!isSought(problem)) return problem;
    if (trackId === undefined) return { ...problem, ...(kind === "viame-csv" && otherPicture(text, frame)) };
    const sought = { trackId, frame, isTwice: code === twice, isOutOfRange: code === "confidence-out-of-range" };
    return { ...problem, ...locate(text, sought) };
  });
}

/** Row readers report it for the track, whose row comes first. */
const twice = "duplicate-detection";

const locators: Readonly<Partial<Record<FileKind, Locate>>> = {
  "viame-csv": (text, sought) =>
    rowWhere(text, new RegExp(`^[ \\t"]*${sought.trackId}"?[ \\t]*[,;\\t|]`, "gm"), sought, (row) => cellsOf(row)[2]),
  // Frames count from 1, or from 0 if a row is on frame 0. Detections have no id.
  mot: (text, { frame, ...sought }) => {
    const first = /^[ \t"]*0(\.0*)?"?[ \t]*[,;\t ]/m.test(text) ? 0 : 1;
    const start = new RegExp(
      `^[ \\t"]*[-\\d.]+"?[ \\t]*[,;\\t ][ \\t"]*(${sought.trackId}|-1)(\\.0*)?"?[ \\t]*[,;\\t ]`,
      "gm",
    );
    return rowWhere(text, start, { ...sought, frame: frame + first }, (row) => cellsOf(row)[0]);
  },
  "dive-json": inDive,
  coco: inCoco,
  kwcoco: inCoco,
  "cvat-xml": inCvat,
  // One file per picture; its objects become tracks in their order.
  voc: (text, { trackId }) => placeAtMatch(text, [...text.matchAll(/<object>/g)][trackId]?.index),
  labelme: inLabelme,
  kpf: (text, { trackId, ...sought }) => {
    const packet = sought.isOutOfRange ? `types:.*\\bid1: *${trackId}\\b` : `\\bid1: *${trackId}\\b`;
    const frameOf = (row: string): string | undefined => /\bts0: *(\d+)/.exec(row)?.[1];
    return rowWhere(text, new RegExp(packet, "g"), { ...sought, trackId }, frameOf);
  },
};

/** The row meant among those with this beginning, otherwise the first of them. */
function rowWhere(
  text: string,
  start: RegExp,
  { frame, isTwice }: Sought,
  frameOf: (row: string) => string | undefined,
): DetectionPlace | undefined {
  let first: number | undefined;
  const seen = new Set<number>();
  for (const { index } of text.matchAll(start)) {
    first ??= index;
    const from = text.lastIndexOf("\n", index - 1) + 1;
    const end = text.indexOf("\n", index);
    const own = Number(frameOf(text.slice(from, end < 0 ? text.length : end)) ?? NaN);
    if (isTwice ? seen.has(own) : own === frame) return placeAtMatch(text, index);
    seen.add(own);
  }
  return isTwice ? undefined : placeAtMatch(text, first);
}

/** The first row of a frame whose picture name differs from earlier rows of the frame. */
function otherPicture(text: string, frame: number): DetectionPlace | undefined {
  const start = new RegExp(`^[ \\t"]*\\d+"?[ \\t]*[,;\\t|][^\\n]*[,;\\t|] *"?${frame}"?[ \\t]*[,;\\t|]`, "gm");
  let known: string | undefined;
  for (const { index } of text.matchAll(start)) {
    const [, name, own] = cellsOf(text.slice(index, index + 2000));
    if (Number(own) !== frame) continue;
    if (known !== undefined && name !== known) return placeAtMatch(text, index);
    known ??= name;
  }
  return undefined;
}

function cellsOf(row: string): readonly string[] {
  return row
    .trimStart()
    .split(/[,;\t|]| +/)
    .map((cell) => cell.replaceAll('"', ""));
}

function inCvat(text: string, { trackId, frame, isTwice }: Sought): DetectionPlace | undefined {
  const isFrame = new RegExp(`\\bframe="${isTwice ? "(\\d+)" : frame}"`, "g");
  const isTrack = new RegExp(`<track\\b[^>]*\\bid="${trackId}"`);
  const inTrack = elementIn(text, isTrack, /<\/track>/, (content) => {
    const seen = new Set<string>();
    for (const { index, 1: own = "" } of content.matchAll(isFrame)) {
      if (!isTwice || seen.has(own)) return content.lastIndexOf("<", index);
      seen.add(own);
    }
    return undefined;
  });
  if (inTrack !== undefined || isTwice) return inTrack;
  return elementIn(text, new RegExp(`<image\\b[^>]*\\bid="${frame}"`), /<\/image>/, () => undefined);
}

function elementIn(
  text: string,
  outer: RegExp,
  end: RegExp,
  find: (content: string) => number | undefined,
): DetectionPlace | undefined {
  const start = text.search(outer);
  if (start < 0) return undefined;
  const rest = text.slice(start);
  return placeAtMatch(text, start + (find(rest.slice(0, Math.max(0, rest.search(end)))) ?? 0));
}

function placeAtMatch(text: string, index: number | undefined): DetectionPlace | undefined {
  if (index === undefined) return undefined;
  const before = text.slice(0, index);
  const lineStart = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return { line: (before.match(/\r\n|\r|\n/g)?.length ?? 0) + 1, column: [...before.slice(lineStart)].length + 1 };
}

function inDive(text: string, { trackId, frame, isTwice }: Sought): DetectionPlace | undefined {
  const document = parse(text);
  const inside = isObject(document) && "tracks" in document;
  const tracks = inside ? document["tracks"] : document;
  const entry = Object.entries(isObject(tracks) || Array.isArray(tracks) ? tracks : {}).find(
    ([key, track]) => isObject(track) && Number(track["id"] ?? track["trackId"] ?? key) === trackId,
  );
  if (entry === undefined) return undefined;
  const [key, track] = entry as [string, Readonly<Record<string, unknown>>];
  const features = Array.isArray(track["features"]) ? (track["features"] as readonly unknown[]) : [];
  const own = features.map((feature) => (isObject(feature) ? feature["frame"] : undefined));
  const at = own.findIndex((one, index) => (isTwice ? own.indexOf(one) < index : one === frame));
  return placeOf(text, `${inside ? "/tracks" : ""}/${key}${at < 0 ? "" : `/features/${at}`}`);
}

/** Annotations without a usable id become tracks numbered in their order. */
function inCoco(text: string, { trackId, frame, isTwice, isOutOfRange }: Sought): DetectionPlace | undefined {
  const document = parse(text);
  if (!isObject(document) || !Array.isArray(document["annotations"])) return undefined;
  const annotations = document["annotations"] as readonly unknown[];
  const isOfTrack = (one: unknown): boolean => isObject(one) && Number(one["track_id"] ?? one["id"]) === trackId;
  const own = annotations.flatMap((one, index) => (isOfTrack(one) ? [index] : []));
  const images = new Map(
    listOf(document["images"]).map((image, index) => [image["id"], image["frame_index"] ?? index]),
  );
  const imageOf = (index: number): unknown => memberOf(annotations[index], "image_id");
  const scoreOf = (index: number): number => Number(memberOf(annotations[index], "score") ?? 1);
  const at = isTwice
    ? own.find((index, order) => own.slice(0, order).some((before) => imageOf(before) === imageOf(index)))
    : ((isOutOfRange ? own.find((index) => !(scoreOf(index) >= 0 && scoreOf(index) <= 1)) : undefined) ??
      own.find((index) => images.get(imageOf(index)) === frame) ??
      own[0]);
  return at === undefined ? undefined : placeOf(text, `/annotations/${at}`);
}

/** One file per picture; its shapes become tracks in their order, except those without usable points. */
function inLabelme(text: string, { trackId }: Sought): DetectionPlace | undefined {
  const shapes = memberOf(parse(text), "shapes");
  if (!Array.isArray(shapes)) return undefined;
  const read = (shapes as readonly unknown[]).flatMap((shape, index) => ("reason" in shapeOf(shape) ? [] : [index]));
  const index = read[trackId];
  return index === undefined ? undefined : placeOf(text, `/shapes/${index}`);
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((one): one is Readonly<Record<string, unknown>> => isObject(one)) : [];
}

function placeOf(text: string, pointer: string): DetectionPlace {
  const { line, column } = placesOf(text, [pointer]).get(pointer) ?? { line: 1, column: 1 };
  return { line, column, pointer };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}
