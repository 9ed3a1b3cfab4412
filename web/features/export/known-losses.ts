/**
 * Losses of a format that the user has read and does not want to be asked about again. Other kinds of loss are still
 * asked about.
 */

/** Kinds of loss by format. */
export type AcceptedLosses = Readonly<Record<string, readonly string[]>>;

export function isKnownLosses(value: unknown): boolean {
  const isList = (each: unknown) => Array.isArray(each) && each.every((kind) => typeof kind === "string");
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isList);
}

/** Whether all of these kinds are known. */
export function areKnown(known: AcceptedLosses, format: string, kinds: readonly string[]): boolean {
  const ofFormat = Object.hasOwn(known, format) ? known[format] : undefined;
  return kinds.every((kind) => ofFormat?.includes(kind) === true);
}

/** Adds these kinds. */
export function withKnown(known: AcceptedLosses, format: string, kinds: readonly string[]): AcceptedLosses {
  const before = Object.hasOwn(known, format) ? (known[format] ?? []) : [];
  return { ...known, [format]: [...new Set([...before, ...kinds])].toSorted() };
}

/** Resets the format, so that the user is asked about all of its losses again. */
export function withoutKnown(known: AcceptedLosses, format: string): AcceptedLosses {
  return Object.fromEntries(Object.entries(known).filter(([each]) => each !== format));
}
