/**
 * A part of a page that is fetched separately. A failed fetch is reported like any unhandled error (with an offer to
 * reload, where the server has newer parts), and leaves the page and its entered values as they are; it is tried again
 * when the part is next wanted.
 */
import { type ComponentType, useEffect, useState } from "react";

/** @param Early is shown in its place until it is loaded */
export function latePart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  Early?: ComponentType<Props>,
): ComponentType<Props> {
  let there: ComponentType<Props> | undefined;
  return function LatePart(props) {
    const [Part, setPart] = useState(() => there);
    useEffect(() => {
      if (Part !== undefined) return undefined;
      let isWanted = true;
      void load().then((part) => {
        there = part.default;
        if (isWanted) setPart(() => part.default);
      });
      return () => {
        isWanted = false;
      };
    }, [Part]);
    if (Part !== undefined) return <Part {...props} />;
    return Early === undefined ? null : <Early {...props} />;
  };
}
