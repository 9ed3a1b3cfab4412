/**
 * Naive versions of the metrics, written from the papers without regard for speed, to compare the real ones with: every
 * matching is found by trying all of them. Shares no code with `metrics/`.
 *
 * CLEAR: Bernardin, Stiefelhagen, "Evaluating Multiple Object Tracking Performance", 2008. IDF1: Ristani et al.,
 * "Performance Measures and a Data Set for Multi-Target, Multi-Camera Tracking", 2016. HOTA: Luiten et al., "HOTA: A
 * Higher Order Metric for Evaluating Multi-Object Tracking", 2021, with the matching of its evaluation code. AP: Lin et
 * al., "Microsoft COCO", 2014.
 */

export interface NaiveTrack {
  readonly id: number;
  readonly type: string;
  readonly confidence: number;
  /** Box by frame. */
  readonly boxes: ReadonlyMap<number, readonly number[]>;
}

type Pair = readonly [truth: NaiveTrack, found: NaiveTrack];

function overlapOf(a: readonly number[], b: readonly number[]): number {
  const side = (low: number, high: number): number =>
    Math.max(0, Math.min(a[high]!, b[high]!) - Math.max(a[low]!, b[low]!));
  const both = side(0, 2) * side(1, 3);
  const area = (box: readonly number[]): number => (box[2]! - box[0]!) * (box[3]! - box[1]!);
  return both === 0 ? 0 : both / (area(a) + area(b) - both);
}

const iouAt = ([truth, found]: Pair, frame: number): number => {
  const [a, b] = [truth.boxes.get(frame), found.boxes.get(frame)];
  return a === undefined || b === undefined ? 0 : overlapOf(a, b);
};

/** The matching with the largest sum; pairs of weight 0 are left out. */
function bestMatching(
  truth: readonly NaiveTrack[],
  found: readonly NaiveTrack[],
  weigh: (pair: Pair) => number,
): readonly Pair[] {
  const [first, ...rest] = truth;
  if (first === undefined) return [];
  const total = (pairs: readonly Pair[]): number => pairs.reduce((sum, pair) => sum + weigh(pair), 0);
  let best = bestMatching(rest, found, weigh);
  for (const other of found) {
    if (weigh([first, other]) <= 0) continue;
    const others = found.filter((one) => one !== other);
    const tried: readonly Pair[] = [[first, other], ...bestMatching(rest, others, weigh)];
    if (total(tried) > total(best)) best = tried;
  }
  return best;
}

export const framesOf = (tracks: readonly NaiveTrack[]): number[] =>
  [...new Set(tracks.flatMap(({ boxes }) => [...boxes.keys()]))].sort((a, b) => a - b);
const boxCount = (tracks: readonly NaiveTrack[]): number => tracks.reduce((sum, { boxes }) => sum + boxes.size, 0);
const on = (tracks: readonly NaiveTrack[], frame: number): NaiveTrack[] =>
  tracks.filter(({ boxes }) => boxes.has(frame));

