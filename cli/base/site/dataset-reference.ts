/**
 * References to a dataset or folder on the command line: an id, the address of its page, or its path on the server.
 */

import { ApiError } from "#schemas/client";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { io } from "../terminal/io.ts";
import { type Connection, trustedServer } from "../connection/connection.ts";

export const referenceHelp = "an id, the address of its page, or a path such as /user/ada/Public/reef";

const objectId = /^[0-9a-f]{24}$/;

/** The server in a reference that is an address: the command then talks to that server, if it may. */
export function serverOfReference(reference: string): string | undefined {
  const origin = originOf(reference);
  return origin === undefined ? undefined : trustedServer(origin);
}

function originOf(reference: string): string | undefined {
  const url = /^https?:\/\//i.test(reference) ? URL.parse(reference) : null;
  return url === null ? undefined : url.origin;
}

/**
 * The id of the referenced folder or dataset. One that does not exist is a usage error, whatever the form of the
 * reference.
 */
export async function resolveReference(connection: Connection, reference: string): Promise<string> {
  const { client, url } = connection;
  if (objectId.test(reference)) return requireId(connection, reference);
  const origin = originOf(reference);
  if (origin !== undefined) {
    // The same id elsewhere is another dataset.
    if (io().hasOneServer === true) trustedServer(origin);
    const ids = reference.match(/(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g);
    const id = ids?.at(-1);
    if (id === undefined)
      throw usageError(`${reference} is not the address of a dataset or folder: there is no id in it.`);
    return requireId(connection, id);
  }
  if (!reference.startsWith("/")) {
    throw usageError(`"${reference}" names no dataset or folder: give ${referenceHelp}.`);
  }
  const target = await client.call("resource.lookup", { path: reference, test: true });
  if (target === null) throw usageError(`${url} has nothing at ${reference}, or you may not read it.`);
  if (target._modelType !== "folder")
    throw usageError(`${reference} is a ${target._modelType}, not a dataset or folder.`);
  return target._id;
}

async function requireId({ client, url }: Connection, id: string): Promise<string> {
  try {
    return (await client.call("folder.get", { id }, { signal: interrupted }))._id;
  } catch (error) {
    // api/v1 returns 400 for missing documents.
    const isMissing = error instanceof ApiError && (error.status === 400 || error.status === 404);
    throw isMissing ? usageError(`${url} has no dataset or folder ${id}.`, error) : error;
  }
}
