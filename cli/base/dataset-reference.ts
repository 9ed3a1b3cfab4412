/** Names for a dataset or folder on the command line: an id, the address of its page, or its path on the server. */

import { usageError } from "./errors.ts";
import type { Connection } from "./connection.ts";

export const referenceHelp = "an id, the address of its page, or a path such as /user/ada/Public/reef";

const objectId = /^[0-9a-f]{24}$/;

/** Server address within a reference, when it is one: the command then talks to that server. */
export function serverOfReference(reference: string): string | undefined {
  const url = /^https?:\/\//i.test(reference) ? URL.parse(reference) : null;
  return url === null ? undefined : url.origin;
}

/** The id of the folder or dataset that `reference` names. Asks the server only for a path. */
export async function resolveReference({ client, url }: Connection, reference: string): Promise<string> {
  if (objectId.test(reference)) return reference;
  if (serverOfReference(reference) !== undefined) {
    const ids = reference.match(/(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g);
    const id = ids?.at(-1);
    if (id === undefined)
      throw usageError(`${reference} is not the address of a dataset or folder: there is no id in it.`);
    return id;
  }
  if (!reference.startsWith("/")) {
    throw usageError(`"${reference}" names no dataset or folder: give ${referenceHelp}.`);
  }
  const found = await client.call("resource.lookup", { path: reference, test: true });
  if (found === null) throw usageError(`${url} has nothing at ${reference}, or you may not read it.`);
  if (found._modelType !== "folder")
    throw usageError(`${reference} is a ${found._modelType}, not a dataset or folder.`);
  return found._id;
}
