/** Makes a folder on the server, with those above it that are missing. */

import type { Connection } from "../connection/connection.ts";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { note } from "../terminal/output.ts";
import { printable } from "../terminal/terminal.ts";
import { resolvePlace, type Place } from "./place-reference.ts";

export interface MadeFolder {
  readonly id: string;
  readonly path: string;
  /** Paths of the folders that were missing. */
  readonly made: readonly string[];
}

/** @param isPublic `undefined`: as the folder above */
export async function makeFolders(connection: Connection, given: string, isPublic?: boolean): Promise<MadeFolder> {
  const { client } = connection;
  const [, root = "", inside = ""] = /^(\/(?:user|collection)\/[^/]+)\/(.*[^/])\/*$/.exec(given) ?? [];
  if (inside === "") throw usageError(`"${given}" is not the path of a folder: it looks like /user/ada/Private/reef.`);
  let place: Place = await resolvePlace(connection, root);
  const made: string[] = [];
  for (const name of inside.split("/").filter((part) => part !== "")) {
    const { parentType, parentId } = place;
    const path = `${place.path}/${name}`;
    const [known] = await client.call("folder.list", { parentType, parentId, name, limit: 1 }, { signal: interrupted });
    if (known?.meta.type !== undefined) throw usageError(`${path} is a dataset: a folder cannot be made in it.`);
    const request = { parentType, parentId, name, reuseExisting: true };
    const more = isPublic === undefined ? {} : { public: isPublic };
    const folder = known ?? (await client.call("folder.create", { ...request, ...more }, { signal: interrupted }));
    if (known === undefined) made.push(path);
    place = { parentType: "folder", parentId: folder._id, path };
  }
  return { id: place.parentId, path: place.path, made };
}

/** The folder of `--into`; says which ones it has made. @returns its id */
export async function requireFolder(connection: Connection, path: string): Promise<string> {
  const { id, made } = await makeFolders(connection, path);
  if (made.length > 0) note(printable(`Made ${made.join(", ")}.`));
  return id;
}
