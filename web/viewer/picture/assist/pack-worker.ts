/**
 * The site's model packs of one kind, and a worker that runs one of them: fetched when it is chosen, opened again where
 * the worker was ended.
 */

import type { ModelPack } from "#schemas";
import { filesOfPack, type PackCall } from "../../../assist/pack-model.ts";
import { type Backend, chooseBackend, runtimeBytes } from "../../../assist/pack-runtime.ts";
import type { Picture } from "../../../base/picture.ts";
import { WorkerCalls } from "../../../base/worker-calls.ts";
import type { ModelKind, ModelOffer } from "../../../editor/assistants.ts";
import { fetchPack, forgetPack, listPacks, missingBytes } from "./pack-files.ts";

/** The share of the preparation spent on downloading. */
const fetchingShare = 0.8;

const startWorker: Readonly<Record<Backend, () => Worker>> = {
  wasm: () => new Worker(new URL("../../../assist/pack.worker.ts", import.meta.url), { type: "module", name: "pack" }),
  webgpu: () =>
    new Worker(new URL("../../../assist/pack-gpu.worker.ts", import.meta.url), { type: "module", name: "pack-gpu" }),
};

export class PackWorker {
  readonly #kind: ModelKind;
  readonly #calls = new WorkerCalls<PackCall>(() => startWorker[this.#backend]());
  #backend: Backend = "wasm";
  /** A graphics processor that a model could not be opened on is not tried again. */
  #hasGpuFailed = false;
  #packs: readonly ModelPack[] = [];
  #open: { readonly id: string; readonly worker: unknown } | undefined;
  #hasRun = false;

  constructor(kind: ModelKind) {
    this.#kind = kind;
  }

  /** Where the packs run. */
  get backend(): Backend {
    return this.#backend;
  }

  async list(signal: AbortSignal): Promise<readonly ModelOffer[]> {
    const [packs, backend] = await Promise.all([listPacks(this.#kind, signal), chooseBackend()]);
    this.#packs = packs;
    const chosen = this.#hasGpuFailed ? "wasm" : backend;
    if (chosen !== this.#backend) this.#calls.end();
    this.#backend = chosen;
    return await Promise.all(
      this.#packs.map(async (pack): Promise<ModelOffer> => {
        const { name, description = "", licence } = pack;
        const bytes = await missingBytes(pack);
        const runtime = this.#hasRun ? 0 : runtimeBytes[this.#backend];
        return { id: idOf(pack), name, description, licence, bytes, runtimeBytes: runtime, backend: this.#backend };
      }),
    );
  }

  /** @returns whether the pack with this id is open, in a worker that runs */
  isOpen(id: string): boolean {
    return this.#open?.id === id && this.#open.worker === this.#calls.worker;
  }

  /**
   * Downloads missing files and opens the pack. @param onProgress 0..1 @throws the signal's reason, or the pack's
   * error
   */
  async load(id: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    if (this.isOpen(id)) return;
    const pack = this.#packs.find((one) => idOf(one) === id);
    if (pack === undefined) throw new Error(`There is no model ${id} here.`);
    this.#open = undefined;
    const files = await fetchPack(pack, (share) => onProgress(share * fetchingShare), signal);
    signal.throwIfAborted();
    const open = async (): Promise<void> => await this.call({ kind: "open", files: filesOfPack(pack, files) }, signal);
    try {
      await open().catch(async (error: unknown) => {
        if (signal.aborted || this.#backend === "wasm") throw error;
        console.warn("The model cannot be opened with WebGPU and runs in WebAssembly:", error);
        this.#calls.end();
        [this.#hasGpuFailed, this.#backend] = [true, "wasm"];
        await open();
      });
    } catch (error) {
      if (!signal.aborted) await forgetPack(pack);
      throw error;
    }
    this.#hasRun = true;
    this.#open = { id, worker: this.#calls.worker };
    onProgress(1);
  }

  /** A running model cannot be interrupted, so its worker is terminated. */
  async call<T>(call: PackCall, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const end = (): void => this.#calls.end();
    signal.addEventListener("abort", end, { once: true });
    try {
      return await this.#calls.call<T>(call);
    } finally {
      signal.removeEventListener("abort", end);
    }
  }

  dispose(): void {
    this.#calls.end();
  }
}

/** The forms of a picture that a worker accepts. */
export const lookedAt = ({ image, width, height }: Picture): Pick<Picture, "image" | "width" | "height"> => ({
  image,
  width,
  height,
});

/** Includes the checksums: another version is another model. */
const idOf = ({ name, files }: ModelPack): string => [name, ...files.map(({ sha256 }) => sha256)].join(" ");
