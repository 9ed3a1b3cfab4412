/**
 * Synthetic annotations for measurements: tracks that wander over a picture, the same in every run. Sizes are in
 * detections; a track has 50.
 */

export interface BenchFeature {
  readonly frame: number;
  readonly bounds: readonly [number, number, number, number];
  readonly interpolate: true;
  readonly keyframe: true;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly geometry?: unknown;
  /** The same values as tokens of VIAME CSV. */
  readonly tokens?: readonly string[];
}

export interface BenchTrack {
  readonly id: number;
  readonly pairs: readonly (readonly [string, number])[];
  readonly features: readonly BenchFeature[];
}

const types = ["scallop", "fish", "rockfish", "flatfish", "crab", "sea star", "shark", "ray", "urchin", "unknown"];
const keyframes = 50;
const keyframeStep = 10;
/** Number of frames. */
export const frameCount = 10_000;
const header =
  "# 1: Detection or Track-id,2: Video or Image Identifier,3: Unique Frame Identifier\n# metadata,fps: 5\n";

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makeTracks(detections: number, { rich = false, frames = frameCount } = {}): BenchTrack[] {
  const random = randomNumbers(12345);
  const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;
  const pick = (): string => types[Math.floor(random() * types.length)] ?? "fish";
  return Array.from({ length: Math.ceil(detections / keyframes) }, (_, id) => {
    const span = (keyframes - 1) * keyframeStep + 1;
    const begin = Math.floor(random() * Math.max(1, frames - span));
    const [width, height] = [20 + random() * 200, 20 + random() * 120];
    const confidence = round(0.3 + random() * 0.7, 5);
    let [x, y] = [random() * 1800, random() * 1000];
    const features = Array.from({ length: keyframes }, (_, index): BenchFeature => {
      x += random() * 8 - 4;
      y += random() * 8 - 4;
      const bounds = [round(x, 2), round(y, 2), round(x + width, 2), round(y + height, 2)] as const;
      const feature = { frame: begin + index * keyframeStep, bounds, interpolate: true, keyframe: true } as const;
      return rich ? { ...feature, ...makeRich(random, x, y) } : feature;
    });
    const pairs: [string, number][] = [[pick(), confidence]];
    if (random() < 0.6) pairs.push([`other ${pick()}`, round(1 - confidence, 5)]);
    return { id, pairs: pairs.toSorted((a, b) => b[1] - a[1]), features };
  });
}

function makeRich(random: () => number, x: number, y: number): Partial<BenchFeature> {
  const attributes: Record<string, string | number | boolean> = {
    visibility: ["poor", "fair", "clear"][Math.floor(random() * 3)] ?? "poor",
    occluded: random() < 0.5,
    size: Math.round(random() * 1000) / 10,
  };
  const points = Array.from({ length: 6 + Math.floor(random() * 12) }, () => [
    Math.round(x + random() * 100),
    Math.round(y + random() * 80),
  ]);
  const polygon = {
    type: "Feature",
    properties: { key: "" },
    geometry: { type: "Polygon", coordinates: [points] },
  };
  return {
    attributes,
    geometry: { type: "FeatureCollection", features: [polygon] },
    tokens: [
      ...Object.entries(attributes).map(([name, value]) => `(atr) ${name} ${value}`),
      "(trk-atr) reviewed true",
      `(poly) ${points.flat().join(" ")}`,
    ],
  };
}

export function imageName(frame: number): string {
  return `frame_${String(frame).padStart(6, "0")}.jpg`;
}

/** VIAME CSV, by track, or by frame as detectors write it. */
export function toCsv(tracks: readonly BenchTrack[], order: "track" | "frame" = "track"): Uint8Array<ArrayBuffer> {
  const rows = tracks.flatMap((track) => track.features.map((feature) => ({ track, feature })));
  if (order === "frame") rows.sort((a, b) => a.feature.frame - b.feature.frame);
  const lines = rows.map(({ track, feature }) => {
    const cells = [track.id, imageName(feature.frame), feature.frame, ...feature.bounds, track.pairs[0]?.[1] ?? 1, -1];
    return `${[...cells, ...track.pairs.flat(), ...(feature.tokens ?? [])].join(",")}\n`;
  });
  return new TextEncoder().encode(header + lines.join(""));
}

/** DIVE annotation JSON, version 2, compact. */
export function toJson(tracks: readonly BenchTrack[]): Uint8Array<ArrayBuffer> {
  const entries = tracks.map(({ id, pairs, features }) => {
    const wire = features.map(({ tokens: _, ...feature }) => feature);
    const [begin, end] = [features[0]?.frame ?? 0, features.at(-1)?.frame ?? 0];
    const track = { id, begin, end, confidencePairs: pairs, attributes: {}, features: wire };
    return `"${id}":${JSON.stringify(track)}`;
  });
  return new TextEncoder().encode(`{"tracks":{${entries.join(",")}},"groups":{},"version":2,"fps":5}`);
}
