/** Completes a path on the server: `/user/ada/Pub` to `/user/ada/Public/`. */

import { connect } from "../base/connection/connection.ts";

/** The longest acceptable wait at a prompt. */
const timeoutMs = 2000;
const maxNames = 200;

/** @returns an empty list when there is no server, no permission or no such place: shells show no errors */
export async function completePath(path: string): Promise<readonly string[]> {
  const above = path.slice(0, path.lastIndexOf("/"));
  try {
    const { client } = await connect(undefined);
    const signal = AbortSignal.timeout(timeoutMs);
    if (above === "") return ["/user/", "/collection/"];
    if (above === "/user") {
      const me = await client.call("user.me", {}, { signal });
      return me === null ? [] : [`/user/${me.login}/`];
    }
    if (above === "/collection") {
      const collections = await client.call("collection.list", { limit: maxNames }, { signal });
      return collections.map(({ name }) => `/collection/${name}/`);
    }
    const parent = await client.call("resource.lookup", { path: above, test: true }, { signal });
    if (
      parent === null ||
      parent._modelType === "item" ||
      parent._modelType === "file" ||
      parent._modelType === "group"
    )
      return [];
    const query = { parentType: parent._modelType, parentId: parent._id, limit: maxNames };
    const folders = await client.call("folder.list", query, { signal });
    // Most paths end at a dataset; below it are its cameras.
    return folders.map(({ name, meta }) => `${above}/${name}${meta.annotate === true ? "" : "/"}`);
  } catch {
    return [];
  }
}
