/** A sample of the line in which a kind of difference is drawn on the picture. */

import type { Difference } from "#core/diff/differences";
import { differenceColors, isDashed } from "./colors.ts";
import classes from "./Compare.module.css";

export function DifferenceLine({ kind }: Pick<Difference, "kind">) {
  const borderTopStyle = isDashed(kind) ? "dashed" : "solid";
  return <span className={classes.line} style={{ borderTopColor: differenceColors[kind], borderTopStyle }} />;
}
