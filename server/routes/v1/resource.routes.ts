/** `resource/*`: search, paths and deleting a selection. */
import type { Collection, FileDocument, Folder, Item, User, UserGroup } from "#schemas";

import { ValidationError } from "../../base/errors.ts";
import type { Actor } from "../../services/actor.ts";
import type { Services } from "../../services/index.ts";
import type { Resource } from "../../services/resource.service.ts";
import type { RegisterRoute } from "../registry.ts";
import { readPage } from "./paging.ts";
import { wireCollection, wireFile, wireFolder, wireGroup, wireItem, wireUser } from "./wire.ts";

export function registerResourceRoutes(register: RegisterRoute, { resources }: Pick<Services, "resources">): void {
  register("resource.search", async ({ actor, parameters }) => {
    const { q, mode = "text", types } = parameters;
    const found = await resources.search(actor, { text: q, mode, types, ...readPage(parameters, 10) });
    return Object.fromEntries([...found].map(([type, list]) => [type, list.map((one) => wireResource(actor, one))]));
  });

  register("resource.lookup", async ({ actor, parameters }) => {
    const resource = await resources.lookup(actor, parameters.path);
    if (resource !== undefined) return wireResource(actor, resource);
    if (parameters.test === true) return null;
    throw new ValidationError(`Path not found: ${parameters.path.slice(0, 500)}`);
  });

  register("resource.path", ({ actor, parameters }) => resources.path(actor, parameters.type, parameters.id));

  register("resource.delete", async ({ actor, parameters }) => {
    await resources.remove(actor, parameters.resources as Record<string, unknown>);
    return null;
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
      return wireFile(resource.document);
    case "group":
      return wireGroup(resource.document);
  }
}
