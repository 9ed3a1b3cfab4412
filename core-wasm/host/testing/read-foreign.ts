/** Reads a file of another tool for a test: its detections as lines, and its messages. */
import { createCores, utf8 } from "./cores.ts";
import { readAnnotationFile, writeAnnotationFile } from "../formats/annotation-formats.ts";
import { sourceOfFiles } from "../formats/sources/source.ts";
import type { ReadOptions } from "../types.ts";

const cores = await createCores(1);

export const bytesOf = (document: unknown): Uint8Array =>
  utf8(typeof document === "string" ? document : JSON.stringify(document));

/** Tracks as `file type confidence [bounds]` with attributes and rings, by picture; and the messages. */
export async function read(document: unknown, imageNames?: readonly string[], fps?: number, more: ReadOptions = {}) {
  const core = cores();
  const content =
    document instanceof Map
      ? sourceOfFiles([...(document as Map<string, unknown>)].map(([name, one]) => ({ name, bytes: bytesOf(one) })))
      : bytesOf(document);
  const options = { ...more, ...(imageNames !== undefined && { imageNames }), ...(fps !== undefined && { fps }) };
  const report = await readAnnotationFile(core, content, options);
  const { bytes: json } = writeAnnotationFile(
    core,
    "dive-json",
    { type: "image-sequence", fps: undefined, imageNames: [], datasetInfo: undefined },
    {},
  );
  const { tracks } = JSON.parse(new TextDecoder().decode(json)) as {
    tracks: Record<
      string,
      {
        confidencePairs: [string, number][];
        features: {
          frame: number;
          bounds: number[];
          attributes?: Record<string, unknown>;
          geometry?: { features: { geometry: { coordinates: unknown } }[] };
        }[];
      }
    >;
  };
  const lines = Object.values(tracks).flatMap(({ confidencePairs: [[type, score] = ["", 0]], features }) =>
    features.map(({ frame, bounds, attributes, geometry }) =>
      [
        ...[frame, type, score, JSON.stringify(bounds)],
        ...(attributes === undefined ? [] : [JSON.stringify(attributes)]),
        ...(geometry === undefined ? [] : [JSON.stringify(geometry.features[0]?.geometry.coordinates)]),
      ].join(" "),
    ),
  );
  return { lines, trackCount: Object.keys(tracks).length, said: report.problems.map(({ message }) => message) };
}

export const leftOut = (said: readonly string[]): readonly string[] => said.filter((one) => one.startsWith("Left out"));

export const jsonLines = (...lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
