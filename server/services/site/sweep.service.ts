/**
 * Automatic housekeeping: abandoned uploads, unreferenced contents, expired tokens, old notifications, jobs interrupted
 * by a crash.
 */
import type { Ports } from "../../ports/index.ts";
import { ClockWatch } from "./clock-watch.ts";
import type { StagedRevisions } from "../annotations/staged-revisions.ts";
import type { RunningJobs } from "../jobs/running-jobs.ts";
import type { NotificationService } from "./notification.service.ts";
import type { TokenService } from "../accounts/token.service.ts";
import type { TrashService } from "../tree/trash.service.ts";
import type { UploadService } from "../tree/upload.service.ts";

/** How many of each were removed or ended. */
export interface SweepCounts {
  uploads: number;
  contents: number;
  tokens: number;
  notifications: number;
  jobs: number;
  /** Staged annotations that were never published. */
  imports: number;
  /** Folders whose time in the trash is over. */
  trash: number;
  /** Webhook messages that ended long ago. */
  messages: number;
  /** Tracks of earlier versions whose ranks in a review were stored. */
  ranks: number;
  /** Records with timestamps in the future, which were set to now. */
  broughtBack: number;
  /** By how many milliseconds the system clock was set since the last run. */
  clockSetMs: number;
}

interface SweptDeps {
  stagedRevisions: StagedRevisions;
  runningJobs: RunningJobs;
  notifications: NotificationService;
  tokens: TokenService;
  trash: TrashService;
  uploads: UploadService;
}

/** How long the clock must have run steadily. */
const settledMs = 60 * 60 * 1000;
/** Clocks of several servers of a site differ slightly. */
const clockSkewMs = 60 * 60 * 1000;
/** A content that was just stored may get its file row a little later. */
const contentGraceMs = 60 * 60 * 1000;
const contentsPerSweep = 500;
/** A few seconds of work; stopping the server waits for it. */
const ranksPerSweep = 100_000;
/** How long webhook messages can be viewed. */
const messageRetentionMs = 30 * 24 * 60 * 60 * 1000;

export class SweepService {
  readonly #ports: Ports;
  readonly #services: SweptDeps;
  readonly #clockWatch: ClockWatch;
  #clockWasSet = false;

  constructor(ports: Ports, services: SweptDeps) {
    this.#ports = ports;
    this.#services = services;
    this.#clockWatch = new ClockWatch(ports.clock);
  }

  /** Removes nothing by age if the clock was set recently: running uploads would suddenly be a year old. */
  async run(): Promise<SweepCounts> {
    const { setMs: clockSetMs, evenMs } = this.#clockWatch.look();
    const isSettled = evenMs >= settledMs;
    if (clockSetMs !== 0) this.#clockWasSet = true;
    if (isSettled) this.#clockWasSet = false;
    const swept = {
      uploads: 0,
      contents: 0,
      tokens: 0,
      notifications: 0,
      jobs: 0,
      imports: 0,
      trash: 0,
      messages: 0,
      ranks: 0,
      broughtBack: 0,
      clockSetMs,
    };
    if (this.#clockWasSet) return swept;
    const { stagedRevisions, runningJobs, notifications, tokens, trash, uploads } = this.#services;
    return {
      ...swept,
      broughtBack: isSettled ? await this.#resetFutureDates() : 0,
      uploads: await uploads.removeAbandoned(),
      // Before contents, which become unreferenced.
      trash: await trash.removeEnded(),
      contents: await this.#sweepContents(),
      tokens: await tokens.removeExpired(),
      notifications: await notifications.removeExpired(),
      jobs: await runningJobs.failInterrupted(),
      imports: await stagedRevisions.removeStale(),
      messages: await this.#ports.database.webhooks.removeEnded(this.#ports.clock.nowMs() - messageRetentionMs),
      ranks: await this.#fillRanks(),
    };
  }

  async #resetFutureDates(): Promise<number> {
    const nowMs = this.#ports.clock.nowMs();
    return await this.#ports.database.dates.resetFutureDates(nowMs + clockSkewMs, nowMs);
  }

  /** In small transactions, so that saves hardly wait. */
  async #fillRanks(): Promise<number> {
    const { database } = this.#ports;
    let count = 0;
    while (count < ranksPerSweep) {
      const scope = await database.review.findUnranked();
      if (scope === undefined) break;
      const filled = await database.transaction({ dataset: scope.datasetId }, (tx) => tx.review.fillRanks(scope));
      // Another server was faster: the next sweep continues.
      if (filled === 0) break;
      count += filled;
    }
    return count;
  }

  /** Marked first, so that no request starts to reference a content while its bytes are being deleted. */
  async #sweepContents(): Promise<number> {
    const { database, blobs, clock } = this.#ports;
    // Alone: a transaction that is about to reference one of them, or an access list, comes before or after.
    const hashes = await database.transaction("site", async (tx) => {
      await tx.access.removeUnused();
      return await tx.blobs.markUnreferenced(clock.nowMs() - contentGraceMs, contentsPerSweep);
    });
    for (const hash of hashes) {
      await blobs.remove(hash);
      await database.blobs.remove(hash);
    }
    return hashes.length;
  }
}
