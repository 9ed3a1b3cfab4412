/**
 * How a type looks: the styling stored with the dataset, else a colour of the palette.
 *
 * The palette stays distinguishable for colour-blind eyes (Okabe and Ito's, extended by lighter and darker relatives)
 * and bright enough for dark pictures. A type keeps its colour while the dataset is open, whichever documents come and go.
 */

import type { AnnotationCore } from "#core/types";
import type { TypeStyle as StoredStyle } from "#schemas";

export interface TypeStyle {
  /** `#rrggbb`. */
  readonly color: string;
  /** CSS pixels; `undefined`: 3, and 5 when selected. */
  readonly strokeWidth: number | undefined;
  /** Box filled with the colour. */
  readonly fill: boolean;
  /** 0..1 */
  readonly opacity: number;
  readonly showLabel: boolean;
  readonly showConfidence: boolean;
}

const typePalette: readonly string[] = [
  "#56b4e9",
  "#e69f00",
  "#2fc58f",
  "#f0e442",
  "#ef7a5a",
  "#d98ac0",
  "#7f9dff",
  "#b6d94c",
  "#ffb07c",
  "#5fd3d8",
  "#f28ca6",
  "#c2a3ff",
];

export interface TypeStyles {
  /** By the type index of the core that is shown. */
  at(typeIndex: number): TypeStyle;
  of(type: string): TypeStyle;
}

/**
 * @param core of what is shown now
 * @param stored by type; where it reads a signal, whoever asks for a style hears of its changes
 */
export function createTypeStyles(
  core: () => AnnotationCore,
  stored: () => Readonly<Record<string, StoredStyle>>,
): TypeStyles {
  /** Place in the palette, in the order in which types came up. */
  const places = new Map<string, number>();
  function placeOf(type: string): number {
    for (const known of core().types()) if (!places.has(known)) places.set(known, places.size);
    return places.get(type) ?? places.size;
  }
  function of(type: string): TypeStyle {
    const custom = stored();
    return {
      color: typePalette[placeOf(type) % typePalette.length] ?? "#56b4e9",
      strokeWidth: undefined,
      fill: false,
      opacity: 1,
      showLabel: true,
      showConfidence: true,
      ...(Object.hasOwn(custom, type) && custom[type]),
    };
  }
  return { at: (typeIndex) => of(core().types()[typeIndex] ?? ""), of };
}
