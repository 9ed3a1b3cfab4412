/**
 * The mode in which a click picks the counterpart of the selected track on another camera. Part of the mode machine
 * (`mode.ts`).
 */

import type { TrackId } from "#core/types";
import type { ModeContext, ModeEvent, ModeResult } from "./mode.ts";

/** `trackId` is being linked; its counterpart is picked on `camera`. */
export interface LinkingMode {
  readonly kind: "linking";
  readonly trackId: TrackId;
  readonly camera: string;
}

export type LinkingEvent =
  /** Pick the counterpart of the selected track on this camera. */
  | { readonly type: "link"; readonly camera: string }
  /** The link was made. */
  | { readonly type: "linked" };

export interface LinkingEffect {
  readonly type: "linkWith";
  readonly picked: TrackId;
}

export type LinkingBlocked = "nothingToLink" | "linking";

/** Events that start and end linking. */
export function reduceLinking(event: LinkingEvent, { readOnly, selected }: ModeContext): ModeResult {
  if (event.type === "linked") return { mode: { kind: "notEditing" }, effects: [] };
  if (readOnly) return { blocked: "readOnly" };
  if (selected === undefined) return { blocked: "nothingToLink" };
  return { mode: { kind: "linking", trackId: selected, camera: event.camera }, effects: [{ type: "dropShape" }] };
}

/** How other events act while linking; `undefined`: as if nothing were being edited. */
export function reduceInLinking(mode: LinkingMode, event: ModeEvent): ModeResult | undefined {
  const stay: ModeResult = { mode, effects: [] };
  switch (event.type) {
    case "select":
      // A click on empty space, or on the linked track itself, is a slip.
      if (event.trackId === undefined || event.trackId === mode.trackId) return stay;
      return { mode, effects: [{ type: "linkWith", picked: event.trackId }] };
    case "escape":
      return { mode: { kind: "notEditing" }, effects: [] };
    case "tracksRemoved":
      return event.trackIds.includes(mode.trackId) ? undefined : stay;
    case "listEmptied":
    case "documentReplaced":
    case "readOnlyChanged":
      return undefined;
    default:
      return { blocked: "linking" };
  }
}
