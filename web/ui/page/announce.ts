/** Announcements of screen readers that do not move the focus. The region that makes them is loaded after the page. */
import { lazily } from "../../base/lazy.ts";

const region = lazily(() => import("./live-region.ts"));

/** Announces a text. The last text of each channel stays in the region until its next one. */
export function announce(text: string, channel?: string): void {
  void region.load().then((code) => code.announce(text, channel));
}

/** Props of an element whose text is announced when it appears and when it changes. */
export const statusProps = { role: "status", "aria-live": "off", ref: announceChanges } as const;

function announceChanges(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  let stop: (() => void) | undefined;
  let isGone = false;
  void region.load().then((code) => {
    if (!isGone) stop = code.announceChanges(element);
  });
  return () => {
    isGone = true;
    stop?.();
  };
}
