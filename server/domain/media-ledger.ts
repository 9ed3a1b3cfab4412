/** Adds entries to a dataset's record of the files it was made of (`schemas/media-ledger.ts`). */
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";

import { withoutPaths } from "../base/without-paths.ts";
import type { Meta } from "./meta.ts";

/** Per dataset; the log of the job has all. */
const maxEntries = 500;

/** Entries may quote decoders and programs. */
const plain = (entry: MediaEntry): MediaEntry => ({ ...entry, why: withoutPaths(entry.why) });

/** Existing entries are not repeated: a job may run twice. */
export function withMediaEntries(meta: Meta, entries: readonly MediaEntry[]): Meta {
  if (entries.length === 0) return meta;
  const seen = new Set<string>();
  const all = [...mediaLedgerOf(meta), ...entries.map(plain)].filter((entry) => {
    const key = JSON.stringify([entry.what, entry.where, entry.why]);
    return !seen.has(key) && seen.add(key);
  });
  if (all.length <= maxEntries) return { ...meta, mediaLedger: all };
  const rest = all.length - maxEntries + 1;
  const more: MediaEntry = {
    what: "left-out",
    where: `${rest} more files`,
    why: "are listed only in the log of the job.",
  };
  return { ...meta, mediaLedger: [...all.slice(0, maxEntries - 1), more] };
}
