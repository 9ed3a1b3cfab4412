/** When to start work whose result is not visible at first: once the picture is on the screen, or the page is idle. */

/** Puts work off. */
export type PutOff = (run: () => void) => void;

/** Milliseconds. A hidden tab draws no frames; a slow machine takes some 300 for two, and is not to be hurried. */
const longestFrameWaitMs = 1000;
/** Milliseconds. A busy page is never idle. */
const longestIdleWaitMs = 250;

/** After the next animation frame has been handed to the screen: when the one after it has begun. */
export const afterNextFrame: PutOff = (run) => {
  let hasBegun = false;
  const begin = (): void => {
    if (!hasBegun) run();
    hasBegun = true;
  };
  // What runs within a frame delays it; a timer of it comes after its painting.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin, 0)));
  setTimeout(begin, longestFrameWaitMs);
};

/** When the page is idle. Safari has no such event. */
export const whenIdle: PutOff = (run) => {
  if (typeof requestIdleCallback === "undefined") afterNextFrame(run);
  else requestIdleCallback(run, { timeout: longestIdleWaitMs });
};

/** Defers the first run, and every run after one that took this many milliseconds or more; else runs at once. */
export function unlessQuick(putOff: PutOff, quickMs: number, now: () => number = () => performance.now()): PutOff {
  let wasQuick = false;
  return (run) => {
    const timed = (): void => {
      const began = now();
      run();
      wasQuick = now() - began < quickMs;
    };
    if (wasQuick) timed();
    else putOff(timed);
  };
}

/** Runs at once: for use without a display. */
export const atOnce: PutOff = (run) => run();
