/** `trash/*`: deleted folders and files, which can be restored for a while. */
import type { TrashEntry } from "#schemas";

import { listingOf } from "../../domain/dataset.ts";
import type { PostprocessServices } from "../../services/postprocess/postprocess-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import type { TrashView } from "../../services/tree/trash.service.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage } from "./paging.ts";
import { wireDate, wireFolder } from "./wire.ts";

export function registerTrashRoutes(
  register: RegisterRoute,
  { postprocess, trash }: Pick<PostprocessServices, "postprocess"> & Pick<TreeServices, "trash">,
): void {
  register("trash.list", async ({ actor, parameters, reply }) => {
    const page = await trash.list(actor, readPage(parameters));
    return sendPaged(reply, page.total, page.rows.map(wireEntry));
  });
  register("trash.restore", async ({ actor, parameters }) => {
    const { view, entry } = await trash.restore(actor, parameters.id);
    await postprocess.resume(actor, view.record.id, { withSubfolders: entry.files === 0 });
    return wireFolder(view);
  });
  register("trash.delete", async ({ actor, parameters }) => {
    const { entry, folder } = await trash.remove(actor, parameters.id);
    return { message: entry.files === 0 ? `Deleted folder ${folder.name}.` : `Deleted ${entry.files} files.` };
  });
}

function wireEntry({ entry, folder, size, place, deletedBy, endMs }: TrashView): TrashEntry {
  return {
    _id: entry.id,
    folderId: folder.id,
    name: folder.name,
    isDataset: listingOf(folder.meta).isDataset,
    files: entry.files,
    size,
    place,
    deletedBy,
    deleted: wireDate(entry.deletedMs),
    ends: wireDate(endMs),
  };
}
