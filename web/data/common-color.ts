/** One color for a type that several datasets show, perhaps in different colors. */
import { colorOfType } from "#core/type-colors";

export interface CommonColor {
  /** `#rrggbb`, the color in most of the datasets; of several, the one that is listed first. */
  readonly color: string;
  /** The next color, if the datasets differ. */
  readonly other: string | undefined;
}

/** The color of a type in a dataset. @param given the stored color, if there is one */
export const shownColor = (type: string, given: string | undefined): string =>
  (given ?? colorOfType(type)).toLowerCase();

/** @param given the stored color of the type in each dataset, in the order in which the datasets are listed */
export function commonColor(type: string, given: readonly (string | undefined)[]): CommonColor {
  const counts = new Map<string, number>();
  for (const one of given) {
    const color = shownColor(type, one);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const [color = colorOfType(type), other] = [...counts].toSorted(([, a], [, b]) => b - a).map(([each]) => each);
  return { color, other };
}
