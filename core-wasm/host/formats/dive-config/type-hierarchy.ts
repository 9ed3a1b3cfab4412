/** The type hierarchy of a dataset: a map from a type to its parent, without cycles. */

export type TypeHierarchy = Readonly<Record<string, string>>;

export type HierarchyResult =
  | { readonly ok: true; readonly hierarchy: TypeHierarchy }
  | { readonly ok: false; readonly reason: string };

/** Nothing but separators, control characters and zero-width marks: such a name would be invisible. */
export const isInvisible = (name: string): boolean => /^[\p{Z}\p{Cc}\p{Cf}]*$/u.test(name);

/** Reports the first error. Names are kept byte for byte, like the names of types. */
export function parseTypeHierarchy(value: unknown): HierarchyResult {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { ok: false, reason: "expected an object" };
  const parents = new Map<string, string>();
  for (const [child, parent] of Object.entries(value)) {
    if (isInvisible(child)) return { ok: false, reason: "empty child" };
    if (typeof parent !== "string") return { ok: false, reason: `parent for "${child}" must be a string` };
    if (isInvisible(parent)) return { ok: false, reason: `empty parent for "${child}"` };
    if (parent === child) return { ok: false, reason: `self edge "${child} -> ${child}"` };
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
