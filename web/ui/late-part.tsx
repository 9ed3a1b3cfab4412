/**
 * A part of a page that is fetched beside it. One that cannot be fetched is told as any error that nobody handles (with
 * an offer to reload, where the server has newer parts), and leaves the page and what was entered in it as they are; it
 * is tried again when it is next wanted.
 */
import { type ComponentType, useEffect, useState } from "react";

/** @param Early stands in its place until it is there */
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
