/**
 * The most likely text of a given format from a model's scores: the best path (A. J. Viterbi, IEEE Trans. Inf. Theory
 * 13(2), 1967).
 */
import type { ReadCharacters, Steps } from "./read-characters.ts";
import type { FormatPlace, TextFormat } from "./text-format.ts";

/** A state of the path: at a place of the format with one of its characters, or at a blank after it. */
interface State {
  /** -1: before the first one. */
  readonly place: number;
  /** `undefined`: blank. */
  readonly character: string | undefined;
  /** Classes of the model that mean it. */
  readonly classes: readonly number[];
  /** States that it may follow, including itself. */
  readonly after: number[];
}

/** A share of zero would exclude a path. */
const minShare = 1e-9;

/** `undefined`: the model does not know the characters of the format, or the line is too short for it. */
export function readFormat(steps: Steps, format: TextFormat): ReadCharacters | undefined {
  const states = statesOf(steps, format);
  const { count, values, alphabet } = steps;
  const classes = alphabet.length;
  const shareAt = (step: number, { classes: own }: State): number =>
    own.reduce((max, at) => Math.max(max, values[step * classes + at]!), 0);
  let best = Float64Array.from(states, (state) =>
    canStart(state, format) ? Math.log(shareAt(0, state) + minShare) : -Infinity,
  );
  const from: Int32Array[] = [];
  for (let step = 1; step < count; step++) {
    const back = new Int32Array(states.length).fill(-1);
    best = Float64Array.from(states, (state, n) => {
      let max = -Infinity;
      for (const previous of state.after) {
        if (best[previous]! > max) [max, back[n]] = [best[previous]!, previous];
      }
      return max === -Infinity ? max : max + Math.log(shareAt(step, state) + minShare);
    });
    from.push(back);
  }
  let end = -1;
  for (const [n, state] of states.entries()) {
    if (canEnd(state, format) && best[n]! > (best[end] ?? -Infinity)) end = n;
  }
  if (count === 0 || end < 0) return undefined;
  const path = [end];
  for (const back of from.toReversed()) path.push(back[path.at(-1)!]!);
  return written(path.reverse(), states, format, shareAt);
}

function written(
  path: readonly number[],
  states: readonly State[],
  format: TextFormat,
  shareAt: (step: number, state: State) => number,
): ReadCharacters {
  let [text, place, confidence] = ["", -1, 1];
  const skipTo = (next: number): void => {
    for (place++; place < next; place++) text += format[place]?.absent ?? "";
  };
  for (let step = 0; step < path.length;) {
    const [now, state] = [path[step]!, states[path[step]!]!];
    let share = 0;
    for (; path[step] === now; step++) share = Math.max(share, shareAt(step, state));
    if (state.character === undefined) continue;
    if (state.place !== place) skipTo(state.place);
    place = state.place;
    text += state.character;
    confidence = Math.min(confidence, share);
  }
  skipTo(format.length);
  return { text: text.trim(), confidence: Math.min(1, confidence) };
}

function statesOf({ alphabet }: Steps, format: TextFormat): State[] {
  const byCharacter = Map.groupBy(alphabet.keys(), (at) => alphabet[at]);
  const classesOf = (character: string | undefined): readonly number[] => byCharacter.get(character) ?? [];
  const states: State[] = [{ place: -1, character: undefined, classes: classesOf(undefined), after: [0] }];
  for (const [place, { characters, isRepeated }] of format.entries()) {
    const before = states.flatMap((state, n) => (isBefore(state.place, place, format) ? [n] : []));
    const first = states.length;
    for (const character of characters) {
      const others = before.filter((n) => states[n]!.character !== character);
      const after = [...others, states.length];
      states.push({ place, character, classes: classesOf(character), after });
    }
    const blank = states.length;
    const own = characters.map((_, n) => first + n);
    states.push({ place, character: undefined, classes: classesOf(undefined), after: [...own, blank] });
    if (isRepeated) for (const n of own) states[n]!.after.push(...own.filter((other) => other !== n), blank);
  }
  return states;
}

const isOptional = ({ absent }: FormatPlace): boolean => absent !== undefined;

const isBefore = (earlier: number, place: number, format: TextFormat): boolean =>
  earlier < place && format.slice(earlier + 1, place).every(isOptional);

const canStart = ({ place, character }: State, format: TextFormat): boolean =>
  character === undefined ? place === -1 : isBefore(-1, place, format);

const canEnd = ({ place }: State, format: TextFormat): boolean => isBefore(place, format.length, format);
