/** Finds places of media. */

import type { Assetstore } from "#schemas/wire";
import type { Connection } from "./connection.ts";
import { usageError } from "./errors.ts";
import { interrupted } from "./interrupt.ts";

/** @param wanted an id, a name, or the registered location */
export async function requirePlace({ client, url }: Connection, wanted: string): Promise<Assetstore> {
  const places = await client.call("assetstore.list", { limit: 0 }, { signal: interrupted });
  const [place, ...others] = places.filter(({ _id, name, root }) => [_id, name, root].includes(wanted));
  if (place === undefined) {
    throw usageError(`${url} has no place "${wanted}": \`wakeline storage list\` shows them.`);
  }
  if (others.length > 0) throw usageError(`"${wanted}" means ${others.length + 1} places: name one by its id.`);
  return place;
}
