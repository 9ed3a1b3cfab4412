/** Reads the comments when the page is idle, and again when others write, or when the server is there again. */

import { effect } from "../../base/effect.ts";
import { listenToServer } from "../../api/messages.ts";
import { isServerReachable } from "../../api/reachable.ts";
import { whenIdle } from "../../base/after-frame.ts";
import type { Comments } from "../../session/comments/comments.ts";

/** @returns how to stop */
export function followComments(comments: Comments, datasetId: string): () => void {
  let isOver = false;
  const load = (): void => {
    if (!isOver) void comments.load();
  };
  whenIdle(load);
  const stopListening = listenToServer(({ type, data }) => {
    if (type === "comments_changed" && (data as { datasetId: string }).datasetId === datasetId) load();
  });
  let wasReachable = isServerReachable.peek();
  const stopWaiting = effect(() => {
    const isReachable = isServerReachable.value;
    if (isReachable && !wasReachable) load();
    wasReachable = isReachable;
  });
  return () => {
    isOver = true;
    stopListening();
    stopWaiting();
  };
}
