/** Housekeeping that runs by itself: abandoned uploads, contents that nothing refers to, expired tokens, old notifications, jobs that a crash left behind. */
import type { Ports } from "../ports/index.ts";
import type { JobService } from "./job.service.ts";
import type { NotificationService } from "./notification.service.ts";
import type { TokenService } from "./token.service.ts";
import type { UploadService } from "./upload.service.ts";

interface SweptServices {
  jobs: JobService;
  notifications: NotificationService;
  tokens: TokenService;
  uploads: UploadService;
}

/** A content that was just stored may get its file row a little later. */
const CONTENT_GRACE_MS = 60 * 60 * 1000;
const CONTENTS_PER_SWEEP = 500;

export class SweepService {
  readonly #ports: Ports;
  readonly #services: SweptServices;

  constructor(ports: Ports, services: SweptServices) {
    this.#ports = ports;
    this.#services = services;
  }

  async run(): Promise<{ uploads: number; contents: number; tokens: number; notifications: number; jobs: number }> {
    const { jobs, notifications, tokens, uploads } = this.#services;
    return {
      uploads: await uploads.reap(),
      contents: await this.#sweepContents(),
      tokens: await tokens.removeExpired(),
      notifications: await notifications.removeExpired(),
      jobs: await jobs.failAbandoned(),
    };
  }

  /** Marked first, so that nobody starts to rely on a content while its bytes are being deleted. */
  async #sweepContents(): Promise<number> {
    const { database, blobs, clock } = this.#ports;
    const hashes = await database.blobs.markUnreferenced(clock.nowMs() - CONTENT_GRACE_MS, CONTENTS_PER_SWEEP);
    for (const hash of hashes) {
      await blobs.remove(hash);
      await database.blobs.remove(hash);
    }
    return hashes.length;
  }
}
