/** `resource/*`: search, paths, and operations on a selection. */

import type { Collection, FileDocument, Folder, Item, User, UserGroup } from "#schemas";

import { defined } from "../../base/defined.ts";
import { ValidationError } from "../../base/errors.ts";
import type { Actor } from "../../services/access/actor.ts";
import type { Services } from "../../services/index.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import type { Resource } from "../../services/tree/resource.service.ts";
import { sendZip } from "../download.ts";
import type { Call, RegisterRoute } from "../registry.ts";
import type { AlreadySent } from "../sent.ts";
import { readPage } from "./paging.ts";
import { fillSizesWith, fillSizeWith } from "./tree-sizes.ts";
import { wireCollection, wireFile, wireFolder, wireGroup, wireItem, wireUser } from "./wire.ts";

export function registerResourceRoutes(
  register: RegisterRoute,
  services: Pick<TreeServices, "folders" | "selections"> & Pick<Services, "postprocess" | "resources">,
): void {
  const { postprocess, resources, selections } = services;
  const [fillSize, fillSizes] = [fillSizeWith(services), fillSizesWith(services)];
  const wired = async (actor: Actor, resource: Resource) => await fillSize(wireResource(actor, resource));

  register("resource.search", async ({ actor, parameters }) => {
    const { q, mode = "text", types, level = 0 } = parameters;
    const byType = await resources.search(actor, { text: q, mode, types, level, ...readPage(parameters, 10) });
    const lists = [...byType].map(async ([type, list]) => {
      return [type, await fillSizes(list.map((one) => wireResource(actor, one)))] as const;
    });
    return Object.fromEntries(await Promise.all(lists));
  });

  register("resource.lookup", async ({ actor, parameters }) => {
    const resource = await resources.lookup(actor, parameters.path);
    if (resource !== undefined) return await wired(actor, resource);
    if (parameters.test === true) return null;
    throw new ValidationError(`Path not found: ${parameters.path.slice(0, 500)}`);
  });

  register("resource.path", ({ actor, parameters }) => resources.path(actor, parameters.type, parameters.id));

  register("resource.get", async ({ actor, parameters: { id, type } }) =>
    wired(actor, await resources.get(actor, type, id)),
  );

  register("resource.setTimestamp", async ({ actor, parameters: { id, type, created, updated } }) =>
    wired(actor, await resources.setTimes(actor, type, id, defined({ created, updated }))),
  );

  const download = async (call: Call<"resource.download"> | Call<"resource.postDownload">): Promise<AlreadySent> => {
    const { resources: wanted, includeMetadata } = call.parameters;
    const options = { metadata: includeMetadata ?? false };
    const archive = await selections.archive(call.actor, wanted as Record<string, unknown>, options, call.signal);
    return sendZip(call.request, call.reply, archive.name, archive.entries);
  };
  register("resource.download", download);
  register("resource.postDownload", download);

  register("resource.move", async ({ actor, parameters: { resources: wanted, parentType, parentId } }) => {
    await selections.move(actor, wanted as Record<string, unknown>, { type: parentType, id: parentId });
    return null;
  });

  register("resource.copy", async ({ actor, parameters: { resources: wanted, parentType, parentId } }) => {
    const parent = { type: parentType, id: parentId } as const;
    await selections.copy(actor, wanted as Record<string, unknown>, parent, (id) =>
      postprocess.resume(actor, id, { withSubfolders: true }),
    );
    return null;
  });

  register("resource.contents", async ({ actor, parameters }) => {
    const contents = await resources.contents(actor, parameters.resources as Record<string, unknown>);
    return contents.map(({ id, ...counts }) => ({ _id: id, ...counts }));
  });

  register("resource.delete", async ({ actor, parameters }) => {
    const intoTrash = parameters.trash ?? false;
    const trash = await resources.remove(actor, parameters.resources as Record<string, unknown>, intoTrash);
    return intoTrash ? { trash: [...trash] } : null;
  });
}

function wireResource(actor: Actor, resource: Resource): User | UserGroup | Collection | Folder | Item | FileDocument {
  switch (resource.type) {
    case "user":
      return wireUser(actor, resource.document);
    case "collection":
      return wireCollection(resource.document);
    case "folder":
      return wireFolder(resource.document);
    case "item":
      return wireItem(resource.document);
    case "file":
      return wireFile(actor, resource.document);
    case "group":
      return wireGroup(resource.document);
  }
}
