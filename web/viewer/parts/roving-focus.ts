/**
 * Makes a group of controls a single tab stop; the arrow keys move inside it. It reads the DOM on each key, so controls
 * may come and go.
 *
 * The arrow keys only work after the group was reached by Tab: a closing menu returns the focus to its button, and the
 * next arrow key is meant to step a frame.
 */

const focusable = "button:not([disabled]), a[href], input:not([disabled])";

export type Orientation = "horizontal" | "vertical";

/**
 * Returns a function that detaches it. `selector` matches the controls, if not every focusable element belongs to the
 * group.
 */
export function attachRovingFocus(group: HTMLElement, orientation: Orientation, selector = focusable): () => void {
  const stop = new AbortController();
  let current: HTMLElement | undefined;
  let lastKey = "";
  let cameByTab = false;

  function controls(): readonly HTMLElement[] {
    // Slots that no longer fit in a bar are in its menu.
    return [...group.querySelectorAll<HTMLElement>(selector)].filter((one) => one.closest("[data-gone]") === null);
  }

  /** Makes exactly one control reachable by Tab: the last focused one, else the first. */
  function settle(): void {
    const all = controls();
    if (current === undefined || !all.includes(current)) current = all[0];
    for (const control of all) {
      const tabIndex = control === current ? 0 : -1;
      if (control.tabIndex !== tabIndex || !control.hasAttribute("tabindex")) control.tabIndex = tabIndex;
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!cameByTab || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = controls();
    const at = all.indexOf(event.target as HTMLElement);
    if (at === -1) return;
    const to = targetOf(event.key, orientation, at, all.length);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  function onFocusIn(event: FocusEvent): void {
    if (!controls().includes(event.target as HTMLElement)) return;
    if (!(event.relatedTarget instanceof Node && group.contains(event.relatedTarget))) cameByTab = lastKey === "Tab";
    current = event.target as HTMLElement;
    settle();
  }

  globalThis.addEventListener("keydown", (event) => (lastKey = event.key), { signal: stop.signal, capture: true });
  group.addEventListener("keydown", onKeyDown, { signal: stop.signal });
  group.addEventListener("focusin", onFocusIn, { signal: stop.signal });
  const observer = new MutationObserver(settle);
  observer.observe(group, { childList: true, subtree: true, attributeFilter: ["disabled", "data-gone"] });
  settle();
  return () => {
    stop.abort();
    observer.disconnect();
  };
}

/** The index that a key moves to among `count` controls. Does not wrap around. */
export function targetOf(key: string, orientation: Orientation, at: number, count: number): number | undefined {
  const [back, forth] = orientation === "horizontal" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  if (key === back) return Math.max(0, at - 1);
  if (key === forth) return Math.min(count - 1, at + 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
