/** A few threads of one kind: each starts when it is first needed, and is replaced when it has ended. */
import { ThreadCalls, type ThrownError } from "./thread-calls.ts";

export interface ThreadKind {
  /** Its threads answer with `answerCalls`. */
  readonly file: URL;
  /** Most at a time. */
  readonly size: number;
  /** Makes the error that the caller gets of one that a call has thrown. Default: one with the same message. */
  readonly translate?: (error: ThrownError) => unknown;
}

export class ThreadPool {
  readonly #kind: ThreadKind;
  readonly #threads: (ThreadCalls | undefined)[];

  constructor(kind: ThreadKind) {
    this.#kind = kind;
    this.#threads = Array.from({ length: kind.size });
  }

  /** The thread with the least to do. Calls that belong together all go to the one that the first was made of. */
  thread(): ThreadCalls {
    const index = leastBusy(this.#threads);
    const existing = this.#threads[index];
    if (existing !== undefined && !existing.hasEnded) return existing;
    const { file, translate = ({ message }) => new Error(message) } = this.#kind;
    return (this.#threads[index] = new ThreadCalls(file, undefined, translate));
  }

  /** Ends all threads, whose calls are then refused; another call would start them again. */
  async close(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.fill(undefined);
    await Promise.all(threads.map((thread) => thread?.terminate()));
  }
}

/** The thread with the least to do; the first of equals, which is warm when there is only now and then something to do. */
export function leastBusy(threads: readonly ({ readonly waiting: number } | undefined)[]): number {
  const waiting = threads.map((thread) => thread?.waiting ?? 0);
  return waiting.indexOf(Math.min(...waiting));
}
