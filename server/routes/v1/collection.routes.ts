/** `collection/*`: top-level containers. */
import type { Collection } from "#schemas";

import { defined } from "../../base/defined.ts";
import type { CollectionSort } from "../../ports/collection.repository.ts";
import type { CollectionView } from "../../services/tree/collection.service.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { sendZip } from "../download.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readAccess, wireAccessList } from "./access-list.ts";
import { requireKeyList, requireMetaObject } from "./meta-body.ts";
import { readPage, readSort } from "./paging.ts";
import { readTexts } from "./text-list.ts";
import { fillSizesWith, fillSizeWith } from "./tree-sizes.ts";
import { wireCollection } from "./wire.ts";

const sortFields: readonly CollectionSort[] = ["name", "lowerName", "created", "updated"];

export function registerCollectionRoutes(
  register: RegisterRoute,
  services: Pick<TreeServices, "accessLists" | "archives" | "collections" | "folders">,
): void {
  const { accessLists, archives, collections } = services;
  const [fillSize, fillSizes] = [fillSizeWith(services), fillSizesWith(services)];
  const wired = async (view: CollectionView): Promise<Collection> => await fillSize(wireCollection(view));

  register("collection.list", async ({ actor, parameters, reply }) => {
    const query = { ...readPage(parameters), ...defined({ text: parameters.text }) };
    const page = await collections.list(actor, query, readSort(parameters, sortFields, "name"));
    return sendPaged(reply, page.total, await fillSizes(page.rows.map(wireCollection)));
  });

  register("collection.counts", async ({ actor }) => ({ nCollections: await collections.count(actor) }));

  register("collection.create", async ({ actor, parameters }) => {
    const { name, description = "" } = parameters;
    return await wired(await collections.create(actor, { name, description, public: parameters.public ?? false }));
  });

  register("collection.get", async ({ actor, parameters }) => await wired(await collections.get(actor, parameters.id)));

  register("collection.details", async ({ actor, parameters }) => ({
    nFolders: await collections.countFolders(actor, parameters.id),
  }));

  register(
    "collection.update",
    async ({ actor, parameters: { id, name, description } }) =>
      await wired(await collections.update(actor, id, defined({ name, description }))),
  );

  register(
    "collection.setMetadata",
    async ({ actor, parameters, body }) =>
      await wired(
        await collections.setMeta(actor, parameters.id, requireMetaObject(body), parameters.allowNull ?? false),
      ),
  );

  register(
    "collection.deleteMetadata",
    async ({ actor, parameters, body }) =>
      await wired(await collections.deleteMeta(actor, parameters.id, requireKeyList(body))),
  );

  register("collection.access", async ({ actor, parameters }) =>
    wireAccessList(await accessLists.ofCollection(actor, parameters.id)),
  );

  register("collection.setAccess", async ({ actor, parameters }) => {
    const { list, options } = readAccess(parameters);
    const { collection, access } = await accessLists.setOfCollection(actor, parameters.id, list, options);
    return { ...(await wired(collection)), access: wireAccessList(access) };
  });

  register("collection.download", async ({ actor, parameters, request, reply }) => {
    const mimeTypes = parameters.mimeFilter && readTexts("mimeFilter", parameters.mimeFilter);
    const archive = await archives.collection(actor, parameters.id, { mimeTypes });
    return sendZip(request, reply, archive.name, archive.entries);
  });

  register("collection.delete", async ({ actor, parameters }) => {
    const { name } = await collections.remove(actor, parameters.id);
    return { message: `Deleted collection ${name}.` };
  });
}
