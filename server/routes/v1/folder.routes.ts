/** `folder/*`: the tree of folders, their metadata and access lists. */
import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import { mapYielding } from "../../base/turns.ts";
import type { FolderSort } from "../../ports/folder.repository.ts";
import type { Meta, ParentType } from "../../ports/records.ts";
import type { PostprocessServices } from "../../services/postprocess/postprocess-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { sendZip } from "../download.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readAccess, wireAccessList } from "./access-list.ts";
import { requireKeyList, requireMetaObject } from "./meta-body.ts";
import { readPage, readSort } from "./paging.ts";
import { readTexts } from "./text-list.ts";
import { wirePathWith } from "./tree-sizes.ts";
import { wireFolder } from "./wire.ts";

const sortFields: readonly FolderSort[] = ["name", "lowerName", "created", "updated", "size"];

export function registerFolderRoutes(
  register: RegisterRoute,
  services: Pick<PostprocessServices, "postprocess"> &
    Pick<TreeServices, "accessLists" | "archives" | "copies" | "folders" | "trash">,
): void {
  const { accessLists, archives, copies, folders, postprocess, trash } = services;
  const wirePath = wirePathWith(services);

  register("folder.list", async ({ actor, parameters, reply }) => {
    const { parentType, parentId, name, text } = parameters;
    const parent = parentType !== undefined && parentId !== undefined ? { type: parentType, id: parentId } : undefined;
    const query = { ...readPage(parameters), ...defined({ parent, name, text }) };
    const page = await folders.list(actor, query, readSort(parameters, sortFields, "lowerName"));
    return sendPaged(reply, page.total, await mapYielding(page.rows, wireFolder));
  });

  register("folder.create", async ({ actor, parameters }) => {
    const { parentType = "folder", parentId, name, description, reuseExisting, metadata } = parameters;
    const optional = defined({
      description,
      reuseExisting,
      public: parameters.public,
      meta: metadata as Meta | undefined,
    });
    const folder = await folders.create(actor, { parentType, parentId, name, ...optional });
    return wireFolder(folder);
  });

  register("folder.shared", async ({ actor, parameters, reply }) => {
    const query = { ...readPage(parameters), onlyNonAccessibles: parameters.onlyNonAccessibles ?? true };
    const sort = parameters.sort === "type" ? { ...parameters, sort: "annotate" } : parameters;
    const page = await folders.listShared(actor, query, readSort(sort, [...sortFields, "annotate"], "created"));
    return sendPaged(
      reply,
      page.total,
      await mapYielding(page.rows, (view) => ({ ...wireFolder(view), ownerLogin: view.ownerLogin })),
    );
  });

  register("folder.get", async ({ actor, parameters }) => wireFolder(await folders.get(actor, parameters.id)));

  register("folder.update", async ({ actor, parameters }) => {
    const { id, name, description, parentType, parentId, metadata } = parameters;
    const parent = bothOrNone("move a folder", parentType, parentId);
    const changes = defined({ name, description, meta: metadata as Meta | undefined, parent });
    const folder = await folders.update(actor, id, changes);
    return wireFolder(folder);
  });

  register("folder.delete", async ({ actor, parameters }) => {
    if (parameters.trash === true) {
      const { folder } = await trash.put(actor, parameters.id);
      return { message: `Moved folder ${folder.name} to the trash.` };
    }
    const { name } = await folders.remove(actor, parameters.id);
    return { message: `Deleted folder ${name}.` };
  });

  register("folder.deleteContents", async ({ actor, parameters }) => {
    const { name } = await folders.removeContents(actor, parameters.id);
    return { message: `Cleaned folder ${name}.` };
  });

  register("folder.copy", async ({ actor, parameters }) => {
    const { id, parentType, parentId, name, description } = parameters;
    const parent = bothOrNone("copy a folder", parentType, parentId);
    const isPublic = parameters.public === "original" ? undefined : parameters.public === "true";
    const given = defined({ parent, name, description, public: isPublic });
    const copy = await copies.folder(actor, id, given);
    await postprocess.resume(actor, copy.record.id, { withSubfolders: true });
    return wireFolder(await folders.get(actor, copy.record.id));
  });

  register("folder.position", async ({ actor, parameters }) => {
    const { id, parentType, parentId, text } = parameters;
    const query = defined({ parent: bothOrNone("look in a parent", parentType, parentId), text });
    return await folders.position(actor, id, query, readSort(parameters, sortFields, "lowerName"));
  });

  register("folder.details", async ({ actor, parameters }) => {
    const count = await folders.countContents(actor, parameters.id);
    return { nItems: count.items, nFolders: count.folders };
  });

  register("folder.rootPath", async ({ actor, parameters }) =>
    wirePath(actor, await folders.rootPath(actor, parameters.id)),
  );

  register("folder.rootPathOrRelative", async ({ actor, parameters }) =>
    wirePath(actor, await folders.readableRootPath(actor, parameters.id)),
  );

  register("folder.setMetadata", async ({ actor, parameters, body }) => {
    const changes = requireMetaObject(body);
    const { id, allowNull = false, was } = parameters;
    return wireFolder(await folders.setMeta(actor, id, changes, { allowNull, was: was as Meta | undefined }));
  });

  register("folder.deleteMetadata", async ({ actor, parameters, body }) => {
    const keys = requireKeyList(body);
    return wireFolder(await folders.deleteMeta(actor, parameters.id, keys));
  });

  register("folder.download", async ({ actor, parameters, request, reply }) => {
    const mimeTypes = parameters.mimeFilter && readTexts("mimeFilter", parameters.mimeFilter);
    const archive = await archives.folder(actor, parameters.id, { mimeTypes });
    return sendZip(request, reply, archive.name, archive.entries);
  });

  register("folder.access", async ({ actor, parameters }) =>
    wireAccessList(await accessLists.ofFolder(actor, parameters.id)),
  );

  register("folder.setAccess", async ({ actor, parameters }) => {
    const { list, options } = readAccess(parameters);
    const { folder, access } = await accessLists.setOfFolder(actor, parameters.id, list, options);
    return { ...wireFolder(folder), access: wireAccessList(access) };
  });
}

/** The target of a move. @throws RequestError if only half of it is given */
function bothOrNone(
  purpose: string,
  type: ParentType | undefined,
  id: string | undefined,
): { type: ParentType; id: string } | undefined {
  if (type !== undefined && id !== undefined) return { type, id };
  if (type !== undefined || id !== undefined) {
    throw new RequestError(`To ${purpose}, give both parentType and parentId.`);
  }
  return undefined;
}
