/** The dataset of a camera holds what its cameras share: type hierarchy, attributes, styles. */
import { type Dataset, datasetOf } from "../../domain/dataset.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { deleteMetaKeys } from "../tree/metadata.ts";
import { isCameraFolder } from "../tree/stored-ids.ts";
import { addToHierarchy } from "./type-hierarchy.ts";
import { transactionIn } from "../tree/scopes.ts";

/** Effects of an import into one camera on all cameras. */
const sharedFields = [
  "attributes",
  "confidenceFilters",
  "timeFilters",
  "customTypeStyling",
  "customGroupStyling",
  "attributeTrackFilters",
  "datasetInfo",
] as const;

/** `undefined`: the folder is not a camera. */
export async function findCameraParent(
  db: Repositories,
  folder: FolderRecord,
): Promise<{ parent: FolderRecord; dataset: Dataset; name: string } | undefined> {
  if (folder.parentType !== "folder") return undefined;
  const parent = await db.folders.find(folder.parentId);
  if (parent === undefined) return undefined;
  const dataset = datasetOf(parent);
  const cameras = Object.entries(camerasOf(dataset)?.cameras ?? {});
  const name = cameras.find(([, camera]) => isCameraFolder(camera, folder))?.[0];
  return name === undefined ? undefined : { parent, dataset, name };
}

/** Call after an import into a camera. The caller must be able to write the parent. @returns warnings for users */
export async function shareWithParent(ports: Ports, cameraId: string): Promise<string[]> {
  return await transactionIn(
    ports.database,
    async (db) => [cameraId, (await db.folders.find(cameraId))?.parentId],
    async (tx) => {
      const camera = await tx.folders.find(cameraId);
      const rig = camera && (await findCameraParent(tx, camera));
      if (camera === undefined || rig === undefined) return [];
      const { parent, name } = rig;
      const warnings: string[] = [];
      const { configuration, typeHierarchy: own } = datasetOf(camera);
      const shared = sharedFields.filter((field) => configuration[field] !== undefined);
      const meta = { ...parent.meta, ...Object.fromEntries(shared.map((field) => [field, configuration[field]])) };
      const nowMs = ports.clock.nowMs();
      if (own !== undefined) {
        const rest = deleteMetaKeys(camera.meta, ["typeHierarchy"]);
        const merged = addToHierarchy(rig.dataset.typeHierarchy, own);
        if (merged.ok) meta["typeHierarchy"] = merged.hierarchy;
        else warnings.push(`Camera "${name}" type hierarchy was skipped: ${merged.reason}`);
        warnings.push(
          `Removed a type hierarchy stored on camera ${name}; the type hierarchy for a multicamera dataset is stored on the parent.`,
        );
        await tx.folders.update(camera.id, { meta: rest, updatedMs: nowMs });
      }
      await tx.folders.update(parent.id, { meta, updatedMs: nowMs });
      return warnings;
    },
  );
}
