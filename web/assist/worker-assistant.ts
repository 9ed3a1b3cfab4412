/**
 * An assistant whose model runs in a worker, so that the page stays responsive. A worker that crashes is restarted once
 * and gets the picture again; a second crash is reported to the caller.
 */

import type { Answer, Prompt } from "../base/prompt.ts";
import { t } from "../base/texts/index.ts";
import { type CallWorker, WorkerCalls, WorkerDiedError } from "../base/worker-calls.ts";
import type { Assistant, Encoded, InputPicture } from "./assistant.ts";
import type { ModelCall } from "./calls.ts";

/** `by`: the worker that has it; another one must encode it again. */
interface Known extends Encoded {
  number: number;
  by: CallWorker | undefined;
}

export class WorkerAssistant implements Assistant {
  readonly id: string;
  readonly prompts: readonly Prompt["kind"][];
  readonly #calls: WorkerCalls<ModelCall>;
  #hasDied = false;
  #pictures = 0;
  /** Requests queue here rather than in the worker, where they could not be cancelled. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(id: string, prompts: readonly Prompt["kind"][], start: () => CallWorker) {
    this.id = id;
    this.prompts = prompts;
    this.#calls = new WorkerCalls(start);
  }

  async load(onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    await this.#inTurn(signal, () => this.#calls.call<void>({ kind: "load" }, { onProgress }));
  }

  async encode(picture: InputPicture, signal: AbortSignal): Promise<Encoded> {
    this.#pictures += 1;
    const known: Known = { picture, number: this.#pictures, by: undefined };
    await this.#inTurn(signal, () => this.#show(known));
    return known;
  }

  async infer(encoded: Encoded, prompts: readonly Prompt[], signal: AbortSignal): Promise<readonly Answer[]> {
    const known = encoded as Known;
    return await this.#inTurn(signal, async () => {
      await this.#show(known);
      return await this.#calls.call<readonly Answer[]>({ kind: "infer", number: known.number, prompts });
    });
  }

  dispose(): void {
    this.#calls.end();
  }

  async #show(known: Known): Promise<void> {
    if (known.by !== undefined && known.by === this.#calls.worker) return;
    // Sends a copy of the pixels; the other members of a picture cannot be cloned.
    const { image, width, height } = known.picture;
    await this.#calls.call<void>({ kind: "encode", number: known.number, picture: { image, width, height } });
    known.by = this.#calls.worker;
  }

  #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      signal.throwIfAborted();
      return this.#withRestart(work);
    });
    this.#last = turn.catch(() => undefined);
    return rejectOnAbort(turn, signal);
  }

  async #withRestart<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkerDiedError)) throw error;
      if (this.#hasDied) throw new Error(t("assist.died"), { cause: error });
      this.#hasDied = true;
      return await this.#withRestart(work);
    }
  }
}

/** Work in progress in the worker runs to its end, but its answer is dropped. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
