/** A number on a panel's icon; nothing for 0. */

import { formatNumber } from "../../ui/text/format.ts";
import classes from "./docks.module.css";

interface PanelBadgeProps {
  readonly count: number;
  /** The unit of the count, for screen readers. */
  readonly label: string;
  /** The count is of problems. */
  readonly isProblem?: boolean;
}

/** Larger counts do not fit on an icon. */
const maxShown = 99;

export function PanelBadge({ count, label, isProblem = false }: PanelBadgeProps) {
  if (count === 0) return null;
  const shown = count > maxShown ? `${formatNumber(maxShown)}+` : formatNumber(count);
  const kind = isProblem ? "problem" : undefined;
  // Drawn by CSS: as text, the number would become part of the button's name.
  return <span className={classes.badge} role="img" aria-label={label} data-count={shown} data-kind={kind} />;
}
