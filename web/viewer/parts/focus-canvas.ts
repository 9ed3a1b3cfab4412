/** Gives the keyboard back to the canvas. */

/** On the canvas element. */
export const canvasMark = { "data-canvas": true } as const;

export function focusCanvas(): void {
  document.querySelector<HTMLElement>("canvas[data-canvas]")?.focus({ preventScroll: true });
}
