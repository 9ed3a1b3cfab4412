/**
 * Per-frame values from the file stored with a dataset, such as position, depth and temperature. The file is CSV, or
 * text with another separator, with a header line; or JSON: a list of objects, or an object keyed by frame or file
 * name.
 *
 * An entry belongs to the frame given by its member `frame` or by its file name; entries with neither are in frame
 * order.
 */

import Papa from "papaparse";

import { decodeWhole } from "#core/formats/text/text-encoding";

/** Names and values of one frame, as written. */
export type FrameFacts = Readonly<Record<string, unknown>>;

export interface FrameMetadata {
  /** @param filename of the frame's picture, if it has one */
  at(frame: number, filename: string | undefined): FrameFacts | undefined;
}

const frameNames = new Set(["frame", "frame_number", "framenumber", "frame_id", "frame_index"]);
const fileNames = new Set(["filename", "file_name", "file", "image", "image_name", "name"]);

/** Accepts any encoding that annotations may have. Throws if the text is none of these. */
export function parseFrameMetadata(bytes: Uint8Array): FrameMetadata {
  const { text } = decodeWhole(bytes);
  const isJson = /^\s*[[{]/.test(text);
  const { byKey, rows } = isJson
    ? readJson(JSON.parse(text))
    : { byKey: new Map<string, FrameFacts>(), rows: readRows(text) };
  const byFrame = new Map<number, FrameFacts>();
  const byFile = new Map<string, FrameFacts>();
  for (const [key, facts] of byKey) {
    if (/^\d+$/.test(key)) byFrame.set(Number(key), facts);
    else byFile.set(stemOf(key), facts);
  }
  let isPlaced = byKey.size > 0;
  for (const facts of rows) {
    const frame = valueOf(facts, frameNames);
    const file = valueOf(facts, fileNames);
    if (file !== undefined) byFile.set(stemOf(String(file)), facts);
    if (frame !== undefined && Number.isInteger(Number(frame))) byFrame.set(Number(frame), facts);
    isPlaced ||= frame !== undefined || file !== undefined;
  }
  if (!isPlaced) for (const [frame, facts] of rows.entries()) byFrame.set(frame, facts);
  return {
    at: (frame, filename) => (filename === undefined ? undefined : byFile.get(stemOf(filename))) ?? byFrame.get(frame),
  };
}

function readJson(value: unknown): {
  readonly byKey: ReadonlyMap<string, FrameFacts>;
  readonly rows: readonly FrameFacts[];
} {
  const inside =
    isRecord(value) && (isRecord(value["frames"]) || Array.isArray(value["frames"])) ? value["frames"] : value;
  if (Array.isArray(inside)) return { byKey: new Map(), rows: inside.filter(isRecord) };
  if (!isRecord(inside)) throw new Error("It has no frames.");
  return {
    byKey: new Map(Object.entries(inside).flatMap(([key, facts]) => (isRecord(facts) ? [[key, facts]] : []))),
    rows: [],
  };
}

function readRows(text: string): FrameFacts[] {
  const { data } = Papa.parse<Record<string, string>>(text.trim(), {
    header: true,
    skipEmptyLines: true,
    transformHeader: (name) => name.trim(),
  });
  return data;
}

function valueOf(facts: FrameFacts, names: ReadonlySet<string>): unknown {
  const name = Object.keys(facts).find((key) => names.has(key.trim().toLowerCase().replaceAll(" ", "_")));
  const value = name === undefined ? undefined : facts[name];
  return value === "" || value === null ? undefined : value;
}

/** Without folders and extension: `b/0001.PNG` is the picture that `0001.jpg` was made from. */
function stemOf(path: string): string {
  const name = path.trim().split(/[\\/]/).at(-1) ?? "";
  return name.replace(/\.[^.]*$/, "").toLowerCase();
}

function isRecord(value: unknown): value is FrameFacts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
