/**
 * Draws the frames of a survey: which frames people look at, so that counts, precision and recall of all frames can be
 * estimated from few. Frames are drawn at random within strata, groups of frames with similar scores by the model. A larger
 * survey with the same seed contains the smaller one.
 */

/** A frame of the annotations to be surveyed. */
export interface SurveyFrame {
  /** Sum of the confidences of the computed boxes: how many objects the model expects. */
  readonly score: number;
  /** Whether anything was computed, at whatever confidence. */
  readonly hasBoxes: boolean;
}

export interface Stratum {
  /** Positions in the list of frames, in the order in which they are looked at. */
  readonly order: Uint32Array;
  /** How many of them are looked at. */
  readonly drawn: number;
}

/** Groups by score; frames without computed boxes are one more. */
const scoreGroups = 4;
/** Fewer frames say nothing about how frames differ. */
export const minPerStratum = 5;

/**
 * @param size frames to look at; more than there are: all
 * @param seed the same one draws the same frames
 * @returns strata without frames are left out
 */
export function drawSurvey(frames: readonly SurveyFrame[], size: number, seed: number): readonly Stratum[] {
  const groups = groupsOf(frames);
  const random = randomOf(seed);
  const orders = groups.map((group) => shuffled(group, random));
  const weights = groups.map((group) => {
    const mean = group.reduce((sum, at) => sum + frames[at]!.score, 0) / group.length;
    // Counts of objects vary about as much as their square root; missed objects vary where nothing was computed, too.
    return group.length * Math.sqrt(mean + emptyScore);
  });
  const drawn = allocate(
    weights,
    groups.map(({ length }) => length),
    size,
  );
  return orders.map((order, at) => ({ order, drawn: drawn[at]! }));
}

const emptyScore = 0.1;

/** Equal shares of the square roots of the scores: groups of high scores, which vary more, are smaller. */
function groupsOf(frames: readonly SurveyFrame[]): readonly (readonly number[])[] {
  const empty: number[] = [];
  const others: number[] = [];
  for (const [at, { hasBoxes }] of frames.entries()) (hasBoxes ? others : empty).push(at);
  others.sort((a, b) => frames[a]!.score - frames[b]!.score || a - b);
  const total = others.reduce((sum, at) => sum + Math.sqrt(frames[at]!.score), 0);
  const groups: number[][] = Array.from({ length: scoreGroups }, () => []);
  let sum = 0;
  for (const [n, at] of others.entries()) {
    sum += Math.sqrt(frames[at]!.score);
    const share = total > 0 ? sum / total : (n + 1) / others.length;
    groups[Math.min(scoreGroups - 1, Math.floor(share * scoreGroups))]!.push(at);
  }
  return joinSmall([empty, ...groups]);
}

/** Groups smaller than a stratum's sample join the next one, the last the one before. */
function joinSmall(groups: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const joined: number[][] = [];
  let rest: number[] = [];
  for (const group of groups) {
    rest.push(...group);
    if (rest.length < 2 * minPerStratum) continue;
    joined.push(rest);
    rest = [];
  }
  const last = joined.at(-1);
  if (last === undefined) return rest.length > 0 ? [rest] : [];
  last.push(...rest);
  return joined;
}

/**
 * Each next frame goes to the stratum with the largest weight for each frame that it has, so that no stratum loses frames
 * when more are drawn.
 */
function allocate(weights: readonly number[], sizes: readonly number[], size: number): readonly number[] {
  const drawn = weights.map(() => 0);
  for (
    let left = Math.min(
      size,
      sizes.reduce((sum, each) => sum + each, 0),
    );
    left > 0;
    left--
  ) {
    let [best, most] = [-1, -1];
    for (const [at, weight] of weights.entries()) {
      if (drawn[at]! >= sizes[at]!) continue;
      const priority = drawn[at]! < minPerStratum ? Infinity : weight / (drawn[at]! + 0.5);
      const isBetter = priority > most || (priority === Infinity && most === Infinity && drawn[at]! < drawn[best]!);
      if (isBetter) [best, most] = [at, priority];
    }
    drawn[best]!++;
  }
  return drawn;
}

function shuffled(positions: readonly number[], random: () => number): Uint32Array {
  const order = Uint32Array.from(positions);
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
