/** Colors that the types of a dataset were given; other types are shown in the color derived from their name. */
import { datasetOf } from "./dataset.ts";

/**
 * Leaves out anything that is not a color: any client may have written a style.
 *
 * @returns `#rrggbb` by type
 */
export function storedTypeColors(folder: Parameters<typeof datasetOf>[0]): Readonly<Record<string, string>> {
  const styles = datasetOf(folder).configuration["customTypeStyling"];
  if (typeof styles !== "object" || styles === null) return {};
  const colors = Object.entries(styles as Readonly<Record<string, { color?: unknown } | null>>).flatMap(
    ([type, style]) => (/^#[\da-f]{6}$/i.test(String(style?.color)) ? [[type, String(style?.color)] as const] : []),
  );
  return Object.fromEntries(colors);
}
