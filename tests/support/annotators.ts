/**
 * Worlds of moving objects, and people who annotate them by hand: boxes at keyframes that are a bit off, objects and
 * stretches that are missed, seen where nothing is, taken for another type, or for another object.
 */
import type { ConsensusTrack } from "../../core-wasm/host/consensus/consensus-side.ts";
import type { TrackId } from "../../core-wasm/host/types.ts";
import { seededRandom } from "./random.ts";

export interface AnnotatedWorld {
  readonly truth: readonly ConsensusTrack[];
  readonly people: readonly (readonly ConsensusTrack[])[];
}

/** How much goes wrong; shares are probabilities. */
export interface Carelessness {
  /** Standard deviation of an edge of a keyframe, in sizes of the object. */
  readonly edges: number;
  /** Of objects. */
  readonly missed: number;
  /** Objects that are not there, for each that is. */
  readonly invented: number;
  /** Of objects: they lose a stretch in the middle. */
  readonly gaps: number;
  /** Of objects: they become two, of different ids. */
  readonly split: number;
  /** Of pairs of objects that come close: their ids change places. */
  readonly swapped: number;
  /** Of objects. */
  readonly otherType: number;
}

export const usualCare: Carelessness = {
  edges: 0.07,
  missed: 0.06,
  invented: 0.06,
  gaps: 0.15,
  split: 0.12,
  swapped: 0.3,
  otherType: 0.08,
};

const types = ["cod", "crab", "eel", "ling"];
const [width, height] = [1920, 1080];

type Box = readonly [number, number, number, number];
type Boxes = Map<number, Box>;
interface Drawn {
  readonly type: string;
  readonly boxes: Boxes;
}
type Random = () => number;

/** @param cares of each person, in multiples of the usual one */
export function annotatedWorld(
  seed: number,
  { objects = 12, frames = 120, cares }: { objects?: number; frames?: number; cares: readonly number[] },
): AnnotatedWorld {
  const random = seededRandom(seed);
  const truth = Array.from({ length: objects }, () => moving(random, frames));
  return {
    truth: tracksOf(truth),
    people: cares.map((care) => tracksOf(annotate(truth, random, care, frames))),
  };
}

/** Like the usual one, from a bit better to a bit worse. */
export function caresOf(seed: number, people: number): number[] {
  const random = seededRandom(seed * 31 + 7);
  return Array.from({ length: people }, () => 0.6 + 0.9 * random());
}

function moving(random: Random, frames: number): Drawn {
  const begin = Math.floor((random() * frames) / 3);
  const end = Math.max(begin + 10, frames - 1 - Math.floor((random() * frames) / 3));
  const [w, h] = [40 + 120 * random(), 30 + 90 * random()];
  let [x, y] = [random() * (width - w), random() * (height - h)];
  let [dx, dy] = [12 * (random() - 0.5), 8 * (random() - 0.5)];
  const boxes: Boxes = new Map();
  for (let frame = begin; frame <= end; frame++) {
    boxes.set(frame, [x, y, x + w, y + h]);
    if (frame % 20 === 0) [dx, dy] = [dx + 6 * (random() - 0.5), dy + 4 * (random() - 0.5)];
    if (x + dx < 0 || x + dx + w > width) dx = -dx;
    if (y + dy < 0 || y + dy + h > height) dy = -dy;
    [x, y] = [x + dx, y + dy];
  }
  return { type: types[Math.floor(random() * types.length)]!, boxes };
}

