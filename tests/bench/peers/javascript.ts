/** The same work in plain JavaScript, as one would write it first: objects, JSON.parse, joins, a search per track. */
import Papa from "papaparse";

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

/** Cells only, no conversion. */
export function readCsvWithPapaParse(bytes: Uint8Array): number {
  return Papa.parse(decoder.decode(bytes), { comments: "#" }).data.length;
}

export function parseJson(bytes: Uint8Array): JsDocument {
  return JSON.parse(decoder.decode(bytes)) as JsDocument;
}

/** JSON.parse, then frames and bounds into typed arrays, which is where the core ends too. */
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
      lines.push(`${track.id},,${frame},${bounds.join(",")},${track.confidencePairs[0]?.[1] ?? 1},-1,${pairs}\n`);
    }
  }
  return new TextEncoder().encode(lines.join(""));
}

/** Everything visible on a frame: looks at every track, halves its way to the keyframe, interpolates. */
export function queryFrame(
  tracks: readonly JsTrack[],
  frame: number,
): { readonly id: number; readonly bounds: number[] }[] {
  const visible: { readonly id: number; readonly bounds: number[] }[] = [];
  for (const { id, begin, end, features } of tracks) {
    if (frame < begin || frame > end) continue;
    let low = 0;
    let high = features.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((features[middle]?.frame ?? 0) <= frame) low = middle;
      else high = middle;
    }
    const before = features[low];
    const after = features[low + 1];
    if (before === undefined) continue;
    if (before.frame === frame) visible.push({ id, bounds: [...before.bounds] });
    else if (before.interpolate === true && after !== undefined) {
      const weight = (frame - before.frame) / (after.frame - before.frame);
      visible.push({
        id,
        bounds: before.bounds.map((value, i) => value * (1 - weight) + (after.bounds[i] ?? 0) * weight),
      });
    }
  }
  return visible;
}
