/** Applies uploaded configuration files to a dataset, in one change. */
import type { TypeHierarchy } from "#core/formats/dive-config/type-hierarchy";

import { ValidationError } from "../../base/errors.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { findCameraParent } from "../datasets/camera-parent.ts";
import { addToHierarchy } from "../datasets/type-hierarchy.ts";
import { changeFolderMetaFor } from "../tree/dataset-folder.ts";
import { type ConfigurationDataFile, hierarchyText } from "./data-files.ts";

/** The effect of files on the type hierarchy of a dataset. */
export type HierarchyWrite = { action: "none" } | { action: "set"; hierarchy: TypeHierarchy } | { action: "delete" };

/** The file whose hierarchy the dataset cannot take, and the reason. */
export class RefusedConfiguration extends Error {
  readonly item: ItemRecord;

  constructor(item: ItemRecord, reason: unknown) {
    super(`The configuration ${item.name} was refused.`, { cause: reason });
    this.item = item;
  }
}

/** @throws RefusedConfiguration: nothing is changed */
export async function applyConfigurations(
  { ports, access }: { readonly ports: Ports; readonly access: AccessService },
  actor: Actor,
  folder: FolderRecord,
  configurations: readonly ConfigurationDataFile[],
  additive: boolean,
): Promise<HierarchyWrite> {
  const { result } = await changeFolderMetaFor(ports, access, actor, folder.id, async (old, record, tx) => {
    const next = new Map<string, unknown>(Object.entries({ confidenceFilters: { default: 0.1 }, ...old }));
    let write: HierarchyWrite = { action: "none" };
    let { datasetInfo, typeHierarchy } = datasetOf(record);
    // Types added to one camera end up in the hierarchy of all cameras.
    if (additive) typeHierarchy ??= (await findCameraParent(tx, record))?.dataset.typeHierarchy;
    for (const { item, fields, hierarchy } of configurations) {
      for (const [field, value] of Object.entries(fields)) next.set(field, value);
      if (fields.datasetInfo !== undefined) {
        datasetInfo = additive ? { ...datasetInfo, ...fields.datasetInfo } : fields.datasetInfo;
        next.set("datasetInfo", datasetInfo);
      }
      if (hierarchy === undefined) continue;
      const isEmpty = hierarchy === "delete" || Object.keys(hierarchy).length === 0;
      if (hierarchy === "delete" || (isEmpty && !additive)) {
        typeHierarchy = undefined;
        next.delete("typeHierarchy");
        write = { action: "delete" };
      } else if (!isEmpty) {
        const merged = addToHierarchy(additive ? typeHierarchy : undefined, hierarchy);
        if (!merged.ok) {
          throw new RefusedConfiguration(item, new ValidationError(hierarchyText(item, merged.reason)));
        }
        typeHierarchy = merged.hierarchy;
        next.set("typeHierarchy", merged.hierarchy);
        write = { action: "set", hierarchy: merged.hierarchy };
      }
    }
    return { meta: Object.fromEntries(next), result: write };
  });
  return result;
}
