/** What the renderer is told to draw. Plain data: no signals, no core, no DOM. */
import type { Bounds } from "#core/types";
import type { ImagePoint } from "../base/brand.ts";

/** How the detections of one type look. */
export interface DrawStyle {
  /** `#rrggbb`. */
  readonly color: string;
  /** CSS pixels; `undefined`: 3, and 5 when selected. */
  readonly strokeWidth: number | undefined;
  /** Box filled with a tint of the colour. */
  readonly fill: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly showLabel: boolean;
}

export interface Highlight {
  /** Track ids drawn with the thicker stroke. */
  readonly selected: ReadonlySet<number>;
  /** Draws everything that is not selected fainter: only the selection can be worked on. Default false. */
  readonly disableOthers?: boolean;
  /** Track ids that are not drawn at all: what the overlay shows in their place. */
  readonly hidden?: ReadonlySet<number>;
}

/** Text at a box; `undefined` or empty: none. */
export type LabelOf = (trackId: number, typeIndex: number) => string | undefined;

/** What is being drawn or edited; not part of the dataset. */
export interface Overlay {
  readonly shape?: {
    readonly bounds: Bounds;
    /** `#rrggbb`. */
    readonly color: string;
    /** With grips at corners and edges. */
    readonly handles: boolean;
  };
  /** Guide lines through this point, across the whole canvas. */
  readonly crosshair?: ImagePoint;
}

/** Stroke widths in CSS pixels. */
export const strokeWidthPx = { standard: 3, selected: 5 } as const;
export const disabledOpacity = 0.45;
