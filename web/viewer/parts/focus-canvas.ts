/** The canvas of the active camera: focuses it, and converts its points to page coordinates. */

import type { ScreenPoint } from "../../base/brand.ts";

/** Marks the canvas element of a camera. */
export const canvasMark = (isActive: boolean) => ({ "data-canvas": isActive ? "active" : "" });

function findCanvas(): HTMLElement | null {
  return document.querySelector<HTMLElement>('canvas[data-canvas="active"]');
}

export function focusCanvas(): void {
  findCanvas()?.focus({ preventScroll: true });
}

/** Client coordinates. */
export function onPage({ x, y }: ScreenPoint): { readonly x: number; readonly y: number } {
  const box = findCanvas()?.getBoundingClientRect();
  return { x: x + (box?.left ?? 0), y: y + (box?.top ?? 0) };
}
