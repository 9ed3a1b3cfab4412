/**
 * Makes a list of rows with controls a single tab stop: Left and Right move within a row, Up and Down between rows if
 * enabled. Tab returns to where the focus was last, else to the selected row, else to the first.
 */

const focusable = "button:not([disabled]), a[href], input:not([disabled])";

interface ListFocusOptions {
  /** CSS selector of the rows. */
  readonly rows: string;
  /** Whether Up and Down move the focus, always or at the moment; otherwise the shortcuts get them. */
  readonly upDown: boolean | (() => boolean);
}

/** The main control of a row. */
export function mainControl(row: Element | null | undefined): HTMLElement | undefined {
  return row?.querySelector<HTMLElement>("[data-main]") ?? row?.querySelector<HTMLElement>(focusable) ?? undefined;
}

/** Returns a function that detaches it. */
export function attachListFocus(list: HTMLElement, { rows, upDown }: ListFocusOptions): () => void {
  const stop = new AbortController();
  let last: HTMLElement | undefined;
  const controlsOf = (place: Element): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(focusable)];

  function settle(): void {
    const hasFocus = list.contains(document.activeElement);
    const isLastThere = last !== undefined && list.contains(last);
    const selected = mainControl(list.querySelector(`${rows}[data-selected]`));
    const current =
      hasFocus && isLastThere ? last : (selected ?? (isLastThere ? last : mainControl(list.querySelector(rows))));
    for (const control of controlsOf(list)) control.tabIndex = control === current ? 0 : -1;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    const row = target.closest(rows);
    if (row === null || target.matches("input:not([type=checkbox])")) return;
    const next = neighbor(row, target, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  function neighbor(row: Element, target: HTMLElement, key: string): HTMLElement | undefined {
    const controls = controlsOf(row);
    const at = controls.indexOf(target);
    if (key === "ArrowLeft") return controls[Math.max(0, at - 1)];
    if (key === "ArrowRight") return controls[Math.min(controls.length - 1, at + 1)];
    const isUpDown = typeof upDown === "function" ? upDown() : upDown;
    if (!isUpDown || (key !== "ArrowUp" && key !== "ArrowDown")) return undefined;
    const other = key === "ArrowUp" ? row.previousElementSibling : row.nextElementSibling;
    // At the ends the focus stays where it is; the key must not trigger anything else.
    return other === null ? target : (controlsOf(other)[at] ?? mainControl(other));
  }

  list.addEventListener("keydown", onKeyDown, { signal: stop.signal });
  list.addEventListener(
    "focusin",
    (event) => {
      last = event.target as HTMLElement;
      settle();
    },
    { signal: stop.signal },
  );
  list.addEventListener("focusout", () => queueMicrotask(settle), { signal: stop.signal });
  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true, attributeFilter: ["data-selected", "disabled"] });
  settle();
  return () => {
    stop.abort();
    observer.disconnect();
  };
}
