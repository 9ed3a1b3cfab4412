/**
 * How a type looks: the styling stored with the dataset, else a colour of the palette.
 *
 * The palette stays distinguishable for colour-blind eyes (Okabe and Ito's, extended by lighter and darker relatives)
 * and bright enough for dark pictures. A type keeps its colour while the dataset is open: it goes by the type's index.
 */

import type { AnnotationCore } from "#core/types";

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
  /** By the core's type index. */
  at(typeIndex: number): TypeStyle;
  of(type: string): TypeStyle;
}

export function createTypeStyles(
  core: AnnotationCore,
  custom: Readonly<Record<string, Partial<TypeStyle>>>,
): TypeStyles {
  const indexByType = new Map<string, number>();
  function indexOf(type: string): number {
    const known = indexByType.get(type);
    if (known !== undefined) return known;
    const types = core.types();
    for (let index = indexByType.size; index < types.length; index += 1) indexByType.set(types[index] ?? "", index);
    return indexByType.get(type) ?? types.length;
  }
  function style(type: string | undefined, index: number): TypeStyle {
    return {
      color: typePalette[index % typePalette.length] ?? "#56b4e9",
      strokeWidth: undefined,
      fill: false,
      opacity: 1,
      showLabel: true,
      showConfidence: true,
      ...(type !== undefined && custom[type]),
    };
  }
  return {
    at: (typeIndex) => style(core.types()[typeIndex], typeIndex),
    of: (type) => style(type, indexOf(type)),
  };
}
