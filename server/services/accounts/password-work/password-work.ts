/**
 * Hashes passwords in separate threads: Node's four threads for slow calls also read all files, and sign-ins that fill
 * them would block every download. The queue is bounded, and callers alternate.
 */
import type { Argon2Parameters } from "node:crypto";
import { availableParallelism } from "node:os";

import { TooManyRequestsError } from "../../../base/errors.ts";
import { ThreadPool } from "../../../../core-wasm/threads/thread-pool.ts";
import { hashPassword, verifyPassword } from "../password.ts";
import { FairQueue } from "./fair-queue.ts";

/** Leaves one processor for answering requests. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Waiting calls: a few seconds of work. */
const limits = { ofAll: 200, ofOne: 100 };
const retryMs = 2000;

interface Waiting {
  readonly parameters: Argon2Parameters;
  readonly resolve: (key: Promise<Uint8Array>) => void;
  readonly reject: (error: Error) => void;
}

export class PasswordWork {
  readonly #threads = new ThreadPool({ file: new URL("./password.worker.ts", import.meta.url), size: threads });
  readonly #queue = new FairQueue<Waiting>(limits);
  #running = 0;
  #isClosed = false;

  /** @param from the caller, for fairness. @throws TooManyRequestsError */
  hash(password: string, from: string): Promise<string> {
    return hashPassword(password, (parameters) => this.#derive(parameters, from));
  }

  /**
   * Takes equally long for accounts without a password, missing accounts and real ones. @throws TooManyRequestsError
   */
  verify(password: string, stored: string | null | undefined, from: string): Promise<boolean> {
    return verifyPassword(password, stored, (parameters) => this.#derive(parameters, from));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (let waiting = this.#queue.shift(); waiting !== undefined; waiting = this.#queue.shift()) {
      waiting.reject(new TooManyRequestsError("The server is stopping.", retryMs));
    }
    await this.#threads.close();
  }

  #derive(parameters: Argon2Parameters, from: string): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    if (!this.#queue.push(from, { parameters, resolve, reject })) {
      throw new TooManyRequestsError("Too many people are signing in at this moment.", retryMs);
    }
    this.#runNext();
    return promise;
  }

  #runNext(): void {
    if (this.#running >= threads || this.#isClosed) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#running += 1;
    const key = this.#threads.thread().call(next.parameters) as Promise<Uint8Array>;
    const end = (): void => {
      this.#running -= 1;
      this.#runNext();
    };
    key.then(end, end);
    next.resolve(key);
  }
}
