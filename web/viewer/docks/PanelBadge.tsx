/** A number on the icon of a panel; nothing where it is 0. */

import { formatNumber } from "../../ui/format.ts";
import classes from "./docks.module.css";

interface PanelBadgeProps {
  readonly count: number;
  /** What it counts, for screen readers. */
  readonly label: string;
  /** Something to mend. */
  readonly isProblem?: boolean;
}

/** More than this has no room on an icon. */
const mostShown = 99;

export function PanelBadge({ count, label, isProblem = false }: PanelBadgeProps) {
  if (count === 0) return null;
  const shown = count > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(count);
  const kind = isProblem ? "problem" : undefined;
  // Drawn by the style sheet: as text the number would have to be part of the button's name.
  return <span className={classes.badge} role="img" aria-label={label} data-count={shown} data-kind={kind} />;
}
