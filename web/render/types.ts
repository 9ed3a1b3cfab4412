/** The renderer's input. Plain data: no signals, no core, no DOM. */
import type { Overlay as OverlayContent, Replaced } from "../base/overlay.ts";

/** How the detections of one type look. */
export interface DrawStyle {
  /** `#rrggbb`. */
  readonly color: string;
  /** CSS pixels; `undefined`: 3, and 5 when selected. */
  readonly strokeWidth: number | undefined;
  /** Boxes and polygons are filled with a tint of the color. */
  readonly fill: boolean;
  /** Only polygons are filled: areas without their holes. */
  readonly fillsPolygons?: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly showLabel: boolean;
}

export interface Highlight {
  /** Track ids drawn with the thicker stroke. */
  readonly selected: ReadonlySet<number>;
  /** The track under the pointer: tinted, with its label on top. */
  readonly hovered?: number | undefined;
  /** Draws everything except the selection fainter, because only the selection can be edited. Default false. */
  readonly disableOthers?: boolean;
  /** Track ids that are not drawn at all. */
  readonly hidden?: ReadonlySet<number>;
  /** The track of which the overlay draws a part instead; its label is hidden while it moves. */
  readonly replaced?: { readonly trackId: number; readonly part: Replaced; readonly isMoving: boolean } | undefined;
}

/** The label of a box, in full for selected and hovered tracks; `undefined` or empty: none. */
export type LabelOf = (trackId: number, typeIndex: number, isFull: boolean) => string | undefined;

/** The shape being drawn or edited, in one color; not part of the dataset. */
export interface DrawnOverlay extends OverlayContent {
  /** `#rrggbb`. */
  readonly color: string;
}

/** With more boxes on a frame their labels would cover each other, so only those of selected tracks are drawn. */
export const maxLabels = 500;
/** Stroke widths in CSS pixels. */
export const strokeWidthPx = { standard: 3, selected: 5 } as const;
/** Dashes of detections that are not keyframes, CSS pixels. Polygons have their own. */
export const dashPx = { on: 7, off: 5 } as const;
/** Diameter of a point, CSS pixels. */
export const markerPx = 10;
/** Opacity of fills, as a share of the stroke's. */
export const fillOpacity = 0.15;
/** The same for a hovered track that is not selected; fainter, so that its inside stays visible. */
export const hoverOpacity = 0.08;
export const disabledOpacity = 0.45;
/** A dark rim on both sides of strokes keeps bright colors visible on bright pictures. CSS pixels. */
export const rimPx = 1;
export const rimOpacity = 0.4;

/** The picture of another camera, overlaid on this one's. */
export interface OverlaidPicture {
  /** Maps its image points to those of this picture: rows of a 3 x 3 matrix. */
  readonly transform: readonly (readonly number[])[];
  /** 0..1 */
  readonly opacity: number;
  /** The share of the canvas, from the left, that it covers: 0..1. */
  readonly swipe: number;
}
