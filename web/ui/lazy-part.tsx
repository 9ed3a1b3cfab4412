/** A part of a page that is fetched apart from it: React.lazy, and drawn at once where it has been fetched before. */
import { lazy, Suspense, useState, type ComponentType } from "react";
import { lazily, type Lazy } from "../base/lazy.ts";

export type LazyPart<Props extends object> = ComponentType<Props> & Lazy<ComponentType<Props>>;

/**
 * @param Early is drawn in its place until it is loaded, and where it cannot be fetched: that is reported like any
 * unhandled error, and leaves the page and its entered values as they are
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
        // The next place that shows it tries again.
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
