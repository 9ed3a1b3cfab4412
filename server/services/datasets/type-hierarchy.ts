/** Merging type hierarchies: a person's definitions are never replaced silently. */
import { type HierarchyResult, parseTypeHierarchy } from "#core/formats/dive-config/type-hierarchy";

/**
 * Merges `given` into the existing hierarchy. A type with different parents in the two is a conflict, and nothing is
 * merged.
 */
export function addToHierarchy(existing: unknown, given: unknown): HierarchyResult {
  const added = parseTypeHierarchy(given);
  if (existing === undefined || !added.ok) return added;
  const before = parseTypeHierarchy(existing);
  if (!before.ok) return before;
  for (const [child, parent] of Object.entries(added.hierarchy)) {
    const other = Object.hasOwn(before.hierarchy, child) ? before.hierarchy[child] : undefined;
    if (other !== undefined && other !== parent) {
      return { ok: false, reason: `conflicting parents for "${child}": "${other}" and "${parent}"` };
    }
  }
  return parseTypeHierarchy({ ...before.hierarchy, ...added.hierarchy });
}
