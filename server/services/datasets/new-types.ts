/** Colors for types that come into a dataset by an import or a pipeline, so that no two types look the same. */
import { colorsToStore } from "#core/type-colors";

import { isObject } from "../../domain/body-check.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Meta } from "../../domain/meta.ts";
import { storedTypeColors } from "../../domain/type-colors.ts";
import type { FolderRecord } from "../../ports/records.ts";

/**
 * Styles with colors for those of `types` that would look like another type of the dataset.
 *
 * @param present types that the dataset had before: they keep their colors
 * @returns nothing if all differ
 */
export function stylesForNewTypes(folder: FolderRecord, types: readonly string[], present: readonly string[]): Meta {
  const colors = colorsToStore([...new Set([...present, ...types])], storedTypeColors(folder));
  const added = types.filter((type) => Object.hasOwn(colors, type));
  if (added.length === 0) return {};
  const before = datasetOf(folder).configuration["customTypeStyling"];
  const styles = isObject(before) ? before : {};
  const colored = added.map((type) => {
    const style = Object.hasOwn(styles, type) ? styles[type] : undefined;
    return [
      type,
      isObject(style) ? { ...style, color: colors[type] } : { color: colors[type], colorOnly: true },
    ] as const;
  });
  return { customTypeStyling: { ...styles, ...Object.fromEntries(colored) } };
}
