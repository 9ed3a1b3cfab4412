/**
 * What an upload, a conversion, an archive, an import, a clone or a run has left out, renamed, joined, replaced, made
 * another of, or guessed: entries in the metadata of the dataset's folder (`mediaLedger`). Users who may write the folder
 * can change them, so what is not of the form counts as absent.
 */

const kinds = [
  "left-out",
  "broken",
  "renamed",
  "converted",
  "attached",
  "joined",
  "replaced",
  "changed",
  "guessed",
] as const;
export type MediaEntryKind = (typeof kinds)[number];

export interface MediaEntry {
  readonly what: MediaEntryKind;
  /** The file, as it was sent, and the place in it. */
  readonly where: string;
  /** A sentence to be put after the file's name: "is cut off, and was left out."; or one of its own. */
  readonly why: string;
  /** What to do about it, if anything: a sentence of its own. */
  readonly next?: string;
}

/** These need a look; the others only say what has become of a file. */
export function needsLook({ what }: MediaEntry): boolean {
  return what === "left-out" || what === "broken" || what === "changed" || what === "guessed";
}

export function mediaLedgerOf(meta: object): readonly MediaEntry[] {
  const { mediaLedger: stored } = meta as { readonly mediaLedger?: unknown };
  return Array.isArray(stored) ? stored.filter(isMediaEntry) : [];
}

export function mediaEntryText({ where, why, next }: MediaEntry): string {
  // What begins with a small letter goes on after the name.
  const start = /^\p{Ll}/u.test(why) ? where : `${where}:`;
  return `${start} ${why}${next === undefined ? "" : ` ${next}`}`;
}

/** Warnings that say something else than the entries. */
export function withoutEntries(warnings: readonly string[], entries: readonly MediaEntry[]): string[] {
  const told = entries.flatMap((entry) => [mediaEntryText(entry), entry.why]);
  // Jobs name the dataset before what they say of its files.
  return warnings.filter((warning) => !told.some((text) => warning.endsWith(text)));
}

function isMediaEntry(value: unknown): value is MediaEntry {
  if (typeof value !== "object" || value === null) return false;
  const { what, where, why, next } = value as Partial<Record<keyof MediaEntry, unknown>>;
  return (
    (kinds as readonly unknown[]).includes(what) &&
    typeof where === "string" &&
    typeof why === "string" &&
    (next === undefined || typeof next === "string")
  );
}
