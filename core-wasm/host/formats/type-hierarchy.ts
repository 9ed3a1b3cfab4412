/**
 * The type hierarchy of a dataset: a map from a type to the one above it, without loops.
 */

export type TypeHierarchy = Readonly<Record<string, string>>;

export type HierarchyResult =
  | { readonly ok: true; readonly hierarchy: TypeHierarchy }
  | { readonly ok: false; readonly reason: string };

/** Trims names and says the first thing that is wrong. */
export function parseTypeHierarchy(value: unknown): HierarchyResult {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { ok: false, reason: "expected an object" };
  const parents = new Map<string, string>();
  for (const [rawChild, rawParent] of Object.entries(value)) {
    const child = rawChild.trim();
    if (child === "") return { ok: false, reason: "empty child" };
    if (typeof rawParent !== "string") return { ok: false, reason: `parent for "${child}" must be a string` };
    const parent = rawParent.trim();
    if (parent === "") return { ok: false, reason: `empty parent for "${child}"` };
    if (parent === child) return { ok: false, reason: `self edge "${child} -> ${child}"` };
    const other = parents.get(child);
    if (other !== undefined && other !== parent) {
      return {
        ok: false,
        reason: `conflicting parents for "${child}": "${other}" and "${parent}"`,
      };
    }
    parents.set(child, parent);
  }
  const safe = new Set<string>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && !safe.has(at)) {
      const loop = path.indexOf(at);
      if (loop >= 0) return { ok: false, reason: `cycle ${[...path.slice(loop), at].join(" -> ")}` };
      path.push(at);
      at = parents.get(at);
    }
    for (const type of path) safe.add(type);
  }
  return { ok: true, hierarchy: Object.fromEntries(parents) };
}
