/** The dataset that a camera belongs to holds what is common to its cameras: type hierarchy, attributes, styles. */
import { parseTypeHierarchy, type TypeHierarchy } from "#core/formats/type-hierarchy";

import { multiCamOf } from "../domain/multicam.ts";
import type { Repositories } from "../ports/database.ts";
import type { Ports } from "../ports/index.ts";
import type { FolderRecord } from "../ports/records.ts";

/** What an import into one camera changes for all of them. */
const sharedFields = [
  "attributes",
  "confidenceFilters",
  "timeFilters",
  "customTypeStyling",
  "customGroupStyling",
  "attributeTrackFilters",
  "datasetInfo",
] as const;

/** `undefined`: the folder is no camera of a dataset. */
export async function findCameraParent(
  db: Repositories,
  folder: FolderRecord,
): Promise<{ parent: FolderRecord; name: string } | undefined> {
  if (folder.parentType !== "folder") return undefined;
  const parent = await db.folders.find(folder.parentId);
  if (parent?.meta["type"] !== "multi") return undefined;
  const cameras = Object.entries(multiCamOf(parent.meta)?.cameras ?? {});
  const name = cameras.find(([, camera]) => camera.folderId === folder.id)?.[0];
  return name === undefined ? undefined : { parent, name };
}

/** After an import into a camera. The caller may write the parent. @returns warnings for people */
export async function shareWithParent(ports: Ports, cameraId: string): Promise<string[]> {
  return await ports.database.transaction(async (tx) => {
    const camera = await tx.folders.find(cameraId);
    const found = camera && (await findCameraParent(tx, camera));
    if (camera === undefined || found === undefined) return [];
    const { parent, name } = found;
    const warnings: string[] = [];
    const shared = sharedFields.filter((field) => camera.meta[field] !== undefined);
    const meta = { ...parent.meta, ...Object.fromEntries(shared.map((field) => [field, camera.meta[field]])) };
    const nowMs = ports.clock.nowMs();
    const { typeHierarchy: own, ...rest } = camera.meta;
    if (own !== undefined) {
      const above = parent.meta["typeHierarchy"] as TypeHierarchy | undefined;
      const merged = parseTypeHierarchy({ ...above, ...(own as TypeHierarchy) });
      if (merged.ok) meta["typeHierarchy"] = merged.hierarchy;
      else warnings.push(`Camera "${name}" type hierarchy was skipped: ${merged.reason}`);
      warnings.push(
        `Removed a type hierarchy stored on camera ${name}; the type hierarchy for a multicamera dataset is stored on the parent.`,
      );
      await tx.folders.update(camera.id, { meta: rest, updatedMs: nowMs });
    }
    await tx.folders.update(parent.id, { meta, updatedMs: nowMs });
    return warnings;
  });
}
