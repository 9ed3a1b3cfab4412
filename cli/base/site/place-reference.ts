/** References to what holds folders: a folder, the root of a user (`/user/ada`), a collection (`/collection/reefs`). */

import type { Folder, ParentType } from "#schemas/wire";
import { notSignedIn, type Connection } from "../connection/connection.ts";
import { resolveReference } from "./dataset-reference.ts";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

export const placeReferenceHelp =
  "a folder: an id, the address of its page, or a path such as /user/ada/Public; /user/ada and /collection/NAME as well";

export interface Place {
  readonly parentType: ParentType;
  readonly parentId: string;
  readonly path: string;
}

/** The root of the user for no reference. @throws CliError when nothing is there */
export async function resolvePlace(connection: Connection, reference: string | undefined): Promise<Place> {
  const { client, url } = connection;
  if (reference === undefined) {
    const me = await client.call("user.me", {}, { signal: interrupted });
    if (me === null) throw notSignedIn(`your token for ${url} has expired or was revoked`, connection);
    return { parentType: "user", parentId: me._id, path: `/user/${me.login}` };
  }
  const root = /^\/(user|collection)\/[^/]+\/?$/.test(reference);
  if (!root) {
    const id = await resolveReference(connection, reference);
    return { parentType: "folder", parentId: id, path: await pathOfFolder(connection, id) };
  }
  const path = reference.replace(/\/$/, "");
  const place = await client.call("resource.lookup", { path, test: true }, { signal: interrupted });
  if (place?._modelType !== "user" && place?._modelType !== "collection")
    throw usageError(`${url} has nothing at ${path}, or you may not read it.`);
  return { parentType: place._modelType, parentId: place._id, path };
}

export function pathOfFolder({ client }: Connection, id: string): Promise<string> {
  return client.call("resource.path", { id, type: "folder" }, { signal: interrupted });
}

/** @throws CliError for a dataset, which has its own commands */
export async function requirePlainFolder(connection: Connection, reference: string): Promise<Folder> {
  const id = await resolveReference(connection, reference);
  const folder = await connection.client.call("folder.get", { id }, { signal: interrupted });
  if (folder.meta.type !== undefined)
    throw usageError(`${reference} is a dataset, not a folder: \`wakeline dataset\` works with datasets.`);
  return folder;
}
