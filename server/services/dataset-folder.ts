/** Reads a folder as a dataset: what its metadata must say, and how a change of them is stored. */
import { AccessLevel } from "../base/access-level.ts";
import { RequestError } from "../base/errors.ts";
import { isDatasetType, isTruthyMeta, metaNumber } from "../domain/meta.ts";
import { multiCamOf } from "../domain/multicam.ts";
import type { Repositories } from "../ports/database.ts";
import type { Ports } from "../ports/index.ts";
import type { FolderRecord, Meta } from "../ports/records.ts";
import type { Accessible, AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";

/** @throws RequestError 404 when the folder is no dataset, 400 when its metadata contradict themselves */
export function requireDataset(folder: FolderRecord): FolderRecord {
  const { annotate, type, fps } = folder.meta;
  if (!isTruthyMeta(annotate)) throw new RequestError("Source folder is not a valid DIVE dataset", 404);
  if (!isDatasetType(type)) throw new RequestError(`The dataset ${folder.name} has an invalid type: ${String(type)}.`);
  if ((type === "video" || type === "multi") && metaNumber(fps) === undefined) {
    throw new RequestError(`The dataset ${folder.name} has no frame rate.`);
  }
  if (type === "multi" && multiCamOf(folder.meta) === undefined) {
    throw new RequestError(
      `The dataset ${folder.name} has several cameras, but its metadata (multiCam) do not name them.`,
    );
  }
  return folder;
}

/** Changes the metadata of a folder; reads them again inside the transaction, so that no other change is lost. */
export async function changeFolderMeta(
  ports: Ports,
  access: AccessService,
  actor: Actor,
  id: string,
  change: (meta: Meta, folder: FolderRecord, tx: Repositories) => Meta | Promise<Meta>,
): Promise<Accessible<FolderRecord>> {
  return await ports.database.transaction(async (tx) => {
    const { record, level } = await access.requireFolder(actor, id, AccessLevel.write, tx);
    const changes = { meta: await change(record.meta, record, tx), updatedMs: ports.clock.nowMs() };
    await tx.folders.update(record.id, changes);
    return { record: { ...record, ...changes }, level };
  });
}
