/**
 * The only animation-frame loop of the page. Work registers for a phase and requests a frame; each frame runs the
 * phases in order, so that everything drawn in it is consistent: input first, then the query of the visible
 * annotations, then the layers.
 */

/** In the order in which they run. */
const framePhases = ["input", "query", "draw"] as const;
export type FramePhase = (typeof framePhases)[number];

/** `timeMs` is the animation frame's own time stamp, on the clock of `performance.now()`. */
export type FrameCallback = (timeMs: number) => void;

export interface FrameScheduler {
  /** Runs `callback` in every frame; it decides itself whether it has work. Returns a function that removes it. */
  add(phase: FramePhase, callback: FrameCallback): () => void;
  /**
   * Requests a frame. Any number of requests before it runs result in one frame; requests during it result in the next.
   */
  request(): void;
  dispose(): void;
}

/** How frames are requested; tests pass their own clock. */
export interface FrameClock {
  requestAnimationFrame(callback: FrameCallback): number;
  cancelAnimationFrame(handle: number): void;
}

export function createFrameScheduler(clock: FrameClock = globalThis): FrameScheduler {
  const callbacks: Record<FramePhase, Set<FrameCallback>> = { input: new Set(), query: new Set(), draw: new Set() };
  let pending: number | undefined;
  let disposed = false;

  function run(timeMs: number): void {
    pending = undefined;
    for (const phase of framePhases) {
      for (const callback of callbacks[phase]) {
        try {
          callback(timeMs);
        } catch (error) {
          // One broken layer must not stop the others; the error is passed to the page's error handler.
          reportError(error);
        }
      }
    }
  }

  return {
    add(phase, callback) {
      callbacks[phase].add(callback);
      return () => callbacks[phase].delete(callback);
    },
    request() {
      if (disposed) return;
      pending ??= clock.requestAnimationFrame(run);
    },
    dispose() {
      disposed = true;
      if (pending !== undefined) clock.cancelAnimationFrame(pending);
      pending = undefined;
      for (const phase of framePhases) callbacks[phase].clear();
    },
  };
}
