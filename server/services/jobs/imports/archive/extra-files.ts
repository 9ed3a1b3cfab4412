/**
 * Other content of an archive than media and annotations: the original of a converted video, and per-frame metadata.
 */
import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import { datasetOf } from "../../../../domain/dataset.ts";
import { mediaTypeOfFile } from "../../../../domain/file-kinds.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { Meta } from "../../../../ports/records.ts";
import type { AttachmentService } from "../../../datasets/attachment.service.ts";
import { placed, placeFile } from "../../../tree/file-placement.ts";
import { requireStillStored, storeStream } from "../../../tree/stored-content.ts";
import type { PlannedDataset } from "../planned-dataset.ts";
import type { WorkerRun } from "../../job-run.ts";

/** Run after the media check: these files must not be taken for media. */
export async function addExtraFiles(
  ports: Ports,
  attachments: AttachmentService,
  { actor, store }: WorkerRun,
  target: string,
  { sourceVideo, attachment }: PlannedDataset,
  maxUploadBytes: number,
): Promise<void> {
  const { database } = ports;
  const add = async ([name, file]: readonly [string, ArchivedFile], meta: Meta): Promise<string> => {
    const before = await database.items.findByName(target, name);
    if (before !== undefined) return before.id;
    const ref = await storeStream(ports, file.read(), Math.min(maxUploadBytes, file.size));
    let id = "";
    await store({ dataset: target }, async (tx) => {
      // An attempt whose commit got no answer may have added it.
      const added = await tx.items.findByName(target, name);
      if (added !== undefined) {
        ({ id } = added);
        return;
      }
      await requireStillStored(tx, ref);
      const place = { parentType: "folder", parentId: target, name, mimeType: mediaTypeOfFile(name) } as const;
      const { item } = await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, placed(ref));
      await tx.items.update(item.id, { meta });
      ({ id } = item);
    });
    return id;
  };
  if (sourceVideo !== undefined) await add(sourceVideo, { source_video: true });
  if (attachment === undefined) return;
  // A worker may have ended between adding and attaching it, so mark it: it must not be taken for annotations.
  const attached = await add(attachment, { frameMetadata: "true", processed: true });
  const folder = await database.folders.find(target);
  if (folder !== undefined && datasetOf(folder).frameMetadata === undefined) {
    await attachments.attachMetadata(actor, target, attached);
  }
}
