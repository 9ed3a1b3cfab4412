/** Users and groups by the names that people know them by. */

import type { User, UserGroup } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

/** @param login login or id */
export async function requireUserNamed({ client, url }: Connection, login: string): Promise<User> {
  const users = await client.call("user.list", { text: login, limit: 0 }, { signal: interrupted });
  const user = users.find((one) => one.login === login);
  if (user !== undefined) return user;
  if (!isId(login)) throw usageError(`${url} has no user ${login}.`);
  return client.call("user.get", { id: login }, { signal: interrupted });
}

/** @param name name or id */
export async function requireGroupNamed({ client, url }: Connection, name: string): Promise<UserGroup> {
  const [group] = await client.call("group.list", { text: name, exact: true, limit: 1 }, { signal: interrupted });
  if (group !== undefined) return group;
  if (!isId(name)) throw usageError(`${url} has no group ${name} that you may see.`);
  return client.call("group.get", { id: name }, { signal: interrupted });
}

const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

/** Facts about a user that commands print; some only for administrators and the user. */
export const userFacts = ({ _id: id, login, firstName, lastName, admin, email, status, created }: User) => ({
  id,
  login,
  name: `${firstName} ${lastName}`.trim(),
  admin,
  ...(email !== undefined && { email }),
  ...(status !== undefined && { status }),
  created,
});

export const groupFacts = ({ _id: id, name, description, public: isPublic, created }: UserGroup) => ({
  id,
  name,
  description,
  public: isPublic,
  created,
});
