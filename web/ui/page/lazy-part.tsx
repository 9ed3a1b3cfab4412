/** A part of a page that is loaded separately: like React.lazy, but rendered immediately if it is loaded. */
import { lazy, Suspense, useState, type ComponentType } from "react";
import { lazily, type Lazy } from "../../base/lazy.ts";

export type LazyPart<Props extends object> = ComponentType<Props> & Lazy<ComponentType<Props>>;

/**
 * @param Early placeholder until it is loaded, and if loading fails: that is reported like any unhandled error, and
 *   leaves the page and its entries unchanged
 */
export function lazyPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  Early: ComponentType<Props> = Nothing,
): LazyPart<Props> {
  const code = lazily(fetch);
  let Fetched: ComponentType<Props> = make();

  function make(): ComponentType<Props> {
    return lazy(async () => {
      try {
        return { default: await code.load() };
      } catch (error) {
        // The next use tries again.
        Fetched = make();
        void Promise.reject(error);
        return { default: Early };
      }
    }) as unknown as ComponentType<Props>;
  }

  function Part(props: Props) {
    const [Shown] = useState(() => code.loaded ?? Fetched);
    return (
      <Suspense fallback={<Early {...props} />}>
        <Shown {...props} />
      </Suspense>
    );
  }
  Object.defineProperty(Part, "loaded", { get: () => code.loaded });
  return Object.assign(Part, { load: code.load }) as unknown as LazyPart<Props>;
}

function Nothing() {
  return null;
}
