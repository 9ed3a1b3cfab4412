/** The site's models that find objects on the shown picture, each in its own worker. */

import type { ModelPack } from "#schemas";
import { filesOfPack, type PackCall } from "../../../assist/pack-model.ts";
import { runtimeBytes } from "../../../assist/pack-runtime.ts";
import type { Picture } from "../../../base/picture.ts";
import type { FoundObject } from "../../../base/prompt.ts";
import { WorkerCalls } from "../../../base/worker-calls.ts";
import type { ModelOffer } from "../../../editor/ports.ts";
import { fetchPack, forgetPack, listPacks, missingBytes } from "./pack-files.ts";

/** The share of the preparation spent on downloading. */
const fetchingShare = 0.8;

export class PackModels {
  readonly #calls = new WorkerCalls<PackCall>(
    () =>
      new Worker(new URL("../../../assist/pack-detector.worker.ts", import.meta.url), {
        type: "module",
        name: "pack-detector",
      }),
  );
  #packs: readonly ModelPack[] = [];
  #open: { readonly id: string; readonly worker: unknown } | undefined;
  #hasRun = false;

  async list(signal: AbortSignal): Promise<readonly ModelOffer[]> {
    this.#packs = await listPacks(signal);
    return await Promise.all(
      this.#packs.map(async (pack): Promise<ModelOffer> => {
        const { name, description = "", licence } = pack;
        const bytes = await missingBytes(pack);
        return { id: idOf(pack), name, description, licence, bytes, runtimeBytes: this.#hasRun ? 0 : runtimeBytes };
      }),
    );
  }

  /**
   * Downloads what is missing and opens the pack. @param onProgress 0..1 @throws the signal's reason, or the pack's
   * error
   */
  async load(id: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    if (this.#open?.id === id && this.#open.worker === this.#calls.worker) return;
    const pack = this.#packs.find((one) => idOf(one) === id);
    if (pack === undefined) throw new Error(`There is no model ${id} here.`);
    this.#open = undefined;
    const files = await fetchPack(pack, (share) => onProgress(share * fetchingShare), signal);
    signal.throwIfAborted();
    try {
      await this.#untilAborted({ kind: "open", files: filesOfPack(pack, files) }, signal);
    } catch (error) {
      if (!signal.aborted) await forgetPack(pack);
      throw error;
    }
    this.#hasRun = true;
    this.#open = { id, worker: this.#calls.worker };
    onProgress(1);
  }

  async find({ image, width, height }: Picture, signal: AbortSignal): Promise<readonly FoundObject[]> {
    return await this.#untilAborted({ kind: "find", picture: { image, width, height } }, signal);
  }

  dispose(): void {
    this.#calls.end();
  }

  /** A running model cannot be interrupted, so its worker is terminated. */
  async #untilAborted<T>(call: PackCall, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const end = (): void => this.#calls.end();
    signal.addEventListener("abort", end, { once: true });
    try {
      return await this.#calls.call<T>(call);
    } finally {
      signal.removeEventListener("abort", end);
    }
  }
}

/** Includes the checksums: another version is another model. */
const idOf = ({ name, files }: ModelPack): string => [name, ...files.map(({ sha256 }) => sha256)].join(" ");
