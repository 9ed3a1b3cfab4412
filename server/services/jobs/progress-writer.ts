/** The progress of a job: the newest is kept, and stored from time to time. */
import type { JobService } from "./job.service.ts";

interface Progress {
  readonly current: number;
  readonly total: number;
  readonly message: string;
}

/** Milliseconds between two stored values. */
const progressMs = 500;

export class ProgressWriter {
  readonly #jobs: JobService;
  readonly #id: string;
  #next: Progress | undefined;
  #writing: Promise<void> | undefined;
  #lastMs = 0;

  constructor(jobs: JobService, id: string) {
    this.#jobs = jobs;
    this.#id = id;
  }

  write(progress: Progress): void {
    this.#next = progress;
    if (this.#writing === undefined && performance.now() - this.#lastMs >= progressMs) void this.flush();
  }

  async flush(): Promise<void> {
    await this.#writing;
    const progress = this.#next;
    if (progress === undefined) return;
    this.#next = undefined;
    this.#lastMs = performance.now();
    // A deleted job has no progress.
    this.#writing = this.#jobs.change(this.#id, { progress }).then(
      () => undefined,
      () => undefined,
    );
    await this.#writing;
    this.#writing = undefined;
  }
}
