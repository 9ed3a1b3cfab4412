/** Loads the comments after the first picture, and again when others write or the server is reachable again. */

import { effect } from "../../base/effect.ts";
import { listenToServer } from "../../api/messages.ts";
import { isServerReachable } from "../../api/reachable.ts";
import type { Editor } from "../../editor/editor.ts";
import { goToPlace } from "../../editor/lists/comment-places.ts";

/**
 * @param threadId the thread to go to once loaded
 * @returns a function that stops it
 */
export function followComments(editor: Editor, threadId: string | undefined): () => void {
  const { comments, workspace } = editor;
  let isOver = false;
  const load = async (): Promise<void> => {
    if (!isOver) await comments.load();
  };
  let isFirst = true;
  const stopBeginning = effect(() => {
    if (!isFirst || editor.shownFrame.value === undefined) return;
    isFirst = false;
    void load().then(() => !isOver && threadId !== undefined && show(threadId));
  });
  function show(id: string): void {
    const thread = comments.threads.peek()?.find((each) => each.id === id);
    workspace.settings.change({ layout: { right: { panel: "comments", isOpen: true } } });
    if (thread === undefined) return;
    comments.show(thread);
    goToPlace(editor, thread.anchor);
  }
  const stopListening = listenToServer(({ type, data }) => {
    if (type === "comments_changed" && (data as { datasetId: string }).datasetId === workspace.dataset.id) void load();
  });
  let wasReachable = isServerReachable.peek();
  const stopWaiting = effect(() => {
    const isReachable = isServerReachable.value;
    if (isReachable && !wasReachable) void load();
    wasReachable = isReachable;
  });
  return () => {
    isOver = true;
    stopBeginning();
    stopListening();
    stopWaiting();
  };
}
