/** Stores the confidence thresholds with the dataset, a second after the last change. */

import { effect } from "@preact/signals-core";
import { ApiError, type ApiClient } from "#schemas/client";
import type { Workspace } from "./workspace.ts";

const debounceMs = 1000;

/** Returns how to stop; what is waiting then is sent at once. */
export function createThresholdSaver(workspace: Workspace, client: ApiClient): () => void {
  let stored = workspace.filters.peek().thresholds;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    const { thresholds } = workspace.filters.peek();
    if (thresholds === stored || workspace.readOnly.peek() !== undefined) return;
    stored = thresholds;
    client
      .call("dataset.update", { id: workspace.dataset.id, body: { confidenceFilters: { ...thresholds } } })
      .catch((error: unknown) => {
        // Thresholds decide what is shown, not what is stored: a viewer without write access keeps them to himself.
        if (error instanceof ApiError) console.warn("Thresholds were not stored:", error.message);
        else throw error;
      });
  }

  const stop = effect(() => {
    if (workspace.filters.value.thresholds === stored) return;
    clearTimeout(timer);
    timer = setTimeout(send, debounceMs);
  });
  return () => {
    stop();
    if (timer === undefined) return;
    clearTimeout(timer);
    send();
  };
}
