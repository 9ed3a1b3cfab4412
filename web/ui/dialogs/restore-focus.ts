/** Returns the focus to where a dialog was opened, so that keyboard users do not start from the top of the page. */

/**
 * Unless something else has taken the focus; while a dialog is open, nothing under it takes it. If the element is gone,
 * as a button of an empty list that now has rows, the content of the page gets it.
 */
export function restoreFocus(to: Element | null): void {
  if (!isFocusNowhere()) return;
  const isThere = to instanceof HTMLElement && to.isConnected && to !== document.body;
  (isThere ? to : document.getElementById("content"))?.focus({ preventScroll: true });
}

export function isFocusNowhere(): boolean {
  const { activeElement: at, body } = document;
  // The page as a whole has it after a change of pages: the new page may take it.
  return (
    (at === null || at === body || at.id === "content") &&
    document.querySelector("[role=dialog][aria-modal=true]") === null
  );
}
