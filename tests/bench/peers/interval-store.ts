/**
 * Annotations as objects: a class per track, features in a sparse array by frame, and an interval tree that finds the
 * tracks of a frame, as in web tools in this field. Written for this measurement.
 */
import type { JsFeature, JsTrack } from "./javascript.ts";

interface Interval {
  readonly begin: number;
  readonly end: number;
  readonly id: number;
}

/** A node of a balanced tree of intervals sorted by begin; stores the largest end below it. */
interface TreeNode extends Interval {
  readonly left: TreeNode | undefined;
  readonly right: TreeNode | undefined;
  readonly largestEnd: number;
}

function buildTree(sorted: readonly Interval[], from = 0, to = sorted.length): TreeNode | undefined {
  const middle = (from + to) >> 1;
  const interval = sorted[middle];
  if (from >= to || interval === undefined) return undefined;
  const left = buildTree(sorted, from, middle);
  const right = buildTree(sorted, middle + 1, to);
  const largestEnd = Math.max(interval.end, left?.largestEnd ?? -1, right?.largestEnd ?? -1);
  return { ...interval, left, right, largestEnd };
}

function search(node: TreeNode | undefined, frame: number, found: number[]): number[] {
  if (node === undefined || node.largestEnd < frame) return found;
  search(node.left, frame, found);
  if (node.begin > frame) return found;
  if (node.end >= frame) found.push(node.id);
  return search(node.right, frame, found);
}

class StoredTrack {
  readonly id: number;
  readonly confidencePairs: JsTrack["confidencePairs"];
  readonly features: JsFeature[] = [];
  readonly featureIndex: number[];

  constructor({ id, confidencePairs, features }: JsTrack) {
    this.id = id;
    this.confidencePairs = confidencePairs;
    for (const feature of features) this.features[feature.frame] = feature;
    this.featureIndex = features.map(({ frame }) => frame).toSorted((a, b) => a - b);
  }

  getFeature(frame: number): JsFeature | undefined {
    const real = this.features[frame];
    if (real?.keyframe === true) return real;
    let low = 0;
    let high = this.featureIndex.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.featureIndex[middle] ?? 0) <= frame) low = middle;
      else high = middle;
    }
    const before = this.features[this.featureIndex[low] ?? -1];
    const after = this.features[this.featureIndex[low + 1] ?? -1];
    if (before?.interpolate !== true || after === undefined) return undefined;
    const weight = (frame - before.frame) / (after.frame - before.frame);
    const bounds = before.bounds.map((value, i) => value * (1 - weight) + (after.bounds[i] ?? 0) * weight);
    return { frame, bounds, interpolate: true, keyframe: false };
  }
}

export class IntervalStore {
  readonly #tracks: Map<number, StoredTrack>;
  readonly #tree: TreeNode | undefined;

  constructor(tracks: readonly JsTrack[]) {
    this.#tracks = new Map(tracks.map((track) => [track.id, new StoredTrack(track)]));
    const intervals = tracks.map(({ id, begin, end }) => ({ id, begin, end }));
    this.#tree = buildTree(intervals.toSorted((a, b) => a.begin - b.begin));
  }

  /** Everything on a frame: the track, its displayed type, the feature. */
  queryFrame(frame: number, threshold = 0): { track: StoredTrack; type: string; feature: JsFeature }[] {
    const visible: { track: StoredTrack; type: string; feature: JsFeature }[] = [];
    for (const id of search(this.#tree, frame, [])) {
      const track = this.#tracks.get(id);
      const shown = track?.confidencePairs.find(([, confidence]) => confidence >= threshold);
      const feature = track?.getFeature(frame);
      if (track && shown && feature) visible.push({ track, type: shown[0], feature });
    }
    return visible;
  }

  /** Ids of the tracks that pass the threshold. */
  filter(threshold: number): number[] {
    const shown: number[] = [];
    for (const track of this.#tracks.values()) {
      if (track.confidencePairs.some(([, confidence]) => confidence >= threshold)) shown.push(track.id);
    }
    return shown;
  }

  /** Ids of the tracks that have one of these types with this confidence, highest confidence first. */
  filterByTypes(types: ReadonlySet<string>, threshold: number): number[] {
    const found: { readonly id: number; readonly confidence: number }[] = [];
    for (const { id, confidencePairs } of this.#tracks.values()) {
      const pair = confidencePairs.find(([type, confidence]) => confidence >= threshold && types.has(type));
      if (pair !== undefined) found.push({ id, confidence: pair[1] });
    }
    return found.toSorted((a, b) => b.confidence - a.confidence).map(({ id }) => id);
  }
}
