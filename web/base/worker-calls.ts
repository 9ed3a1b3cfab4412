/**
 * Calls into a worker and their answers, so that the page keeps drawing meanwhile. The worker answers with `answerCalls`
 * (worker-answers.ts), one call after the other in their order.
 */

export interface CallMessage {
  readonly id: number;
  readonly call: unknown;
}

export type AnswerMessage =
  | { readonly id: number; readonly kind: "progress"; readonly share: number }
  | { readonly id: number; readonly kind: "answer"; readonly value: unknown }
  | { readonly id: number; readonly kind: "error"; readonly message: string; readonly code: string | undefined };

/** What is needed of a worker. */
export type CallWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** A call has thrown this in the worker. */
export class WorkerCallError extends Error {
  /** That of the error, if it has one. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** The worker could not be loaded, or has ended by itself: the next call starts another one. */
export class WorkerDiedError extends Error {}

export interface CallOptions {
  /** Handed over instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Receives 0..1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: CallOptions["onProgress"];
}

export class WorkerCalls<Call> {
  readonly #start: () => CallWorker;
  readonly #waiting = new Map<number, Waiting>();
  #worker: CallWorker | undefined;
  #lastId = 0;

  /** @param start called with the first call, and again after the worker was ended */
  constructor(start: () => CallWorker) {
    this.#start = start;
  }

  /** The worker that has the calls so far; `undefined`: the next call starts one. */
  get worker(): CallWorker | undefined {
    return this.#worker;
  }

  /** @throws WorkerCallError, WorkerDiedError; an AbortError when `end` comes first */
  call<Answer>(call: Call, { transfer = [], onProgress }: CallOptions = {}): Promise<Answer> {
    const worker = (this.#worker ??= this.#open());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress });
      worker.postMessage({ id, call } satisfies CallMessage, [...transfer]);
    });
  }

  /** Also what the worker is about to do is left. */
  end(): void {
    this.#end(new DOMException("The worker was ended.", "AbortError"));
  }

  #open(): CallWorker {
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<AnswerMessage>) => this.#receive(data);
    worker.onerror = ({ message }) => {
      if (this.#worker === worker) this.#end(new WorkerDiedError(message));
    };
    return worker;
  }

  #receive(answer: AnswerMessage): void {
    const waiting = this.#waiting.get(answer.id);
    if (answer.kind === "progress") return waiting?.onProgress?.(answer.share);
    this.#waiting.delete(answer.id);
    if (answer.kind === "answer") waiting?.resolve(answer.value);
    else waiting?.reject(new WorkerCallError(answer.message, answer.code));
  }

  #end(error: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
