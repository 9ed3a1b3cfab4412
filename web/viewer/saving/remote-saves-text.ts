/** Says who has saved, and how much. */

import { t } from "../../base/texts/index.ts";
import type { SavedElsewhere } from "../../session/saving/remote-saves.ts";

/** @param userId the reader: their own saves were made in another window */
export function savedText(saved: readonly SavedElsewhere[], userId: string, state: "unread" | "merged"): string {
  const others = [...new Set(saved.filter(({ authorId }) => authorId !== userId).map(({ authorName }) => authorName))];
  const count = saved.reduce((sum, { additions, deletions }) => sum + Math.max(additions, deletions), 0);
  const revision = saved.at(-1)?.revision ?? 0;
  if (others.length === 0)
    return t(state === "unread" ? "viewer.savedBySelf" : "viewer.mergedOfSelf", { count, revision });
  const names = others.join(", ");
  return t(state === "unread" ? "viewer.savedByOthers" : "viewer.mergedOfOthers", { names, count, revision });
}
