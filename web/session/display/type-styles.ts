/**
 * How a type looks: the style stored with the dataset, else a color derived from its name. The color of a type
 * created here is stored with the next save, so that it stays whatever other types are added.
 */

import type { TypeStyle as StoredStyle } from "#schemas";
import { colorOfType } from "#core/type-colors";

export interface TypeStyle {
  /** `#rrggbb`. */
  readonly color: string;
  /** CSS pixels; `undefined`: 3, and 5 when selected. */
  readonly strokeWidth: number | undefined;
  /** Whether the box is filled with the color. */
  readonly fill: boolean;
  /** Polygons are areas, so they always get a light fill. */
  readonly fillsPolygons: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly showLabel: boolean;
  readonly showConfidence: boolean;
}

/** As stored with the dataset: missing members have their default. */
export type { StoredStyle };

/** A style being tried out before it is stored. */
export interface StylePreview {
  readonly field: "customTypeStyling" | "customGroupStyling";
  readonly type: string;
  readonly style: StoredStyle;
}

/** Types whose detections are exclusion regions. Any client may have written the style. */
export function suppressingTypes(styles: Readonly<Record<string, StoredStyle>>): readonly string[] {
  return Object.keys(styles)
    .filter((type) => (styles[type]?.suppress as unknown) === true)
    .toSorted();
}

export interface TypeStyles {
  /** By the type index of the core on screen. */
  at(typeIndex: number): TypeStyle;
  of(type: string): TypeStyle;
}

/** Color of bars, and of anything without a type. */
export const defaultBarColor = "#4c9ac2";

/** The type of a group without one. */
export const noGroupType = "no-group";

/** The initial value in a type editor for a type without a thickness; CSS pixels. */
export const defaultThicknessPx = 5;

/**
 * @param types the current types; each one's position is its index
 * @param stored by type; if it reads a signal, readers of a style are notified of its changes
 * @param made colors of types that were created on this page and are not stored yet
 */
export function createTypeStyles(
  types: () => readonly string[],
  stored: () => Readonly<Record<string, StoredStyle>>,
  made: ReadonlyMap<string, string> = new Map(),
): TypeStyles {
  function of(type: string): TypeStyle {
    const custom = stored();
    return {
      color: type === noGroupType ? defaultBarColor : (made.get(type) ?? colorOfType(type)),
      strokeWidth: undefined,
      fill: false,
      fillsPolygons: true,
      opacity: 1,
      showLabel: true,
      showConfidence: true,
      ...(Object.hasOwn(custom, type) && custom[type]),
    };
  }
  return { at: (typeIndex) => of(types()[typeIndex] ?? ""), of };
}
