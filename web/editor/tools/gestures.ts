/** Pointer handling shared by the tools: panning, clicks, telling a drag from a click. */

import type { ScreenPoint } from "../../base/brand.ts";
import type { PointerInput, ToolContext, ToolEffect, ToolResult, ToolState } from "./tool.ts";

export function only(state: ToolState, ...effects: readonly ToolEffect[]): ToolResult {
  return { state, effects };
}

export function distancePx(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The primary button, with nothing held that makes every drag pan. */
export function isPlain({ button }: PointerInput, { pansAnywhere }: ToolContext): boolean {
  return button === "primary" && !pansAnywhere;
}

/** The pointer has moved past the tolerance, and there was nothing to grab. */
export function beginPan(start: PointerInput, now: PointerInput, then: ToolState): ToolResult {
  const panned = { dxPx: now.screen.x - start.screen.x, dyPx: now.screen.y - start.screen.y };
  return only({ state: "panning", last: now.screen, then }, { type: "panned", ...panned });
}

export function continuePanning(
  state: ToolState & { readonly state: "panning" },
  now: PointerInput & { readonly type: string },
): ToolResult {
  const panned = { dxPx: now.screen.x - state.last.x, dyPx: now.screen.y - state.last.y };
  const next = now.type === "pointerUp" ? state.then : { ...state, last: now.screen };
  return only(next, { type: "panned", ...panned });
}

/** A click where there is no handle. */
export function clicked({ image, button, shift }: PointerInput): ToolEffect {
  return { type: "clicked", at: image, button, shift };
}
