/** A folder as a dataset: what its metadata must contain, and how changes of it are stored. */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { type CameraSet, type Dataset, datasetOf } from "../../domain/dataset.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, Meta } from "../../ports/records.ts";
import type { Accessible, AccessService } from "../access/access.service.ts";
import { recordIfMade } from "../access/record-event.ts";
import type { Actor } from "../access/actor.ts";

/** @throws RequestError 404 if the folder is not a dataset, 400 if its metadata are contradictory */
export function requireDataset(folder: FolderRecord): Dataset {
  const dataset = datasetOf(folder);
  const { name, type, fps } = dataset;
  if (!dataset.isDataset) throw new RequestError("Source folder is not a valid DIVE dataset", 404);
  if (type === undefined) throw new RequestError(`The dataset ${name} has an invalid type: ${dataset.typeText}.`);
  if ((type === "video" || type === "multi") && fps === undefined) {
    throw new RequestError(`The dataset ${name} has no frame rate.`);
  }
  if (type === "multi" && dataset.multiCam === undefined) {
    const text = `The dataset ${name} has several cameras, but its metadata (multiCam) do not name them.`;
    throw new RequestError(text, 400, "cameras-unnamed");
  }
  return dataset;
}

/** The cameras of a multi-camera dataset; a folder that merely lists some is not one. */
export const camerasOf = ({ type, multiCam }: Dataset): CameraSet | undefined =>
  type === "multi" ? multiCam : undefined;

type MetaChange<T> = (meta: Meta, folder: FolderRecord, tx: Repositories) => T | Promise<T>;

/** Changes the metadata of a folder, reading it again inside the transaction, so that no other change is lost. */
export async function changeFolderMeta(
  ports: Ports,
  access: AccessService,
  actor: Actor,
  id: string,
  change: MetaChange<Meta>,
): Promise<Accessible<FolderRecord>> {
  const { record, level } = await changeFolderMetaFor(ports, access, actor, id, async (...folder) => ({
    meta: await change(...folder),
    result: undefined,
  }));
  return { record, level };
}

/** As `changeFolderMeta`. @returns also the `result` that `change` returns next to the metadata */
export async function changeFolderMetaFor<T>(
  ports: Ports,
  access: AccessService,
  actor: Actor,
  id: string,
  change: MetaChange<{ readonly meta: Meta; readonly result: T }>,
): Promise<Accessible<FolderRecord> & { result: T }> {
  return await ports.database.transaction({ dataset: id }, async (tx) => {
    const { record, level } = await access.requireFolder(actor, id, AccessLevel.write, tx);
    const { meta, result } = await change(record.meta, record, tx);
    const changes = { meta, updatedMs: ports.clock.nowMs() };
    await tx.folders.update(record.id, changes);
    await recordIfMade(tx, ports, { before: record, after: meta, user: actor.user });
    return { record: { ...record, ...changes }, level, result };
  });
}
