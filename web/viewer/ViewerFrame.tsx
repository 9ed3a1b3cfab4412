/**
 * The layout of the viewer: bar on top, rails at the edges, docks around the stage. It lays out both the open viewer
 * and its placeholder while loading, so nothing jumps. A grid, so that style alone can move a dock from next to the
 * canvas to over it: a component moved in the page loses its state.
 */

import type { ReactNode } from "react";
import classes from "./ViewerFrame.module.css";

export interface ViewerFrameProps {
  /** Parts are still missing. */
  readonly isBusy?: boolean;
  readonly topBar: ReactNode;
  readonly leftRail?: ReactNode;
  readonly left?: ReactNode;
  /** Bars over the canvas. */
  readonly above?: ReactNode;
  readonly canvas: ReactNode;
  /** Bars under the canvas. */
  readonly below?: ReactNode;
  /** The border of the left dock: after the stage in tab order. */
  readonly leftBorder?: ReactNode;
  readonly right?: ReactNode;
  readonly rightRail?: ReactNode;
}

export function ViewerFrame(props: ViewerFrameProps) {
  const { isBusy = false, topBar, leftRail, left, above, canvas, below, leftBorder, right, rightRail } = props;
  return (
    <div className={classes.viewer}>
      {topBar}
      <div className={classes.body}>
        {leftRail}
        {left}
        <main className={classes.stage} aria-busy={isBusy || undefined}>
          <div className={classes.above}>{above}</div>
          <div className={classes.canvas}>{canvas}</div>
          <div className={classes.below}>{below}</div>
        </main>
        {leftBorder}
        {right}
        {rightRail}
      </div>
    </div>
  );
}
