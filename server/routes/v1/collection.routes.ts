/** `collection/*`: top-level containers. */
import { defined } from "../../base/defined.ts";
import type { CollectionSort } from "../../ports/collection.repository.ts";
import type { Services } from "../../services/index.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { readPage, readSort } from "./paging.ts";
import { wireCollection } from "./wire.ts";

const sortFields: readonly CollectionSort[] = ["name", "lowerName", "created", "updated"];

export function registerCollectionRoutes(
  register: RegisterRoute,
  { collections }: Pick<Services, "collections">,
): void {
  register("collection.list", async ({ actor, parameters, reply }) => {
    const query = { ...readPage(parameters), ...defined({ text: parameters.text }) };
    const found = await collections.list(actor, query, readSort(parameters, sortFields, "name"));
    return sendPaged(reply, found.total, found.rows.map(wireCollection));
  });

  register("collection.counts", async ({ actor }) => ({ nCollections: await collections.count(actor) }));

  register("collection.create", async ({ actor, parameters }) => {
    const { name, description = "" } = parameters;
    return wireCollection(await collections.create(actor, { name, description, public: parameters.public ?? false }));
  });

  register("collection.get", async ({ actor, parameters }) =>
    wireCollection(await collections.get(actor, parameters.id)),
  );

  register("collection.details", async ({ actor, parameters }) => ({
    nFolders: await collections.countFolders(actor, parameters.id),
  }));

  register("collection.delete", async ({ actor, parameters }) => {
    const { name } = await collections.remove(actor, parameters.id);
    return { message: `Deleted collection ${name}.` };
  });
}
