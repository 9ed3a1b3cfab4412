/** The report of a pull or a push: as a document, and as text. */

import { join } from "node:path";
import { note, warn, writeJson } from "../base/terminal/output.ts";
import { printConflicts } from "../offline/conflicts.ts";
import type { Changes, ChangeCounts } from "./changes.ts";
import type { SetOutcome, WorkingCopy } from "./set-copy.ts";
import { setText } from "./state.ts";

export interface FailedSet {
  readonly set: string | null;
  readonly file: string;
  readonly error: string;
  readonly exitCode: number;
}

export async function writeReport(
  { connection, folder, state }: WorkingCopy,
  outcomes: readonly (SetOutcome | FailedSet)[],
  { isDry, ok }: { readonly isDry: boolean; readonly ok: boolean },
): Promise<void> {
  const { dataset, name } = state;
  const sets = outcomes.map((outcome) => ("error" in outcome ? outcome : describe(outcome)));
  await writeJson({ ok, dryRun: isDry, server: connection.url, dataset, name, folder, sets });
}

function describe(outcome: SetOutcome): object {
  const { set, file, from, revision, received, sent, unsent, conflicts, conflictCount, renumbered } = outcome;
  const { dropped, isRestored } = outcome;
  return {
    set,
    file,
    from,
    revision,
    received,
    sent,
    unsent,
    conflicts: conflicts.map(({ a: server, b: here, ...conflict }) => ({ ...conflict, server, here })),
    conflictCount,
    renumbered: { tracks: Object.fromEntries(renumbered.tracks), groups: Object.fromEntries(renumbered.groups) },
    dropped,
    restored: isRestored,
  };
}

export function printOutcome({ folder }: WorkingCopy, outcome: SetOutcome, isDry: boolean): void {
  const { set, file, from, revision, received, sent, unsent, renumbered, conflictCount } = outcome;
  const path = join(folder, file);
  printConflicts(outcome.conflicts, conflictCount, ["base", "server", "here"]);
  if (outcome.isRestored) note(`${path} was missing and ${isDry ? "would be" : "was"} written again.`);
  if (outcome.dropped.length > 0)
    warn(`${path}: no set keeps ${outcome.dropped.join(", ")} of a file; it has tracks and groups only.`);
  for (const [kind, ids] of [
    ["track", renumbered.tracks],
    ["group", renumbered.groups],
  ] as const) {
    for (const [old, id] of ids)
      note(`${path}: your new ${kind} ${old} is ${kind} ${id} now, since others have drawn one of this id.`);
  }
  if (outcome.isRefused) return;
  const parts = [
    from === revision ? `revision ${revision}` : `revision ${from} to ${revision}`,
    ...changesText(isDry ? "to receive" : "received", received),
    ...changesText("sent", sent),
    ...changesText(isDry ? "to send" : "not sent yet", isDry || !hasChanges(sent) ? unsent : sent, hasChanges(sent)),
  ];
  note(`${path} (${setText(set)}): ${parts.join("; ")}${parts.length === 1 ? ", nothing new" : ""}.`);
}

function changesText(verb: string, { tracks, groups }: Changes, isSaid = false): string[] {
  if (isSaid || !hasChanges({ tracks, groups })) return [];
  const parts = [...countsText("track", tracks), ...countsText("group", groups)];
  return [`${verb}: ${parts.join(", ")}`];
}

function countsText(noun: string, counts: ChangeCounts): string[] {
  return (["added", "changed", "deleted"] as const).flatMap((kind) => {
    const word = kind === "added" ? "new" : kind;
    return counts[kind] === 0
      ? []
      : [`${counts[kind].toLocaleString("en-US")} ${word} ${noun}${counts[kind] === 1 ? "" : "s"}`];
  });
}

export function hasChanges({ tracks, groups }: Changes): boolean {
  return [tracks, groups].some(({ added, changed, deleted }) => added + changed + deleted > 0);
}
