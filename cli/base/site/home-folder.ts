/** The default place for new datasets. */

import { notSignedIn } from "../connection/connection.ts";
import type { Connection } from "../connection/connection.ts";
import { interrupted } from "../process/interrupt.ts";

/** The path of the user's own folder. */
export async function homeFolder(connection: Connection): Promise<string> {
  const { client, url } = connection;
  const user = await client.call("user.me", {}, { signal: interrupted });
  if (user === null) throw notSignedIn(`your token for ${url} has expired or was revoked`, connection);
  return `/user/${user.login}/Private`;
}
