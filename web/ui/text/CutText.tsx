/**
 * A name that is cut in its middle where it has no room, because names often differ at their end; the tooltip then
 * shows all of it. The document always holds the whole name: the style sheet repeats its end after the cut.
 */

import { useState, type ComponentProps } from "react";
import classes from "./CutText.module.css";
import { Tip } from "../tips/Tip.tsx";

interface CutTextProps extends Omit<ComponentProps<"span">, "ref"> {
  readonly children: string;
}

/** Characters that stay visible after the cut. */
const endLength = 10;

export function CutText({ children, className = "", ...span }: CutTextProps) {
  const [isCut, setIsCut] = useState(false);
  return (
    <Tip label={children} disabled={!isCut} multiline maw={360} style={{ overflowWrap: "anywhere" }}>
      <span
        {...span}
        // Another name is another element, which is measured.
        key={children}
        ref={observeSize}
        className={`${classes.cut ?? ""} ${className}`}
        onPointerEnter={({ currentTarget }) => setIsCut(isTooLong(currentTarget))}
      >
        <span className={classes.text}>{children}</span>
      </span>
    </Tip>
  );
}

/** One for all names of a page. */
let sizes: ResizeObserver | undefined;

function observeSize(name: HTMLElement): () => void {
  sizes ??= observeSizes();
  // Reports it at first, too.
  sizes.observe(name);
  return () => sizes?.unobserve(name);
}

/** Measures all names before it changes any. */
function observeSizes(): ResizeObserver {
  return new ResizeObserver((entries) => {
    const names = entries.map(({ target }) => target as HTMLElement);
    const ends = names.map((name) => (isTooLong(name) ? endOf(name.textContent) : undefined));
    for (const [index, name] of names.entries()) {
      const end = ends[index];
      if (end === undefined) delete name.dataset["end"];
      else name.dataset["end"] = end;
    }
  });
}

/** Compares the width of the whole name, which does not change when it is cut. */
function isTooLong({ clientWidth, firstElementChild }: HTMLElement): boolean {
  return firstElementChild !== null && firstElementChild.scrollWidth > clientWidth;
}

const endOf = (name: string): string => [...name].slice(-endLength).join("");
