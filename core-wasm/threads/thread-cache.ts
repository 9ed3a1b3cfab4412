/**
 * Calls with limits, each in a thread that does nothing else meanwhile, and ends when the call fails. A thread that has
 * answered waits a moment for the next call: of many short calls, starting threads would be most of the work.
 */
import { callWithin, type ThreadRun } from "./run-in-thread.ts";
import { ThreadCalls } from "./thread-calls.ts";

type CachedThreadKind = Pick<ThreadRun, "file" | "memoryMb" | "isSilent"> & {
  readonly translate: NonNullable<ThreadRun["translate"]>;
  /** Milliseconds that a thread waits for the next call. Default 1000. */
  readonly idleMs?: number;
};

export class ThreadCache {
  readonly #kind: CachedThreadKind;
  readonly #idle: { readonly thread: ThreadCalls; readonly timer: NodeJS.Timeout }[] = [];

  constructor(kind: CachedThreadKind) {
    this.#kind = kind;
  }

  /** @throws as `runInThread` */
  async run(call: unknown, limits: Pick<ThreadRun, "transfer" | "timeoutMs" | "signal">): Promise<unknown> {
    const thread = this.#take();
    try {
      const answer = await callWithin(thread, call, limits);
      this.#keep(thread);
      return answer;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }

  #take(): ThreadCalls {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      kept.thread.keepProcessAlive(true);
      if (!kept.thread.hasEnded) return kept.thread;
    }
    const { file, translate, memoryMb, isSilent } = this.#kind;
    return new ThreadCalls(file, undefined, translate, { memoryMb, isSilent });
  }

  #keep(thread: ThreadCalls): void {
    const end = (): void => {
      this.#idle.splice(
        this.#idle.findIndex((one) => one.thread === thread),
        1,
      );
      void thread.terminate();
    };
    thread.keepProcessAlive(false);
    this.#idle.push({ thread, timer: setTimeout(end, this.#kind.idleMs ?? 1000).unref() });
  }
}
