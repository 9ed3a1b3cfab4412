/**
 * UI code that is loaded separately from the page that uses it: `lazily` declares it, `preloadWhenIdle` loads it once
 * the page is idle, `whenLoaded` runs what needs it, immediately if it is loaded. `lazyFunction` makes a function of
 * it, `lazyPart` (web/ui/page/lazy-part.tsx) a component.
 *
 * While a user waits for such code, keys are not sent to the page: they are meant for the part that is about to open.
 * Escape cancels the request. A failed load is reported like any unhandled error, and tried again at the next use.
 */
import { whenIdle } from "./after-frame.ts";

/** Code that can be preloaded. */
export interface Loading {
  load(): Promise<unknown>;
}

export interface Lazy<Code> extends Loading {
  /** `undefined` until loaded. */
  readonly loaded: Code | undefined;
  load(): Promise<Code>;
}

export function lazily<Code extends object>(fetch: () => Promise<Code>): Lazy<Code> {
  let loaded: Code | undefined;
  let loading: Promise<Code> | undefined;
  async function run(): Promise<Code> {
    try {
      return (loaded = await fetch());
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }
  return {
    get loaded() {
      return loaded;
    },
    load: () => (loading ??= run()),
  };
}

/** A failure is not reported, since the user has not requested anything yet. */
export function preloadWhenIdle(...parts: readonly Loading[]): void {
  whenIdle(() => {
    for (const part of parts) part.load().catch(() => undefined);
  });
}

/** One entry per user request that waits for code. */
const awaited = new Set<object>();

export function whenLoaded(needed: readonly Lazy<object>[], run: () => void): void {
  if (needed.every(({ loaded }) => loaded !== undefined)) return run();
  const request = suspend();
  void Promise.all(needed.map((each) => each.load()))
    .then(() => {
      if (awaited.has(request)) run();
    })
    .finally(() => awaited.delete(request));
}

/** Whether something that the user has opened is still loading. */
export function isAwaiting(): boolean {
  return awaited.size > 0;
}

/** Cancels what the user is waiting for. */
export function stopAwaiting(): void {
  awaited.clear();
}

function suspend(): object {
  const request = {};
  awaited.add(request);
  return request;
}

/** A function whose code is loaded on the first call. */
export function lazyFunction<Args extends readonly unknown[]>(
  fetch: () => Promise<(...args: Args) => unknown>,
): ((...args: Args) => void) & Loading {
  const code = lazily(fetch);
  const call = (...args: Args): void => whenLoaded([code], () => void code.loaded?.(...args));
  return Object.assign(call, { load: code.load });
}
