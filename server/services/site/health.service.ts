/** Current state of the site, for its administrators: storage, database, queue, workers, versions. */
import { namedQueue } from "../../domain/queues.ts";
import type { Ports } from "../../ports/index.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";

export interface Versions {
  readonly wakeline: string;
  readonly node: string;
  /** Version of the database schema. */
  readonly schema: number;
}

/** Facts known to the composition root. */
export interface HealthFacts {
  readonly versions: Versions;
  readonly database: "sqlite" | "postgres";
}

export interface Part {
  readonly kind: string;
  /** Milliseconds to answer; `null`: no answer. */
  readonly answerMs: number | null;
}

export interface Health {
  readonly startedMs: number;
  readonly versions: Versions;
  readonly memoryBytes: number;
  readonly database: Part;
  /** Bytes; `null`: unknown. */
  readonly files: Part & { readonly free: number | null; readonly total: number | null };
  readonly queues: readonly {
    name: string;
    waiting: number;
    running: number;
    oldestMs: number | null;
    workers: number;
  }[];
  readonly workers: readonly { name: string; queues: readonly string[] }[];
  readonly sendsMail: boolean;
  readonly convertsVideo: boolean;
  readonly trains: boolean;
}

/** After this long, a part counts as not answering. */
const withinMs = 3000;

export class HealthService {
  readonly #ports: Ports;
  readonly #facts: HealthFacts;
  readonly #startedMs: number;

  constructor(ports: Ports, facts: HealthFacts) {
    this.#ports = ports;
    this.#facts = facts;
    this.#startedMs = ports.clock.nowMs();
  }

  async look(actor: Actor): Promise<Health> {
    requireSiteAdmin(actor);
    const { blobs, database, mailer, trainingEngines, videoConverter } = this.#ports;
    const [databaseMs, filesMs, capacity, load, workers] = await Promise.all([
      this.#time(database.settings.get("health")),
      this.#time(blobs.has("0".repeat(64))),
      withTimeout(blobs.capacity(), {}),
      withTimeout(database.jobQueue.load(), []),
      withTimeout(database.jobQueue.workers(), []),
    ]);
    const served = workers.flatMap(({ queues }) => queues);
    const names = [...new Set([...load.map(({ queue }) => namedQueue(queue)), ...served])].sort();
    return {
      startedMs: this.#startedMs,
      versions: this.#facts.versions,
      memoryBytes: process.memoryUsage.rss(),
      database: { kind: this.#facts.database, answerMs: databaseMs },
      files: {
        kind: blobs.isShared ? "s3" : "disk",
        answerMs: filesMs,
        free: capacity.free ?? null,
        total: capacity.total ?? null,
      },
      queues: names.map((name) => {
        const parts = load.filter(({ queue }) => namedQueue(queue) === name);
        const sumOf = (of: "waiting" | "running") => parts.reduce((sum, part) => sum + part[of], 0);
        const oldest = parts.flatMap(({ oldestMs }) => oldestMs ?? []);
        return {
          name,
          waiting: sumOf("waiting"),
          running: sumOf("running"),
          oldestMs: oldest.length === 0 ? null : Math.min(...oldest),
          workers: served.filter((queue) => queue === name).length,
        };
      }),
      workers: workers.map(({ name, queues }) => ({ name, queues })),
      sendsMail: mailer !== undefined,
      convertsVideo: videoConverter !== undefined,
      trains: trainingEngines.length > 0,
    };
  }

  async #time(call: Promise<unknown>): Promise<number | null> {
    const { clock } = this.#ports;
    const startMs = clock.steadyMs();
    const answered = await withTimeout(
      call.then(() => true),
      false,
    );
    return answered ? clock.steadyMs() - startMs : null;
  }
}

/** The result of a call, or the fallback if it fails or takes too long. */
async function withTimeout<T>(call: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), withinMs).unref());
  return await Promise.race([call.catch(() => otherwise), late]);
}
