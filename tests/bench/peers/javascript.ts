/** The same work in plain JavaScript, written the obvious way: JSON.parse, objects, joins. */
import { imageName } from "../generate.ts";

export interface JsFeature {
  readonly frame: number;
  readonly bounds: readonly number[];
  readonly interpolate?: boolean;
  readonly keyframe?: boolean;
}

export interface JsTrack {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly features: readonly JsFeature[];
}

export interface JsDocument {
  readonly tracks: Readonly<Record<string, JsTrack>>;
}

const decoder = new TextDecoder();

export function parseJson(bytes: Uint8Array): JsDocument {
  return JSON.parse(decoder.decode(bytes)) as JsDocument;
}

/** JSON.parse, then frames and bounds into typed arrays, which is also the core's result. */
export function readJsonIntoColumns(bytes: Uint8Array): number {
  const tracks = Object.values(parseJson(bytes).tracks);
  const count = tracks.reduce((sum, track) => sum + track.features.length, 0);
  const frames = new Uint32Array(count);
  const bounds = new Float64Array(count * 4);
  let row = 0;
  for (const track of tracks) {
    for (const feature of track.features) {
      frames[row] = feature.frame;
      bounds.set(feature.bounds, row * 4);
      row++;
    }
  }
  return frames.length + bounds.length;
}

export function writeJson(document: JsDocument): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}

export function writeCsv({ tracks }: JsDocument): Uint8Array {
  const lines: string[] = [];
  for (const track of Object.values(tracks)) {
    const pairs = track.confidencePairs.flat().join(",");
    for (const { frame, bounds } of track.features) {
      lines.push(
        `${track.id},${imageName(frame)},${frame},${bounds.join(",")},${track.confidencePairs[0]?.[1] ?? 1},-1,${pairs}\n`,
      );
    }
  }
  return new TextEncoder().encode(lines.join(""));
}
