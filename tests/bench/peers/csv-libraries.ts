/** CSV parsers from npm, with the comments of VIAME CSV left out, each as its documentation recommends. */
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import Papa from "papaparse";
import { inferSchema, initParser } from "udsv";

const decoder = new TextDecoder();

/** Cells only, no conversion. */
export function readWithPapaParse(bytes: Uint8Array): number {
  return Papa.parse(decoder.decode(bytes), { comments: "#" }).data.length;
}

/** Cells of every row of a padded text, no conversion. */
export function readWithUdsv(padded: Uint8Array): number {
  const text = decoder.decode(padded);
  return initParser(inferSchema(text.slice(0, 4096), { col: ",", row: "\n", encl: "" })).stringArrs(text).length;
}

/** Tables that uDSV can read: a header instead of comments, and as many cells in every row. */
export function preparePadded(bytes: Uint8Array): Uint8Array {
  const rows = decoder.decode(bytes).trimEnd().split("\n").slice(2);
  const cells = (row: string): number => row.split(",").length;
  const width = rows.slice(0, 10_000).reduce((max, row) => Math.max(max, cells(row)), 0);
  const header = Array.from({ length: width }, (_, index) => `c${index}`).join(",");
  const padded = rows.map((row) => row + ",".repeat(width - cells(row)));
  return new TextEncoder().encode(`${header}\n${padded.join("\n")}\n`);
}

interface ObjectTrack {
  readonly trackId: number;
  begin: number;
  end: number;
  readonly features: { readonly frame: number; readonly bounds: readonly number[]; readonly [key: string]: unknown }[];
  confidencePairs: [string, number][];
}

/**
 * As desktop tools in this field read it: `csv-parse` as a stream, an object per detection, each cell after the ninth
 * matched against a regular expression.
 */
export async function readIntoObjects(bytes: Uint8Array): Promise<number> {
  const tracks = new Map<number, ObjectTrack>();
  const parser = parse({ delimiter: ",", relax_column_count: true, comment: "#" });
  // Pieces as delivered by a file stream.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
    Buffer.from(bytes.subarray(i * 65_536, (i + 1) * 65_536)),
  );
  Readable.from(pieces).pipe(parser);
  for await (const row of parser as AsyncIterable<string[]>) addRow(tracks, row);
  return tracks.size;
}

const tokenPatterns = [
  /^\(kp\) ([a-zA-Z]+) (-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)/,
  /^\(atr\) (.*?)\s(.+)/,
  /^\(trk-atr\) (.*?)\s(.+)/,
  /^\(poly\) ((?:-?\d+(?:\.\d+)?\s*)+)/,
] as const;

function addRow(tracks: Map<number, ObjectTrack>, row: readonly string[]): void {
  const trackId = Number.parseInt(row[0] ?? "", 10);
  const frame = Number.parseInt(row[2] ?? "", 10);
  const bounds = row.slice(3, 7).map((cell) => Math.round(Number.parseFloat(cell)));
  const pairs: [string, number][] = [];
  let column = 9;
  for (; column + 1 < row.length && !row[column]?.startsWith("("); column += 2) {
    pairs.push([row[column] ?? "", Number.parseFloat(row[column + 1] ?? "")]);
  }
  const tokens: string[][] = [];
  for (const cell of row.slice(column)) {
    for (const pattern of tokenPatterns) {
      const match = pattern.exec(cell);
      if (match !== null) tokens.push([...match]);
    }
  }
  let track = tracks.get(trackId);
  if (track === undefined) {
    track = { trackId, begin: frame, end: frame, features: [], confidencePairs: pairs };
    tracks.set(trackId, track);
  }
  track.begin = Math.min(track.begin, frame);
  track.end = Math.max(track.end, frame);
  track.confidencePairs = pairs;
  track.features.push({ frame, bounds, fishLength: Number.parseFloat(row[8] ?? ""), keyframe: true, tokens });
}
