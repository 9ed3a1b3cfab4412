/** Checks what a model answers before it is interpreted: which outputs, of which shape, and whether they are numbers. */
import type { NumberTensor } from "./model-runtime.ts";
import { PackError } from "./pack.ts";

export type Answers = ReadonlyMap<string, NumberTensor>;

/** @param name default: the only output @throws PackError */
export function answerOf(answers: Answers, model: string, name: string | undefined): NumberTensor {
  const names = [...answers.keys()];
  const found = answers.get(name ?? (names.length === 1 ? (names[0] ?? "") : ""));
  if (found === undefined) {
    const wanted = name === undefined ? "one output" : `an output ${name}`;
    throw new PackError(`${model} has the outputs ${names.join(", ")}, and pack.json describes ${wanted}.`);
  }
  // An output that is not a number is a fault of the model, never a picture without objects.
  if (!found.values.every(Number.isFinite)) {
    throw new PackError(
      `${model} answers with values that are not numbers (NaN or infinite): the model is damaged, or "input" in pack.json does not describe what it takes.`,
    );
  }
  return found;
}

/** @param what the answer, and `correct` the members of pack.json to correct @throws PackError */
export function requireShape(
  { shape }: NumberTensor,
  wanted: readonly number[],
  model: string,
  what: string,
  correct = '"output" and "classes"',
): void {
  if (shape.length === wanted.length && shape.every((size, at) => size === wanted[at])) return;
  throw new PackError(
    `${model} answers ${shapeText(shape)} numbers, and pack.json describes ${shapeText(wanted)} (${what}): correct ${correct} there.`,
  );
}

export const shapeText = (shape: readonly (number | undefined)[]): string =>
  shape.map((size) => size ?? "any").join(" × ");
