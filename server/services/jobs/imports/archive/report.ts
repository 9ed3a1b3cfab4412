/** Reports of an unpacked archive: in the log of the job, and in the media ledgers of its datasets. */
import { formatTable } from "#core/formats/format-table";
import { type MediaEntry, mediaEntryText } from "#schemas/media-ledger";

import { maxNamed } from "../../../../domain/archive-layout.ts";
import { awaitsAnnotationsKey } from "../../../../domain/dataset.ts";
import { withMediaEntries } from "../../../../domain/media-ledger.ts";
import type { Ports } from "../../../../ports/index.ts";
import { deleteMetaKeys } from "../../../tree/metadata.ts";
import type { WorkerRun } from "../../job-run.ts";
import type { RecognizedAnnotations } from "../annotations/recognize.ts";
import type { DatasetEntry } from "../planned-dataset.ts";
import type { IncompleteDataset, Targets } from "./apply.ts";
import type { ArchivePlan } from "./plan.ts";

export const failureText = ({ dataset, reason }: IncompleteDataset): string => `${dataset.name}: ${reason}`;

/** @param folderId of the archive, for entries that concern no dataset */
export function entriesByFolder(
  folderId: string,
  { entries }: Pick<ArchivePlan, "entries">,
  incomplete: readonly IncompleteDataset[],
  attached: readonly DatasetEntry[],
): Map<string, MediaEntry[]> {
  const byFolder = new Map<string, MediaEntry[]>([[folderId, [...entries]]]);
  const add = (id: string, entry: MediaEntry): void => void byFolder.set(id, [...(byFolder.get(id) ?? []), entry]);
  for (const { dataset, folderId: id, reason } of incomplete) {
    add(id, { what: "broken", where: dataset.name, why: `is incomplete. ${reason}` });
  }
  for (const { folderId: id = folderId, entry } of attached) add(id, entry);
  return byFolder;
}

/** Also ends the wait for annotations: those in the archive are imported now. */
export async function reportArchive(
  { clock }: Ports,
  { log, store }: WorkerRun,
  targets: Targets,
  byFolder: ReadonlyMap<string, readonly MediaEntry[]>,
): Promise<void> {
  for (const text of new Set([...byFolder.values()].flat().map(mediaEntryText))) await log(text);
  const unpacked = [...targets.values()].filter((id) => id !== undefined);
  for (const folderId of new Set([...byFolder.keys(), ...unpacked])) {
    await store({ dataset: folderId }, async (tx) => {
      const record = await tx.folders.find(folderId);
      if (record === undefined) return;
      const kept = deleteMetaKeys(record.meta, [awaitsAnnotationsKey]);
      const meta = withMediaEntries(kept, byFolder.get(folderId) ?? []);
      await tx.folders.update(folderId, { meta, updatedMs: clock.nowMs() });
    });
  }
}

/** Why an archive makes no dataset. Mentions annotations without media, because the media are then elsewhere. */
export function noDatasetReason({ refusal }: ArchivePlan, { found, entries }: RecognizedAnnotations): string {
  const [first] = found;
  if (first === undefined) return [refusal, ...entries.slice(0, maxNamed).map(mediaEntryText)].join("\n");
  const titles = new Set(found.map(({ format }) => formatTable[format].title));
  const more = found.length > 1 ? ` and ${found.length - 1} more` : "";
  return [
    refusal,
    `It holds annotations (${[...titles].join(", ")}) without their pictures or video: ${first.where}${more}.`,
    "Pack the media with them, or open the dataset they belong to and import them there.",
  ].join("\n");
}
