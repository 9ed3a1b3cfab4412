/** Writes a program's output into the job's log, in order and with a limit. */
import type { WorkerRun } from "./job-run.ts";

const maxLines = 5000;

export class LogLines {
  readonly #log: WorkerRun["log"];
  #count = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(log: WorkerRun["log"]) {
    this.#log = log;
  }

  write(text: string): void {
    this.#count++;
    if (this.#count > maxLines) return;
    const line = this.#count === maxLines ? "(the rest is left out)" : text;
    // A deleted job has no log.
    this.#last = this.#last.then(() => this.#log(line)).catch(() => undefined);
  }

  async written(): Promise<void> {
    await this.#last;
  }
}
