/** Notifications that a client may still ask for after it was away. */
import type { NotificationRecord } from "./records.ts";

export interface NotificationRepository {
  /**
   * Replaces what has the same id: progress is one notification that changes. What a user hears never comes before what was
   * heard earlier, whatever the clock says: `updatedMs` is later than that of all others.
   * @returns the `updatedMs` that is kept
   */
  put(notification: NotificationRecord): Promise<number>;
  /** Those of a user that changed after a time, oldest change first. @param limit the newest so many */
  listSince(userId: string, sinceMs: number | undefined, limit: number): Promise<NotificationRecord[]>;
  /** @returns how many */
  removeExpired(nowMs: number): Promise<number>;
}
