/** `item/*`: the contents of folders. */
import { defined } from "../../base/defined.ts";
import type { ItemSort } from "../../ports/item.repository.ts";
import type { Meta } from "../../ports/records.ts";
import { withoutTiles } from "../../domain/tile-files.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { sendFile, sendZip } from "../download.ts";
import { type RegisterRoute, sendPaged } from "../registry.ts";
import { requireKeyList, requireMetaObject } from "./meta-body.ts";
import { readPage, readSort } from "./paging.ts";
import { wirePathWith } from "./tree-sizes.ts";
import { wireFile, wireItem } from "./wire.ts";

const sortFields: readonly ItemSort[] = ["name", "lowerName", "created", "updated", "size"];

export function registerItemRoutes(
  register: RegisterRoute,
  services: Pick<TreeServices, "archives" | "copies" | "files" | "folders" | "items">,
): void {
  const { archives, copies, files, items } = services;
  const wirePath = wirePathWith(services);

  register("item.list", async ({ actor, parameters, reply }) => {
    const { folderId, name, text } = parameters;
    const query = { ...readPage(parameters), ...defined({ folderId, name, text }) };
    const page = await items.list(actor, query, readSort(parameters, sortFields, "lowerName"));
    return sendPaged(reply, page.total, page.rows.map(wireItem));
  });

  register("item.create", async ({ actor, parameters }) => {
    const { folderId, name, description, reuseExisting, metadata } = parameters;
    const optional = defined({ description, reuseExisting, meta: metadata as Meta | undefined });
    return wireItem(await items.create(actor, { folderId, name, ...optional }));
  });

  register("item.get", async ({ actor, parameters }) => wireItem(await items.get(actor, parameters.id)));

  register("item.update", async ({ actor, parameters }) => {
    const { id, name, description, folderId, metadata } = parameters;
    const changes = defined({ name, description, folderId, meta: metadata as Meta | undefined });
    return wireItem(await items.update(actor, id, changes));
  });

  register("item.delete", async ({ actor, parameters }) => {
    const { name } = await items.remove(actor, parameters.id);
    return { message: `Deleted item ${name}.` };
  });

  register("item.setMetadata", async ({ actor, parameters, body }) =>
    wireItem(await items.setMeta(actor, parameters.id, requireMetaObject(body), parameters.allowNull ?? false)),
  );

  register("item.deleteMetadata", async ({ actor, parameters, body }) =>
    wireItem(await items.deleteMeta(actor, parameters.id, requireKeyList(body))),
  );

  register("item.copy", async ({ actor, parameters: { id, folderId, name, description } }) =>
    wireItem(await copies.item(actor, id, defined({ folderId, name, description }))),
  );

  register("item.position", async ({ actor, parameters }) => {
    const { id, folderId, text } = parameters;
    return await items.position(actor, id, defined({ folderId, text }), readSort(parameters, sortFields, "lowerName"));
  });

  register("item.files", async ({ actor, parameters, reply }) => {
    const page = await items.files(actor, parameters.id, readPage(parameters));
    return sendPaged(
      reply,
      page.total,
      page.rows.map((file) => wireFile(actor, file)),
    );
  });

  register("item.rootPath", async ({ actor, parameters }) =>
    wirePath(actor, await items.rootPath(actor, parameters.id)),
  );

  register("item.download", async ({ actor, parameters, request, reply }) => {
    const { id, offset, format, contentDisposition } = parameters;
    const { rows } = await items.files(actor, id, { limit: 3, offset: 0 });
    const [only, ...others] = withoutTiles(rows);
    if (only === undefined || others.length > 0 || format === "zip") {
      const archive = await archives.item(actor, id);
      return sendZip(request, reply, archive.name, archive.entries);
    }
    return await sendFile(request, reply, only, await files.open(only), {
      offset,
      disposition: contentDisposition,
    });
  });
}
