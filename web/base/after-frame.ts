/** Defers work: to the next task, until the picture is on the screen, or until the page is idle. */

/** Defers `run`. */
export type Defer = (run: () => void) => void;

/** A hidden tab draws no frames; a slow machine takes about 300 ms for two and should not be rushed. Milliseconds. */
const maxFrameWaitMs = 1000;
/** A busy page is never idle, so wait at most this long. Milliseconds. */
const maxIdleWaitMs = 250;

/** Runs after the next animation frame has been presented, that is, when the one after it has begun. */
export const afterNextFrame: Defer = (run) => {
  let hasBegun = false;
  const begin = (): void => {
    if (!hasBegun) run();
    hasBegun = true;
  };
  // Work inside a frame delays it; a timer runs after painting.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin, 0)));
  setTimeout(begin, maxFrameWaitMs);
};

/** Runs when the page is idle, or after a timeout where the browser has no idle callback (Safari). */
export const whenIdle: Defer = (run) => {
  if (typeof requestIdleCallback === "undefined") afterNextFrame(run);
  else requestIdleCallback(run, { timeout: maxIdleWaitMs });
};

/** Defers the first run, and every run after one that took at least `fastMs`; otherwise runs immediately. */
export function unlessFast(defer: Defer, fastMs: number, now: () => number = () => performance.now()): Defer {
  let wasFast = false;
  return (run) => {
    const timed = (): void => {
      const began = now();
      run();
      wasFast = now() - began < fastMs;
    };
    if (wasFast) timed();
    else defer(timed);
  };
}

/** Runs immediately: for use without a display. */
export const immediately: Defer = (run) => run();

/** Resolves in another task, so that the work before and after it does not add up to a long one. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  if (scheduler?.yield !== undefined) return scheduler.yield();
  // Timers that follow one another wait for 4 ms.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
