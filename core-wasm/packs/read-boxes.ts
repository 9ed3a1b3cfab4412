/** Interprets the output of a detector: boxes in pixels of its input, each with its most likely class. */
import type { ModelPack } from "#schemas";
import { overlapOf, type Bounds } from "#vision/bounds";

import { PackError } from "./pack.ts";
import { type Answers, answerOf, requireShape } from "./read-answers.ts";
import { softmaxOf } from "./softmax.ts";

export interface ReadBox extends Bounds {
  /** Index of its class. */
  readonly label: number;
  /** 0 to 1. */
  readonly score: number;
}

/** A detector's manifest, whose members `parseManifest` has validated. */
export type DetectorPack = ModelPack & Required<Pick<ModelPack, "output" | "classes">>;

/** @throws PackError when their shape is different, or they are not numbers */
export function readBoxes(answers: Answers, pack: DetectorPack, min: number): ReadBox[] {
  const { layout } = pack.output;
  if (layout === "detr") return readDetr(answers, pack, min);
  return layout === "yolo" ? readYolo(answers, pack, min) : readEndToEnd(answers, pack, min);
}

/** Keeps the most confident of the boxes of one class that overlap by more than the limit. */
export function withoutOverlaps(boxes: readonly ReadBox[], max: number): ReadBox[] {
  const kept: ReadBox[] = [];
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => other.label === box.label && overlapOf(other, box) > max)) kept.push(box);
  }
  return kept;
}

function readYolo(answers: Answers, { output, classes, model }: DetectorPack, min: number): ReadBox[] {
  const found = answerOf(answers, model, output.boxes);
  const ahead = output.objectness === true ? 5 : 4;
  const members = ahead + classes.length;
  const isMiddle = output.rows === "middle";
  const { shape, values } = found;
  const count = (isMiddle ? shape[1] : shape[2]) ?? 0;
  requireShape(found, isMiddle ? [1, count, members] : [1, members, count], model, `for ${classes.length} classes`);
  const [step, next] = isMiddle ? [1, members] : [count, 1];
  const boxes: ReadBox[] = [];
  for (let n = 0; n < count; n++) {
    const at = n * next;
    const factor = ahead === 5 ? values[at + 4 * step]! : 1;
    let [label, score] = [0, -Infinity];
    for (let one = 0; one < classes.length; one++) {
      const value = values[at + (ahead + one) * step]!;
      if (value > score) [label, score] = [one, value];
    }
    score *= factor;
    if (score < min) continue;
    const [x, y, width, height] = [0, 1, 2, 3].map((one) => values[at + one * step]!) as [
      number,
      number,
      number,
      number,
    ];
    boxes.push({ ...around(x, y, width, height), label, score: Math.min(1, score) });
  }
  return boxes;
}

function readEndToEnd(answers: Answers, { output, classes, model }: DetectorPack, min: number): ReadBox[] {
  const found = answerOf(answers, model, output.boxes);
  const count = found.shape[1] ?? 0;
  requireShape(found, [1, count, 6], model, "two corners, score and class");
  const boxes: ReadBox[] = [];
  for (let at = 0; at < count * 6; at += 6) {
    const [x1, y1, x2, y2, score, label] = found.values.subarray(at, at + 6) as unknown as [
      ...[number, number, number, number, number, number],
    ];
    if (score < min) continue;
    if (classes[label] === undefined) {
      throw new PackError(`${model} answers with class ${label}, and pack.json names ${classes.length}.`);
    }
    boxes.push({ x1, y1, x2, y2, label, score: Math.min(1, score) });
  }
  return boxes;
}

function readDetr(answers: Answers, { output, classes, model, input }: DetectorPack, min: number): ReadBox[] {
  const scores = answerOf(answers, model, output.scores);
  const boxes = answerOf(answers, model, output.boxes);
  const isSoftmax = output.activation === "softmax";
  const members = classes.length + (isSoftmax ? 1 : 0);
  const count = scores.shape[1] ?? 0;
  requireShape(scores, [1, count, members], model, `scores of ${classes.length} classes`);
  requireShape(boxes, [1, count, 4], model, "boxes");
  const found: ReadBox[] = [];
  for (let n = 0; n < count; n++) {
    const own = scoresOf(scores.values.subarray(n * members, (n + 1) * members), output.activation ?? "sigmoid");
    let label = 0;
    for (let one = 1; one < classes.length; one++) if (own[one]! > own[label]!) label = one;
    const score = own[label]!;
    if (score < min) continue;
    const [x, y, width, height] = boxes.values.subarray(n * 4, n * 4 + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const box = around(x * input.width, y * input.height, width * input.width, height * input.height);
    found.push({ ...box, label, score: Math.min(1, score) });
  }
  return found;
}

function scoresOf(values: Float32Array, activation: "sigmoid" | "softmax" | "none"): Float32Array {
  if (activation === "none") return values;
  if (activation === "sigmoid") return values.map((value) => 1 / (1 + Math.exp(-value)));
  return softmaxOf(values);
}

const around = (x: number, y: number, width: number, height: number): Bounds => ({
  x1: x - width / 2,
  y1: y - height / 2,
  x2: x + width / 2,
  y2: y + height / 2,
});
