/** JSON as the API sends it: keys in alphabetical order. Parsing is strict. */

export function sortedJson(value: unknown): string {
  return JSON.stringify(value ?? null, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).sort()) sorted[key] = (value as Record<string, unknown>)[key];
  return sorted;
}