export function naiveDetection(truth: readonly NaiveTrack[], found: readonly NaiveTrack[], min: number) {
  let matched = 0;
  for (const frame of framesOf([...truth, ...found])) {
    const weigh = (pair: Pair): number => (iouAt(pair, frame) >= min ? iouAt(pair, frame) : 0);
    matched += bestMatching(on(truth, frame), on(found, frame), weigh).length;
  }
  const [all, other] = [boxCount(truth), boxCount(found)];
  const [precision, recall] = [other === 0 ? 0 : matched / other, all === 0 ? 0 : matched / all];
  return { matched, precision, recall, f1: matched === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/**
 * How many boxes of one type were matched with those of another, regardless of types; "" is none. Keyed `truth >
 * found`.
 */
export function naiveConfusion(truth: readonly NaiveTrack[], found: readonly NaiveTrack[], min: number) {
  const counts: Record<string, number> = {};
  const add = (own: string, other: string): void => {
    counts[`${own} > ${other}`] = (counts[`${own} > ${other}`] ?? 0) + 1;
  };
  for (const frame of framesOf([...truth, ...found])) {
    const weigh = (pair: Pair): number => (iouAt(pair, frame) >= min ? iouAt(pair, frame) : 0);
    const pairs = bestMatching(on(truth, frame), on(found, frame), weigh);
    for (const [a, b] of pairs) add(a.type, b.type);
    for (const track of on(truth, frame)) if (!pairs.some(([a]) => a === track)) add(track.type, "");
    for (const track of on(found, frame)) if (!pairs.some(([, b]) => b === track)) add("", track.type);
  }
  return counts;
}

/** @param frames absent: those with a box of either side */
export function naiveMota(
  truth: readonly NaiveTrack[],
  found: readonly NaiveTrack[],
  min = 0.5,
  frames = framesOf([...truth, ...found]),
) {
  let [misses, wrong, switches, fragments, overlap, matched] = [0, 0, 0, 0, 0, 0];
  let before: readonly Pair[] = [];
  const last = new Map<NaiveTrack, NaiveTrack>();
  for (const frame of frames) {
    const [own, other] = [on(truth, frame), on(found, frame)];
    // First the matches of the previous frame that still hold.
    const kept = before.filter((pair) => iouAt(pair, frame) >= min);
    const rest = bestMatching(
      own.filter((track) => !kept.some(([a]) => a === track)),
      other.filter((track) => !kept.some(([, b]) => b === track)),
      (pair) => (iouAt(pair, frame) >= min ? iouAt(pair, frame) : 0),
    );
    const now = [...kept, ...rest];
    for (const [a, b] of now) {
      if (last.has(a) && last.get(a) !== b) switches++;
      if (last.has(a) && !before.some(([followed]) => followed === a)) fragments++;
      last.set(a, b);
      overlap += iouAt([a, b], frame);
    }
    before = now;
    matched += now.length;
    misses += own.length - before.length;
    wrong += other.length - before.length;
  }
  const all = boxCount(truth);
  const mota = all === 0 ? 0 : 1 - (misses + wrong + switches) / all;
  return { mota, switches, fragments, motp: matched === 0 ? 0 : overlap / matched };
}

export function naiveIdf1(truth: readonly NaiveTrack[], found: readonly NaiveTrack[]): number {
  const agreed = (pair: Pair): number => [...pair[0].boxes.keys()].filter((frame) => iouAt(pair, frame) >= 0.5).length;
  const right = bestMatching(truth, found, agreed).reduce((sum, pair) => sum + agreed(pair), 0);
  const [missing, wrong] = [boxCount(truth) - right, boxCount(found) - right];
  return right + missing + wrong === 0 ? 0 : (2 * right) / (2 * right + missing + wrong);
}

export function naiveHota(truth: readonly NaiveTrack[], found: readonly NaiveTrack[]) {
  const means = { hota: 0, detection: 0, association: 0, localisation: 0 };
  if (boxCount(truth) === 0 || boxCount(found) === 0) return means;
  const frames = framesOf([...truth, ...found]);
  const shared = (pair: Pair): number => {
    let sum = 0;
    for (const frame of frames) {
      const iou = iouAt(pair, frame);
      if (iou === 0) continue;
      const row = found.reduce((all, other) => all + iouAt([pair[0], other], frame), 0);
      const column = truth.reduce((all, other) => all + iouAt([other, pair[1]], frame), 0);
      sum += iou / (row + column - iou);
    }
    return sum;
  };
  const alignment = new Map<NaiveTrack, Map<NaiveTrack, number>>();
  for (const a of truth)
    for (const b of found) {
      const potential = shared([a, b]);
      const row = alignment.get(a) ?? new Map<NaiveTrack, number>();
      row.set(b, potential / (a.boxes.size + b.boxes.size - potential));
      alignment.set(a, row);
    }
  const matches = frames.flatMap((frame) =>
    bestMatching(on(truth, frame), on(found, frame), (pair) => {
      return iouAt(pair, frame) * (alignment.get(pair[0])?.get(pair[1]) ?? 0);
    }).map((pair) => ({ pair, iou: iouAt(pair, frame) })),
  );
  for (let step = 1; step <= 19; step++) {
    const right = matches.filter(({ iou }) => iou >= step * 0.05);
    if (right.length === 0) {
      means.localisation += 1 / 19;
      continue;
    }
    means.localisation += right.reduce((sum, { iou }) => sum + iou, 0) / right.length / 19;
    const detection = right.length / (boxCount(truth) + boxCount(found) - right.length);
    // A(c) of every matched box c: the number of agreeing boxes of its pair, divided by all boxes of either track.
    const association = right.reduce((all, { pair }) => {
      const agreeing = right.filter((other) => other.pair[0] === pair[0] && other.pair[1] === pair[1]).length;
      return all + agreeing / (pair[0].boxes.size + pair[1].boxes.size - agreeing);
    }, 0);
    means.detection += detection / 19;
    means.association += association / right.length / 19;
    means.hota += Math.sqrt((detection * association) / right.length) / 19;
  }
  return means;
}

export function naiveMap(truth: readonly NaiveTrack[], found: readonly NaiveTrack[]) {
  const types = [...new Set(truth.filter(({ boxes }) => boxes.size > 0).map(({ type }) => type))];
  const values: { readonly percent: number; readonly value: number }[] = [];
  for (const type of types) {
    const own = truth.filter((track) => track.type === type);
    const boxes = framesOf(found)
      .flatMap((frame) => on(found, frame).map((track) => ({ track, frame })))
      .filter(({ track }) => track.type === type)
      .sort((a, b) => b.track.confidence - a.track.confidence);
    for (let percent = 50; percent <= 95; percent += 5) {
      const taken = new Set<string>();
      const hits = boxes.map(({ track, frame }) => {
        const [best] = on(own, frame)
          .filter(({ id }) => !taken.has(`${id} ${frame}`))
          .map((one) => ({ one, iou: iouAt([one, track], frame) }))
          .filter(({ iou }) => iou >= percent / 100)
          .sort((a, b) => b.iou - a.iou);
        if (best !== undefined) taken.add(`${best.one.id} ${frame}`);
        return best !== undefined;
      });
      const curve = hits.map((_, place) => {
        const right = hits.slice(0, place + 1).filter(Boolean).length;
        return { precision: right / (place + 1), recall: right / boxCount(own) };
      });
      let sum = 0;
      for (let step = 0; step <= 100; step++) {
        const reached = curve.filter(({ recall }) => recall >= step / 100);
        sum += Math.max(0, ...reached.map(({ precision }) => precision));
      }
      values.push({ percent, value: sum / 101 });
    }
  }
  const mean = (some: typeof values): number | undefined =>
    some.length === 0 ? undefined : some.reduce((sum, { value }) => sum + value, 0) / some.length;
  const at = (wanted: number): number | undefined => mean(values.filter(({ percent }) => percent === wanted));
  return { mean: mean(values), at50: at(50), at75: at(75), at };
}
