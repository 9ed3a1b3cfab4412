/** Learns from boxes on pictures and finds more, in a worker: the page's side. Each picture is sent once. */

import { chooseSide } from "#vision/learning/examples";
import type { Picture } from "../base/picture.ts";
import type { FoundObject, LearnLesson } from "../base/prompt.ts";
import { type CallWorker, WorkerCalls } from "../base/worker-calls.ts";
import type { LearnerCall } from "./learner-model.ts";

/** Candidate sizes of the longer side, pixels; the first at which most objects are large enough is used. */
const longestSides = [480, 640, 960] as const;
/** The share of the work spent on reading pictures. */
const readingShare = 0.3;

export type PictureOf = (frame: number) => Promise<Picture>;

export class Learner {
  readonly #calls: WorkerCalls<LearnerCall>;
  /** Identifies the source of the pictures that the worker has. */
  #of: unknown;
  #side: number | undefined;
  readonly #shown = new Set<number>();
  #by: CallWorker | undefined;

  constructor(start: () => CallWorker) {
    this.#calls = new WorkerCalls(start);
  }

  /**
   * @param of source of the pictures: another one drops all that were sent
   * @param onProgress 0..1 @throws the signal's reason, after terminating the worker
   */
  async learn(
    of: unknown,
    lesson: LearnLesson,
    pictureOf: PictureOf,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const frames = [...new Set([...lesson.frames, ...lesson.refused].map(({ frame }) => frame))];
    const longestSide = await this.#sideFor(lesson, pictureOf);
    if (this.#of !== of || this.#side !== longestSide) this.#forget();
    [this.#of, this.#side] = [of, longestSide];
    for (const [n, frame] of frames.entries()) {
      await this.#show(frame, pictureOf, signal);
      onProgress((readingShare * (n + 1)) / frames.length);
    }
    const onShare = (share: number): void => onProgress(readingShare + (1 - readingShare) * share);
    await this.#untilAborted({ kind: "learn", longestSide, ...lesson }, signal, onShare);
    this.#shown.clear();
    for (const frame of frames) this.#shown.add(frame);
  }

  /** The objects found on a picture, most certain first. */
  async find(frame: number, pictureOf: PictureOf, signal: AbortSignal): Promise<readonly FoundObject[]> {
    await this.#show(frame, pictureOf, signal);
    return await this.#untilAborted<readonly FoundObject[]>({ kind: "find", frame }, signal);
  }

  dispose(): void {
    this.#calls.end();
  }

  async #sideFor({ frames }: LearnLesson, pictureOf: PictureOf): Promise<number> {
    if (this.#side !== undefined) return this.#side;
    const picture = await pictureOf(frames[0]?.frame ?? 0);
    const longest = Math.max(picture.width, picture.height);
    picture.close();
    const boxes = frames.flatMap((each) => each.boxes).filter(({ type }) => type !== undefined);
    const sizes = boxes.map(({ bounds: [x1, y1, x2, y2] }) => Math.sqrt(Math.max(0, (x2 - x1) * (y2 - y1))));
    return chooseSide(
      sizes.map((size) => ({ size, longest })),
      longestSides,
    );
  }

  #forget(): void {
    this.#calls.end();
    this.#shown.clear();
    this.#side = undefined;
  }

  async #show(frame: number, pictureOf: PictureOf, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // A new worker has no pictures yet.
    if (this.#by !== this.#calls.worker) this.#shown.clear();
    if (this.#shown.has(frame)) return;
    const picture = await pictureOf(frame);
    try {
      const { image, width, height } = picture;
      const longestSide = this.#side ?? longestSides[0];
      await this.#untilAborted({ kind: "show", frame, picture: { image, width, height }, longestSide }, signal);
      this.#shown.add(frame);
      this.#by = this.#calls.worker;
    } finally {
      picture.close();
    }
  }

  async #untilAborted<T>(call: LearnerCall, signal: AbortSignal, onProgress?: (share: number) => void): Promise<T> {
    signal.throwIfAborted();
    const end = (): void => this.#calls.end();
    // The learned model is lost as well, because a training cannot be interrupted in any other way.
    if (call.kind === "learn") signal.addEventListener("abort", end, { once: true });
    try {
      const answer = await this.#calls.call<T>(call, { onProgress });
      signal.throwIfAborted();
      return answer;
    } finally {
      signal.removeEventListener("abort", end);
    }
  }
}
