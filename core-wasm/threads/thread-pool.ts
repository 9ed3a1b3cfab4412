/** A few threads of one kind: each starts when it is first needed, and is replaced when it has ended. */
import { ThreadCalls, type ThrownError } from "./thread-calls.ts";

export interface ThreadKind {
  /** The threads' file, which calls `answerCalls`. */
  readonly file: URL;
  /** Maximum number of threads. */
  readonly size: number;
  /** Converts an error thrown by a call into the one that the caller gets. Default: one with the same message. */
  readonly translate?: (error: ThrownError) => unknown;
}

export class ThreadPool {
  readonly #kind: ThreadKind;
  readonly #threads: (ThreadCalls | undefined)[];

  constructor(kind: ThreadKind) {
    this.#kind = kind;
    this.#threads = Array.from({ length: kind.size });
  }

  /** The thread with the least work. Related calls must all go to the same thread, that of the first one. */
  thread(): ThreadCalls {
    const index = leastBusy(this.#threads);
    const existing = this.#threads[index];
    if (existing !== undefined && !existing.hasEnded) return existing;
    const { file, translate = ({ message }) => new Error(message) } = this.#kind;
    return (this.#threads[index] = new ThreadCalls(file, undefined, translate));
  }

  /** Ends all threads, whose pending calls fail; another call would start them again. */
  async close(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.fill(undefined);
    await Promise.all(threads.map((thread) => thread?.terminate()));
  }
}

/** The thread with the least work; the first of equals, which is warm when work is only occasional. */
export function leastBusy(threads: readonly ({ readonly waiting: number } | undefined)[]): number {
  const waiting = threads.map((thread) => thread?.waiting ?? 0);
  return waiting.indexOf(Math.min(...waiting));
}
