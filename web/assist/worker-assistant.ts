/**
 * An assistant whose model runs in a worker, so that the page keeps drawing. A worker that dies is started again once, and
 * looks at the picture again; when it dies once more, the caller hears of it.
 */

import type { Answer, Prompt } from "../base/prompt.ts";
import { t } from "../base/texts/index.ts";
import { type CallWorker, WorkerCalls, WorkerDiedError } from "../base/worker-calls.ts";
import type { Assistant, Encoded, Looked } from "./assistant.ts";
import type { ModelCall } from "./calls.ts";

/** `by`: the worker that has it; another one has to look again. */
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
  /** Requests wait for each other here and not in the worker, where none could be taken back. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(id: string, prompts: readonly Prompt["kind"][], start: () => CallWorker) {
    this.id = id;
    this.prompts = prompts;
    this.#calls = new WorkerCalls(start);
  }

  async load(onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    await this.#inTurn(signal, () => this.#calls.call<void>({ kind: "load" }, { onProgress }));
  }

  async encode(picture: Looked, signal: AbortSignal): Promise<Encoded> {
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
    // A copy of the pixels goes; what else a picture has cannot.
    const { image, width, height } = known.picture;
    await this.#calls.call<void>({ kind: "encode", number: known.number, picture: { image, width, height } });
    known.by = this.#calls.worker;
  }

  #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      signal.throwIfAborted();
      return this.#startingAgain(work);
    });
    this.#last = turn.catch(() => undefined);
    return unlessAborted(turn, signal);
  }

  async #startingAgain<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkerDiedError)) throw error;
      if (this.#hasDied) throw new Error(t("assist.died"), { cause: error });
      this.#hasDied = true;
      return await this.#startingAgain(work);
    }
  }
}

/** What is under way in the worker ends by itself; its answer is dropped. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
