/** Notifications that clients can still fetch after they were disconnected. */
import type { NotificationRecord } from "./records.ts";

export interface NotificationRepository {
  /**
   * Replaces the notification with the same id: progress is one notification that changes. `updatedMs` is always later
   * than that of all the user's others, even if the clock is set back, so that clients never miss one.
   * @returns the stored `updatedMs`
   */
  put(notification: NotificationRecord): Promise<number>;
  /** Notifications of a user that changed after a time, oldest change first. @param limit keeps the newest */
  listSince(userId: string, sinceMs: number | undefined, limit: number): Promise<NotificationRecord[]>;
  /** @returns how many */
  removeExpired(nowMs: number): Promise<number>;
}
