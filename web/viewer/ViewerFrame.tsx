/**
 * The layout of the viewer: top bar, rails at the edges, docks around the stage. Both the open viewer and its loading
 * placeholder use it, so nothing jumps. It is a grid so that CSS alone can move a dock from next to the canvas to on
 * top of it: a component that moves in the React tree loses its state.
 */

import type { ReactNode } from "react";
import classes from "./ViewerFrame.module.css";

export interface ViewerFrameProps {
  /** Some parts have not loaded yet. */
  readonly isBusy?: boolean;
  readonly topBar: ReactNode;
  readonly leftRail?: ReactNode;
  readonly left?: ReactNode;
  /** Bars over the canvas. */
  readonly above?: ReactNode;
  readonly canvas: ReactNode;
  /** Bars under the canvas. */
  readonly below?: ReactNode;
  /** The resize handle of the left dock; placed after the stage in tab order. */
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
        {/* A panel comes after the button that opens it in tab order. */}
        {rightRail}
        {right}
      </div>
    </div>
  );
}
