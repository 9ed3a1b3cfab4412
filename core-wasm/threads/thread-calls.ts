/**
 * Calls into a worker thread and their answers. The thread answers each call by its number (`answerCalls` of
 * thread-answers.ts); when the thread ends, all pending calls fail.
 */
import { type Transferable, Worker } from "node:worker_threads";

export interface CallMessage {
  readonly id: number;
  readonly call: unknown;
}

export type AnswerMessage =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ThrownError };

/** An error's message and the properties that its copy keeps: errors lose their properties between threads. */
export interface ThrownError {
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ThreadLimits {
  /** MiB. Default: Node's limit. */
  readonly memoryMb?: number | undefined;
  /** Discards what the thread writes to stderr. */
  readonly isSilent?: boolean | undefined;
}

/** The thread has ended, on its own or on request: it no longer answers. */
export class ThreadEndedError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("the thread has ended");
    this.exitCode = exitCode;
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class ThreadCalls {
  readonly #worker: Worker;
  readonly #translate: (error: ThrownError) => unknown;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #hasAnswered = false;
  #failure: Error | undefined;

  /** @param translate returns the error that the caller gets */
  constructor(
    file: URL,
    workerData: unknown,
    translate: (error: ThrownError) => unknown,
    { memoryMb, isSilent = false }: ThreadLimits = {},
  ) {
    this.#translate = translate;
    this.#worker = new Worker(file, {
      workerData,
      stderr: isSilent,
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
      // Node warns at every start that its SQLite is experimental; we know, and have decided to use it.
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    if (isSilent) this.#worker.stderr.resume();
    this.#worker.on("message", (answer: AnswerMessage) => this.#settle(answer));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", (exitCode) => this.#fail(new ThreadEndedError(exitCode)));
  }

  /** The thread has ended: calls are refused. */
  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /** The thread has started, and has answered a call. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Calls that wait for their answers. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @param transfer buffers and ports that are transferred instead of copied */
  call(call: unknown, transfer: readonly Transferable[] = []): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call } satisfies CallMessage, [...transfer]);
    });
  }

  /** Whether the process stays alive for this thread. */
  keepProcessAlive(isHeld: boolean): void {
    if (isHeld) this.#worker.ref();
    else this.#worker.unref();
  }

  async terminate(): Promise<void> {
    if (this.#failure !== undefined) return;
    // Not `once`, which would fail if the thread runs out of memory just then: the caller has its error already.
    const gone = new Promise((resolve) => this.#worker.once("exit", resolve));
    await this.#worker.terminate();
    await gone;
  }

  #settle(answer: AnswerMessage): void {
    this.#hasAnswered = true;
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.ok) waiting?.resolve(answer.value);
    else waiting?.reject(this.#translate(answer.error));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
