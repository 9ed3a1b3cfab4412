/**
 * Commits a choice after a short delay, and at the latest before the user's next action, so that an immediate save
 * includes it.
 */

const commitMs = 100;

/** Returns a function that reverts the choice until it is committed. */
export function commitSoon(commit: () => void): () => void {
  const over = new AbortController();
  const now = () => {
    if (over.signal.aborted) return;
    cancel();
    commit();
  };
  const timer = setTimeout(now, commitMs);
  function cancel(): void {
    clearTimeout(timer);
    over.abort();
  }
  for (const event of ["keydown", "pointerdown", "pagehide"]) {
    globalThis.addEventListener(event, now, { capture: true, signal: over.signal });
  }
  return cancel;
}
