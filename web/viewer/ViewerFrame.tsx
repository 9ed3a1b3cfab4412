/**
 * Where everything lies: bar on top, rails at the edges, docks around the stage. The open viewer and what stands in its
 * place while it loads are laid out by this, so nothing jumps.
 */

import type { ReactNode } from "react";
import classes from "./ViewerFrame.module.css";

interface ViewerFrameProps {
  readonly topBar: ReactNode;
  readonly leftRail?: ReactNode;
  readonly left?: ReactNode;
  /** The canvas with the bars over and under it. */
  readonly stage: ReactNode;
  /** The border of the left dock: behind the stage in the order of Tab. */
  readonly leftBorder?: ReactNode;
  readonly right?: ReactNode;
  readonly rightRail?: ReactNode;
}

export function ViewerFrame(props: ViewerFrameProps) {
  const { topBar, leftRail, left, stage, leftBorder, right, rightRail } = props;
  return (
    <div className={classes.viewer}>
      {topBar}
      <div className={classes.body}>
        {leftRail}
        {left}
        <main className={classes.stage}>{stage}</main>
        {leftBorder}
        {right}
        {rightRail}
      </div>
    </div>
  );
}
