/** Small worlds with deliberate mistakes, for comparing metrics with naive ones. */
import type { TrackBoxes, TrackId } from "../types.ts";
import type { NaiveTrack } from "./naive-metrics.ts";

/** Deterministic, 0 .. 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function boxesOf({ id, type, confidence, boxes }: NaiveTrack): TrackBoxes {
  const entries = [...boxes].toSorted(([a], [b]) => a - b);
  return {
    id: id as TrackId,
    type,
    confidence,
    frames: Uint32Array.from(entries, ([frame]) => frame),
    bounds: Float64Array.from(entries.flatMap(([, box]) => [...box])),
  };
}

/** Tracks that drift over a small picture, and the possible output of a tracker: jittered, split, lost, invented. */
export function randomPair(random: () => number): readonly [NaiveTrack[], NaiveTrack[]] {
  const types = ["fish", "crab"];
  const type = (): string => types[Math.floor(random() * types.length)]!;
  const truth = Array.from({ length: Math.floor(random() * 5) }, (_, id): NaiveTrack => {
    const begin = Math.floor(random() * 4);
    const [x, y, dx, dy] = [random() * 40, random() * 40, random() * 4 - 2, random() * 4 - 2];
    // Boxes of equal size would be ties: anything inside two of them overlaps both equally.
    const [width, height] = [12 + random() * 4, 9 + random() * 3];
    const boxes = new Map<number, number[]>();
    for (let frame = begin; frame < begin + 2 + random() * 5; frame++)
      if (random() > 0.15)
        boxes.set(frame, [x + dx * frame, y + dy * frame, x + dx * frame + width, y + dy * frame + height]);
    return { id, type: type(), confidence: 1, boxes };
  });
  const found: NaiveTrack[] = [];
  const shake = (): number => (random() - 0.5) * 5;
  for (const track of truth) {
    if (random() < 0.15) continue;
    const cut = random() < 0.4 ? Math.floor(random() * 6) : 99;
    for (const part of [0, 1]) {
      const boxes = [...track.boxes]
        .filter(([frame]) => frame < cut === (part === 0) && random() > 0.1)
        .map(([frame, box]) => [frame, box.map((side) => side + shake())] as const)
        .filter(([, box]) => box[2]! > box[0]! && box[3]! > box[1]!);
      if (boxes.length === 0) continue;
      found.push({
        id: found.length + 10,
        type: random() < 0.85 ? track.type : type(),
        confidence: random(),
        boxes: new Map(boxes),
      });
    }
  }
  if (random() < 0.3)
    found.push({ id: 99, type: type(), confidence: random(), boxes: new Map([[2, [5, 5, 20 + random(), 20]]]) });
  return [truth, found];
}
