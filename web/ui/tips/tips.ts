/** Timing of tooltips. */

/** How long the pointer must rest before a tooltip appears. */
export const tipDelayMs = 600;

/** How long a tooltip stays that appears by itself to explain why something did not happen. */
export const forcedTipMs = 2000;
