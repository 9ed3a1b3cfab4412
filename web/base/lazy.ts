/**
 * Code of the user interface that is fetched apart from the page that uses it: `lazily` names it, `preloadWhenIdle`
 * fetches it once the page has nothing else to do, `whenLoaded` runs what needs it: at once where it is there.
 * `lazyFunction` is a function of that kind, `lazyPart` (web/ui/lazy-part.tsx) a component.
 *
 * While a user waits for such code, keys are not sent to the page: they are meant for what is about to open. Escape
 * takes the request back. A fetch that failed is reported like any unhandled error, and tried again when it is next
 * wanted.
 */
import { afterNextFrame, whenIdle } from "./after-frame.ts";

/** What can be fetched before it is wanted. */
export interface Loading {
  load(): Promise<unknown>;
}

export interface Lazy<Code> extends Loading {
  /** `undefined` until it has been fetched. */
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

/** A failure is not reported: the user has asked for nothing yet. */
export function preloadWhenIdle(...parts: readonly Loading[]): void {
  whenIdle(() => {
    for (const part of parts) part.load().catch(() => undefined);
  });
}

/** One entry for each request of the user that waits for what it opens. */
const awaited = new Set<object>();

export function whenLoaded(needed: readonly Lazy<object>[], run: () => void): void {
  if (needed.every(({ loaded }) => loaded !== undefined)) return run();
  const request = awaitSomething();
  void Promise.all(needed.map((each) => each.load()))
    .then(() => {
      if (awaited.has(request)) run();
    })
    .finally(() => awaited.delete(request));
}

/** Something that the user has opened has not come yet. */
export function isAwaiting(): boolean {
  return awaited.size > 0;
}

/** What the user waits for is not opened any more. */
export function stopAwaiting(): void {
  awaited.clear();
}

/** Keys rest until what was opened is drawn, as after `whenLoaded`; where it does not come, until then. */
export function awaitDrawing(): void {
  const request = awaitSomething();
  afterNextFrame(() => awaited.delete(request));
}

function awaitSomething(): object {
  const request = {};
  awaited.add(request);
  return request;
}

/** A function whose code is fetched when it is first called. */
export function lazyFunction<Args extends readonly unknown[]>(
  fetch: () => Promise<(...args: Args) => unknown>,
): ((...args: Args) => void) & Loading {
  const code = lazily(fetch);
  const call = (...args: Args): void => whenLoaded([code], () => void code.loaded?.(...args));
  return Object.assign(call, { load: code.load });
}