function annotate(truth: readonly Drawn[], random: Random, care: number, frames: number): Drawn[] {
  const { edges, missed, invented, gaps, split, swapped, otherType } = usualCare;
  const happens = (share: number): boolean => random() < share * care;
  const drawn: Drawn[] = [];
  for (const object of truth) {
    if (happens(missed)) continue;
    const type = happens(otherType) ? types[Math.floor(random() * types.length)]! : object.type;
    let boxes = byHand(object.boxes, random, edges * care);
    const numbers = [...boxes.keys()];
    const someFrame = (): number => numbers[Math.floor(numbers.length * (0.2 + 0.6 * random()))]!;
    if (happens(gaps)) {
      const [from, length] = [someFrame(), 3 + Math.floor(12 * random())];
      boxes = new Map([...boxes].filter(([frame]) => frame < from || frame >= from + length));
    }
    if (happens(split)) {
      const at = someFrame();
      const parts = Map.groupBy([...boxes], ([frame]) => frame < at);
      for (const part of parts.values()) drawn.push({ type, boxes: new Map(part) });
    } else drawn.push({ type, boxes });
  }
  for (let a = 0; a < drawn.length; a++)
    for (let b = a + 1; b < drawn.length; b++) {
      const at = meeting(drawn[a]!.boxes, drawn[b]!.boxes);
      if (at === undefined || !happens(swapped)) continue;
      const [own, other] = [drawn[a]!, drawn[b]!];
      const cross = (first: Drawn, second: Drawn): Drawn => ({
        type: first.type,
        boxes: new Map([
          ...[...first.boxes].filter(([frame]) => frame < at),
          ...[...second.boxes].filter(([frame]) => frame >= at),
        ]),
      });
      [drawn[a], drawn[b]] = [cross(own, other), cross(other, own)];
    }
  for (const _ of truth) if (happens(invented)) drawn.push(shortened(moving(random, frames), random));
  return drawn;
}

/** The first frame on which they overlap. */
function meeting(a: Boxes, b: Boxes): number | undefined {
  for (const [frame, [x1, y1, x2, y2]] of a) {
    const other = b.get(frame);
    if (other !== undefined && x1 < other[2] && other[0] < x2 && y1 < other[3] && other[1] < y2) return frame;
  }
  return undefined;
}

function shortened({ type, boxes }: Drawn, random: Random): Drawn {
  return { type, boxes: new Map([...boxes].slice(0, 5 + Math.floor(20 * random()))) };
}

/** Keyframes every few frames, begun and ended a bit early or late, straight in between, whole pixels. */
function byHand(boxes: Boxes, random: Random, edges: number): Boxes {
  const numbers = [...boxes.keys()];
  const cut = (): number => Math.floor(3 * random());
  const seen = numbers.slice(cut(), numbers.length - cut());
  const step = 6 + Math.floor(8 * random());
  const isKey = (at: number): boolean => at % step === 0 || at === seen.length - 1;
  const keys = seen.filter((_, at) => isKey(at)).map((frame) => [frame, shaken(boxes.get(frame)!)] as const);
  const drawn: Boxes = new Map();
  for (const [n, [from, first]] of keys.entries()) {
    const [to, last] = keys[n + 1] ?? [from + 1, first];
    for (let frame = from; frame < to; frame++) {
      const share = (frame - from) / (to - from);
      drawn.set(frame, first.map((value, edge) => value + share * (last[edge]! - value)) as unknown as Box);
    }
  }
  return drawn;

  function shaken([x1, y1, x2, y2]: Box): Box {
    const [w, h] = [x2 - x1, y2 - y1];
    const off = (size: number): number => size * edges * normal(random);
    const [left, top, right, bottom] = [x1 + off(w), y1 + off(h), x2 + off(w), y2 + off(h)].map(Math.round);
    return [left!, top!, Math.max(left! + 2, right!), Math.max(top! + 2, bottom!)];
  }
}

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function tracksOf(drawn: readonly Drawn[]): ConsensusTrack[] {
  return drawn
    .filter(({ boxes }) => boxes.size > 0)
    .map(({ type, boxes }, id) => ({
      id: id as TrackId,
      type,
      confidence: 1,
      attributes: {},
      frames: Uint32Array.from(boxes.keys()),
      bounds: Float64Array.from([...boxes.values()].flat()),
    }));
}
