/** The renderer's input. Plain data: no signals, no core, no DOM. */
import type { Overlay as OverlayContent, Replaced } from "../base/overlay.ts";

/** How the detections of one type look. */
export interface DrawStyle {
  /** `#rrggbb`. */
  readonly color: string;
  /** CSS pixels; `undefined`: 3, and 5 when selected. */
  readonly strokeWidth: number | undefined;
  /** Boxes and polygons filled with a tint of the colour. */
  readonly fill: boolean;
  /** Only polygons are filled: they are areas, and their holes are not part of them. */
  readonly fillsPolygons?: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly showLabel: boolean;
}

export interface Highlight {
  /** Track ids drawn with the thicker stroke. */
  readonly selected: ReadonlySet<number>;
  /** The track under the pointer: tinted, its label above the others. */
  readonly hovered?: number | undefined;
  /** Draws everything that is not selected fainter: only the selection can be worked on. Default false. */
  readonly disableOthers?: boolean;
  /** Track ids that are not drawn at all. */
  readonly hidden?: ReadonlySet<number>;
  /** The track that the overlay shows a part of, in its place; while it moves, its label waits. */
  readonly replaced?: { readonly trackId: number; readonly part: Replaced; readonly isMoving: boolean } | undefined;
}

/** Text at a box, in full at what is selected or pointed at; `undefined` or empty: none. */
export type LabelOf = (trackId: number, typeIndex: number, isFull: boolean) => string | undefined;

/** What is being drawn or edited, in one colour; not part of the dataset. */
export interface DrawnOverlay extends OverlayContent {
  /** `#rrggbb`. */
  readonly color: string;
}

/** With more boxes than this on a frame their texts cover each other: only those of selected tracks are drawn. */
export const mostLabels = 500;
/** Stroke widths in CSS pixels. */
export const strokeWidthPx = { standard: 3, selected: 5 } as const;
/** Dashes of what is not a keyframe, CSS pixels. Polygons have their own. */
export const dashPx = { on: 7, off: 5 } as const;
/** Diameter of a point, CSS pixels. */
export const markerPx = 10;
/** Opacity of the tint of what is filled, as a share of its stroke's. */
export const fillOpacity = 0.15;
/** The same for what is under the pointer and not selected: people look at what is inside. */
export const hoverOpacity = 0.08;
export const disabledOpacity = 0.45;
/** A dark rim on both sides of strokes, so that bright colours are seen on bright pictures. CSS pixels. */
export const rimPx = 1;
export const rimOpacity = 0.4;

/** The picture of another camera, laid over this one's. */
export interface LaidOver {
  /** Takes its image points to those of this picture: rows of 3 x 3. */
  readonly transform: readonly (readonly number[])[];
  /** 0..1 */
  readonly opacity: number;
  /** The share of the canvas, from the left, on which it is drawn: 0..1. */
  readonly swipe: number;
}
