/** When tooltips come and go. */

/** How long the pointer rests before a tooltip appears. */
export const tipDelayMs = 600;

/** How long a tooltip stays that appears without being asked for: why something did not happen. */
export const forcedTipMs = 2000;
