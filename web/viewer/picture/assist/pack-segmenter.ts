/** The chosen model of the Segment tool: analyzes each frame once, then responds to each click on it. */

import type { Signal } from "@preact/signals-core";
import type { Answer, Prompt } from "../../../base/prompt.ts";
import type { Picture } from "../../../base/picture.ts";
import type { SegmenterModel } from "../../../editor/assistants.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { lookedAt, PackWorker } from "./pack-worker.ts";

export class PackSegmenter {
  readonly packs = new PackWorker("segmenter");
  readonly #chosen: Signal<SegmenterModel | undefined>;
  readonly #pictureOn: (camera: Camera, frame: number, signal: AbortSignal) => Promise<Picture>;
  #seen: { readonly camera: Camera; readonly frame: number; readonly id: string } | undefined;

  constructor(
    chosen: Signal<SegmenterModel | undefined>,
    pictureOn: (camera: Camera, frame: number, signal: AbortSignal) => Promise<Picture>,
  ) {
    this.#chosen = chosen;
    this.#pictureOn = pictureOn;
  }

  async choose(id: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    const offer = (await this.packs.list(signal)).find((one) => one.id === id);
    await this.packs.load(id, onProgress, signal);
    const { backend } = this.packs;
    this.#chosen.value = { id, name: offer?.name ?? "", backend, seeMs: undefined, answerMs: undefined };
  }

  /** Whether the chosen model has seen this frame. */
  hasSeen(camera: Camera, frame: number): boolean {
    const id = this.#chosen.peek()?.id ?? "";
    const seen = this.#seen;
    return seen?.camera === camera && seen.frame === frame && seen.id === id && this.packs.isOpen(id);
  }

  async see(camera: Camera, frame: number, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    const chosen = this.#chosen.peek();
    if (chosen === undefined || this.hasSeen(camera, frame)) return;
    this.#seen = undefined;
    await this.packs.load(chosen.id, onProgress, signal);
    const picture = await this.#pictureOn(camera, frame, signal);
    const startMs = performance.now();
    await this.packs.call({ kind: "see", picture: lookedAt(picture) }, signal).finally(() => picture.close());
    this.#note({ seeMs: performance.now() - startMs });
    this.#seen = { camera, frame, id: chosen.id };
  }

  /** On the frame seen last. */
  async segment(prompts: readonly Prompt[], tolerancePx: number, signal: AbortSignal): Promise<readonly Answer[]> {
    const startMs = performance.now();
    // A later click replaces this one and needs the same worker: it runs to its end.
    const answers = await this.packs.call<readonly Answer[]>(
      { kind: "segment", prompts, tolerancePx },
      new AbortController().signal,
    );
    signal.throwIfAborted();
    this.#note({ answerMs: performance.now() - startMs });
    return answers;
  }

  #note(times: Partial<SegmenterModel>): void {
    const chosen = this.#chosen.peek();
    if (chosen !== undefined) this.#chosen.value = { ...chosen, ...times };
  }

  dispose(): void {
    this.packs.dispose();
  }
}
