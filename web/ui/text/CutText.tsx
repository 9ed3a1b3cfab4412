/** Text that may be truncated; the tooltip then shows all of it. */

import { useState, type ComponentProps } from "react";
import classes from "./CutText.module.css";
import { Tip } from "../tips/Tip.tsx";

interface CutTextProps extends ComponentProps<"span"> {
  readonly children: string;
}

export function CutText({ children, className = "", ...span }: CutTextProps) {
  const [isCut, setIsCut] = useState(false);
  return (
    <Tip label={children} disabled={!isCut} multiline maw={360} style={{ overflowWrap: "anywhere" }}>
      <span
        {...span}
        className={`${classes.cut ?? ""} ${className}`}
        onPointerEnter={({ currentTarget: { scrollWidth, clientWidth } }) => setIsCut(scrollWidth > clientWidth)}
      >
        {children}
      </span>
    </Tip>
  );
}
