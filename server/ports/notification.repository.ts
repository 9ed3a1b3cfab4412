/** Notifications that a client may still ask for after it was away. */
import type { NotificationRecord } from "./records.ts";

export interface NotificationRepository {
  /** Replaces what has the same id: progress is one notification that changes. */
  put(notification: NotificationRecord): Promise<void>;
  /** Those of a user that changed after a time, oldest change first. @param limit the newest so many */
  listSince(userId: string, sinceMs: number | undefined, limit: number): Promise<NotificationRecord[]>;
  /** @returns how many */
  removeExpired(nowMs: number): Promise<number>;
}
