/**
 * How a type looks: the styling stored with the dataset, else a colour of the palette.
 *
 * The palette stays distinguishable for colour-blind eyes (Okabe and Ito's, extended by lighter and darker relatives)
 * and bright enough for dark pictures. A type's name chooses, and types that choose the same one move on: mostly it has
 * the same colour in other datasets too, and keeps it while the dataset is open, whichever documents come and go.
 */

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

export const typePalette: readonly string[] = [
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

/** As it is stored with the dataset: members that are not there are the standard ones. */
export type { StoredStyle };

/** A style that somebody tries out before it is stored. */
export interface StylePreview {
  readonly field: "customTypeStyling" | "customGroupStyling";
  readonly type: string;
  readonly style: StoredStyle;
}

/** Types whose detections are regions in which nothing counts. Anybody may have written a style. */
export function suppressingTypes(styles: Readonly<Record<string, StoredStyle>>): readonly string[] {
  return Object.keys(styles)
    .filter((type) => (styles[type]?.suppress as unknown) === true)
    .toSorted();
}

export interface TypeStyles {
  /** By the type index of the core that is shown. */
  at(typeIndex: number): TypeStyle;
  of(type: string): TypeStyle;
}

/** Of bars, and of whatever has no type to take a colour from. */
export const defaultBarColor = "#4c9ac2";

/** The type of a group that nobody has given one. */
export const noGroupType = "no-group";

/** What a type editor begins with where a type has no thickness of its own; CSS pixels. */
export const defaultThicknessPx = 5;

/**
 * @param types that there are now: the place of one is its index
 * @param stored by type; where it reads a signal, whoever asks for a style hears of its changes
 */
export function createTypeStyles(
  types: () => readonly string[],
  stored: () => Readonly<Record<string, StoredStyle>>,
): TypeStyles {
  /** In the palette. */
  const places = new Map<string, number>();
  function placeOf(type: string): number {
    const place = places.get(type);
    if (place !== undefined) return place;
    const known = new Set([...types(), ...Object.keys(stored()), type]);
    for (const each of [...known].toSorted()) if (!places.has(each)) places.set(each, freePlace(each, places));
    return places.get(type)!;
  }
  function of(type: string): TypeStyle {
    const custom = stored();
    const place = placeOf(type);
    return {
      color: type === noGroupType ? defaultBarColor : typePalette[place]!,
      strokeWidth: undefined,
      fill: false,
      opacity: 1,
      showLabel: true,
      showConfidence: true,
      ...(Object.hasOwn(custom, type) && custom[type]),
    };
  }
  return { at: (typeIndex) => of(types()[typeIndex] ?? ""), of };
}

/** The one that the name chooses, or the next that no other type has, while there are any. */
function freePlace(type: string, places: ReadonlyMap<string, number>): number {
  const count = typePalette.length;
  const chosen = hashOf(type) % count;
  if (places.size >= count) return chosen;
  const taken = new Set(places.values());
  let place = chosen;
  while (taken.has(place)) place = (place + 1) % count;
  return place;
}

/** FNV-1a over the code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
