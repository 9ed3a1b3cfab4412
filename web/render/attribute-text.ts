/**
 * A value of an attribute as it is drawn at a box. Plain data: what a definition's rendering settings come to for one
 * box.
 */

/** Percent of the box, or CSS pixels; `auto`: as the text needs. */
export interface AttributeExtent {
  readonly type: "%" | "px" | "auto";
  readonly val: number;
}

export interface AttributeText {
  /** Empty: the value is shown without a name. */
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
  /** Name and value in a line, or the name above. */
  readonly layout: "horizontal" | "vertical";
  /** Around the row. */
  readonly box:
    | {
        readonly color: string;
        readonly thicknessPx: number;
        readonly background: { readonly color: string; readonly opacity: number } | undefined;
      }
    | undefined;
  /** At least; text that is wider makes room for itself. */
  readonly width: AttributeExtent;
  readonly height: AttributeExtent;
}

/** From the first row to the last; called for each box when attributes are laid out. */
export type AttributesOf = (trackId: number, typeIndex: number) => readonly AttributeText[];
