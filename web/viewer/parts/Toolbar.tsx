/** A row or column of controls that is a single tab stop. */

import { useEffect, useRef, type ComponentProps } from "react";
import { keepFocus } from "./keep-focus.ts";
import { attachRovingFocus, type Orientation } from "./roving-focus.ts";

interface ToolbarProps extends ComponentProps<"div"> {
  readonly label: string;
  readonly orientation?: Orientation;
}

export function Toolbar({ label, orientation = "horizontal", children, ...rest }: ToolbarProps) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => (group.current === null ? undefined : attachRovingFocus(group.current, orientation)), [orientation]);
  return (
    <div {...rest} ref={group} role="toolbar" aria-label={label} aria-orientation={orientation} onMouseDown={keepFocus}>
      {children}
    </div>
  );
}
