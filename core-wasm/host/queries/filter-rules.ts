/** The rules of a filter for each type, in the layout of columns/types.ts in the assembly. */
import { unknownType, type TrackQuery } from "../types.ts";

const bytesOfRule = 16;
const preventsCascade = 1;
const hasHierarchy = 2;

/**
 * One default rule for types added later, then one per type, then one more for `unknown`, which tracks without pairs
 * may add.
 */
export function filterRules(filter: TrackQuery, types: readonly string[]): Uint8Array {
  const rules = new DataView(new ArrayBuffer((types.length + 2) * bytesOfRule));
  const checked = filter.types === undefined ? undefined : new Set(filter.types);
  const fallback = filter.thresholds["default"] ?? 0;
  const put = (rule: number, threshold: number, isChecked: boolean, last: number): void => {
    rules.setFloat64(rule * bytesOfRule, threshold, true);
    rules.setUint32(rule * bytesOfRule + 8, Number(isChecked), true);
    rules.setUint32(rule * bytesOfRule + 12, last, true);
  };
  const indices = new Map(types.map((name, type) => [name, type]));
  const parents = types.map((name) => {
    const parent = usedParent(filter.hierarchy ?? {}, name, indices);
    return parent === undefined ? undefined : indices.get(parent);
  });
  const bits =
    (filter.preventCascade === true ? preventsCascade : 0) +
    (parents.some((parent) => parent !== undefined) ? hasHierarchy : 0);
  put(0, fallback, checked === undefined, bits);
  for (const [type, name] of [...types, unknownType].entries()) {
    const threshold = Object.hasOwn(filter.thresholds, name) ? filter.thresholds[name] : undefined;
    const parent = parents[type];
    put(type + 1, threshold ?? fallback, checked?.has(name) ?? true, parent === undefined ? 0 : parent + 1);
  }
  return new Uint8Array(rules.buffer);
}

/** The nearest ancestor in use: the core does not know the others. */
function usedParent(
  hierarchy: Readonly<Record<string, string>>,
  type: string,
  used: ReadonlyMap<string, number>,
): string | undefined {
  let above = parentOf(hierarchy, type);
  while (above !== undefined && !used.has(above)) above = parentOf(hierarchy, above);
  return above;
}

function parentOf(hierarchy: Readonly<Record<string, string>>, type: string): string | undefined {
  return Object.hasOwn(hierarchy, type) ? hierarchy[type] : undefined;
}
