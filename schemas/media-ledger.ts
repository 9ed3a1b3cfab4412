/**
 * Everything that an upload, a conversion, an archive, an import, a clone or a run has left out, renamed, joined,
 * replaced, converted or guessed: entries in the metadata of the dataset's folder (`mediaLedger`). Users with write
 * access to the folder can change them, so invalid entries count as absent.
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
  /** The file as it was sent, and the place in it. */
  readonly where: string;
  /** A predicate that follows the file's name: "is cut off, and was left out."; or a complete sentence. */
  readonly why: string;
  /** Advice on what to do about it, if anything, as a complete sentence. */
  readonly next?: string;
}

/** Whether the entry needs attention; others only report what happened to a file. */
export function needsLook({ what }: MediaEntry): boolean {
  return what === "left-out" || what === "broken" || what === "changed" || what === "guessed";
}

/** How the entry about a file begins that has changed under its annotations, in a place that the site only reads. */
export const replacedInPlace = "was replaced in its place of media";

/** How the line about a rig ends whose cameras are joined later, in the log of the job that has unpacked it. */
export const joinedLater = "its media are converted first. Then another job joins its cameras.";

export function mediaLedgerOf(meta: object): readonly MediaEntry[] {
  const { mediaLedger: stored } = meta as { readonly mediaLedger?: unknown };
  return Array.isArray(stored) ? stored.filter(isMediaEntry) : [];
}

export function mediaEntryText({ where, why, next }: MediaEntry): string {
  // A text that begins with a lower-case letter continues after the name.
  const start = /^\p{Ll}/u.test(why) ? where : `${where}:`;
  return `${start} ${why}${next === undefined ? "" : ` ${next}`}`;
}

/** Warnings not covered by the entries. */
export function withoutEntries(warnings: readonly string[], entries: readonly MediaEntry[]): string[] {
  const reported = entries.flatMap((entry) => [mediaEntryText(entry), entry.why]);
  // Jobs put the dataset's name before their messages about its files.
  return warnings.filter((warning) => !reported.some((text) => warning.endsWith(text)));
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
