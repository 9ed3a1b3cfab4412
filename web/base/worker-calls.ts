/**
 * Calls to a worker and their answers, so that the page stays responsive. The worker uses `answerCalls`
 * (worker-answers.ts) and handles one call after the other, in order.
 */

export interface CallMessage {
  readonly id: number;
  readonly call: unknown;
}

export type AnswerMessage =
  | { readonly id: number; readonly kind: "progress"; readonly share: number }
  | { readonly id: number; readonly kind: "answer"; readonly value: unknown }
  | { readonly id: number; readonly kind: "error"; readonly message: string; readonly code: string | undefined };

/** The used part of a worker. */
export type CallWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** The call threw this error in the worker. */
export class WorkerCallError extends Error {
  /** Code of the error, if it has one. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** The worker could not be loaded or has crashed: the next call starts a new one. */
export class WorkerDiedError extends Error {}

export interface CallOptions {
  /** Transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Called with 0..1. */
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

  /** @param start creates the worker; called with the first call, and again after it has ended */
  constructor(start: () => CallWorker) {
    this.#start = start;
  }

  /** The current worker; `undefined`: the next call starts one. */
  get worker(): CallWorker | undefined {
    return this.#worker;
  }

  /** @throws WorkerCallError, WorkerDiedError; an AbortError if `end` is called first */
  call<Answer>(call: Call, { transfer = [], onProgress }: CallOptions = {}): Promise<Answer> {
    const worker = (this.#worker ??= this.#open());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress });
      worker.postMessage({ id, call } satisfies CallMessage, [...transfer]);
    });
  }

  /** Also cancels calls that are still queued. */
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
