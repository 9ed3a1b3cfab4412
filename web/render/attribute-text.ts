/**
 * An attribute value drawn at a box. Plain data: the result of applying a definition's rendering settings to one box.
 */

/** Percent of the box, or CSS pixels; `auto`: as the text needs. */
export interface AttributeExtent {
  readonly type: "%" | "px" | "auto";
  readonly val: number;
}

export interface AttributeText {
  /** Empty: only the value is shown. */
  readonly name: string;
  readonly value: string;
  /** `#rrggbb`; `undefined`: the type's. */
  readonly nameColor: string | undefined;
  readonly valueColor: string;
  /** CSS pixels; -1: automatic. */
  readonly namePx: number;
  readonly valuePx: number;
  /** In the corner of the box, or next to it. */
  readonly location: "inside" | "outside";
  readonly corner: "SE" | "SW" | "NW";
  /** Name and value on one line, or the name above. */
  readonly layout: "horizontal" | "vertical";
  /** A frame around the row. */
  readonly box:
    | {
        readonly color: string;
        readonly thicknessPx: number;
        readonly background: { readonly color: string; readonly opacity: number } | undefined;
      }
    | undefined;
  /** Minimum width; wider text extends it. */
  readonly width: AttributeExtent;
  readonly height: AttributeExtent;
}

/** In row order; called for each box when attributes are laid out. */
export type AttributesOf = (trackId: number, typeIndex: number) => readonly AttributeText[];
