/**
 * The one polite live region of the application. Several regions interrupt each other or are announced in an arbitrary
 * order, so everything that screen readers should announce without moving the focus goes through this one, except
 * errors, which have the role `alert`. Loaded after the page: see announce.ts.
 */

/** Several changes in one go are announced once, ms. */
const settleMs = 150;
/** Placeholders of content that comes sooner are not announced, ms. */
const loadingMs = 700;
/** The least time between two announcements of one element, for example of a progress, ms. */
const betweenMs = 2000;

const hidden =
  "position:fixed;top:0;left:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";

let region: HTMLElement | undefined;

/** Created early: screen readers miss the first text of a region that appears together with it. */
function liveRegion(): HTMLElement {
  if (region?.isConnected === true) return region;
  region = document.createElement("div");
  region.style.cssText = hidden;
  region.setAttribute("aria-live", "polite");
  region.dataset["testid"] = "live-region";
  document.body.append(region);
  return region;
}

/** Announces a text. @param channel the last text of each channel stays in the region until its next one */
export function announce(text: string, channel = "status"): void {
  const parent = liveRegion();
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
