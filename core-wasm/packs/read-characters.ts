/**
 * The characters of a line from a model's scores, step by step along the line (A. Graves et al., Connectionist temporal
 * classification, ICML 2006): the best path, without repetitions and blanks.
 */
import type { ModelPack } from "#schemas";

import type { NumberTensor } from "./model-runtime.ts";
import { requireShape } from "./read-answers.ts";
import { softmaxOf } from "./softmax.ts";

export interface ReadCharacters {
  readonly text: string;
  /** Of its least certain character, 0 to 1; 0: no text. */
  readonly confidence: number;
}

/** By class of the model, in its usual form; `undefined`: no character. */
export type Alphabet = readonly (string | undefined)[];

/** The share of each class at each step along a line. */
export interface Steps {
  readonly alphabet: Alphabet;
  readonly count: number;
  /** The classes of a step next to each other. */
  readonly values: Float32Array;
}

type Reader = Required<ModelPack>["reader"];

/** @param list one character a line */
export function alphabetOf(list: Uint8Array, { blank = "first", space = false }: Reader): Alphabet {
  const lines = new TextDecoder().decode(list).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  // Wide colons and digits mean the same as narrow ones.
  const known = [...lines, ...(space ? [" "] : [])].map((one) => one.normalize("NFKC"));
  return blank === "first" ? [undefined, ...known] : [...known, undefined];
}

/** @throws PackError when the model answers in another shape */
export function stepsOf({ shape, values }: NumberTensor, alphabet: Alphabet, { model, activation }: Reader): Steps {
  const [classes, count] = [alphabet.length, shape[1] ?? 0];
  const described = `${classes} characters with blank and space`;
  requireShape({ shape, values }, [1, count, classes], model, described, '"reader"');
  if (activation !== "softmax") return { alphabet, count, values };
  const shares = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += classes) shares.set(softmaxOf(values.subarray(at, at + classes)), at);
  return { alphabet, count, values: shares };
}

export function readCharacters({ alphabet, count, values }: Steps): ReadCharacters {
  const classes = alphabet.length;
  let [text, confidence, last, score] = ["", 1, -1, 1];
  const close = (): void => {
    const character = alphabet[last];
    if (character === undefined) return;
    text += character;
    confidence = Math.min(confidence, score);
  };
  for (let step = 0; step < count; step++) {
    const own = values.subarray(step * classes, (step + 1) * classes);
    let best = 0;
    for (let at = 1; at < classes; at++) if (own[at]! > own[best]!) best = at;
    if (best === last) {
      score = Math.max(score, own[best]!);
    } else {
      close();
      [last, score] = [best, own[best]!];
    }
  }
  close();
  const trimmed = text.trim();
  return { text: trimmed, confidence: trimmed === "" ? 0 : Math.max(0, Math.min(1, confidence)) };
}
