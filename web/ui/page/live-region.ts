/**
 * The one polite live region of the application. Several regions interrupt each other or are announced in an arbitrary
 * order, so everything that screen readers should announce without moving the focus goes through this one, except
 * errors, which have the role `alert`. Loaded after the page: see announce.ts.
 */

/** Several changes in one go are announced once, ms. */
const settleMs = 150;
/** Placeholders of content that comes sooner are not announced, ms. */
const loadingMs = 700;
/** Screen readers notice a region that has just come into a dialog, or back to the page, only after a moment, ms. */
const moveMs = 100;
/** The least time between two announcements of one element, for example of a progress, ms. */
const betweenMs = 2000;

const hidden =
  "position:fixed;top:0;left:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";

let region: HTMLElement | undefined;
/** `performance.now()` from which on the region is heard where it is. */
let readyAt = 0;

/**
 * Created early: screen readers miss the first text of a region that appears together with it. While a modal dialog is
 * open, the region is inside it: some screen readers, VoiceOver among them, ignore everything outside.
 */
function liveRegion(): HTMLElement {
  const home = openDialog() ?? document.body;
  if (region?.parentElement === home && region.isConnected) return region;
  if (region !== undefined) readyAt = performance.now() + moveMs;
  region ??= makeRegion();
  home.append(region);
  return region;
}

function makeRegion(): HTMLElement {
  const made = document.createElement("div");
  made.style.cssText = hidden;
  made.setAttribute("aria-live", "polite");
  made.dataset["testid"] = "live-region";
  return made;
}

/** The dialog on top. */
const openDialog = (): Element | undefined =>
  Array.from(document.querySelectorAll("[aria-modal=true]"))
    .filter((dialog) => dialog.checkVisibility())
    .at(-1);

/** Announces a text. @param channel the last text of each channel stays in the region until its next one */
export function announce(text: string, channel = "status"): void {
  const parent = liveRegion();
  const waitMs = readyAt - performance.now();
  if (waitMs > 0) setTimeout(add, waitMs, parent, text, channel);
  else add(parent, text, channel);
}

function add(parent: HTMLElement, text: string, channel: string): void {
  const last = parent.querySelector(`[data-testid="${channel}"]`);
  // A new element each time, so that the same text is announced again.
  const next = document.createElement("p");
  next.dataset["testid"] = channel;
  next.textContent = text;
  parent.append(next);
  last?.remove();
}

/** Announces the text of an element now and when it changes. Returns a function that ends that. */
export function announceChanges(element: HTMLElement): () => void {
  liveRegion();
  let announced = "";
  let announcedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (): void => {
    timer = undefined;
    const text = spokenText(element);
    if (text === announced) return;
    announced = text;
    if (text === "") return;
    announcedAt = performance.now();
    announce(text);
  };
  const sayLater = (): void => {
    const least = element.textContent === "" ? loadingMs : settleMs;
    timer ??= setTimeout(say, Math.max(least, announcedAt + betweenMs - performance.now()));
  };
  sayLater();
  const observer = new MutationObserver(sayLater);
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Its text with spaces between elements; of a placeholder without text its name. */
function spokenText(element: HTMLElement): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (walker.nextNode() !== null) {
    const part = walker.currentNode.textContent?.trim() ?? "";
    if (part !== "") parts.push(part);
  }
  return parts.length > 0 ? parts.join(" ") : (element.getAttribute("aria-label") ?? "");
}
