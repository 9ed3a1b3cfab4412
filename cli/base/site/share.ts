/** Who may use a folder or dataset, shown and changed: `wakeline dataset share` and `wakeline folder share`. */

import { type Command, InvalidArgumentError } from "commander";
import { ApiError } from "#schemas/client";
import type { AccessList } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { CliError, ExitCode, usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { io } from "../terminal/io.ts";
import { collect } from "../terminal/option-values.ts";
import { note, writeJsonLine, writeResult } from "../terminal/output.ts";
import { formatTable } from "../terminal/table.ts";
import { printable } from "../terminal/terminal.ts";

const levels = { read: 0, write: 1, admin: 2 } as const;
type Level = keyof typeof levels;
const levelNames = Object.keys(levels) as Level[];

interface Grant {
  readonly name: string;
  readonly level: Level;
}

export interface ShareOptions {
  readonly with?: readonly Grant[];
  readonly without?: readonly string[];
  readonly withGroup?: readonly Grant[];
  readonly withoutGroup?: readonly string[];
  readonly public?: boolean;
  readonly json?: true;
}

/** A limit, so that the command ends even if others change the same list all the time. */
const maxAttempts = 20;

export function addShareOptions(command: Command): Command {
  return command
    .option("--with <login=level>", "give someone a level, as in ada=write; may be repeated", collectGrant)
    .option("--without <login>", "take all rights of someone away; may be repeated", collect)
    .option("--with-group <name=level>", "give a group a level; may be repeated", collectGrant)
    .option("--without-group <name>", "take all rights of a group away; may be repeated", collect)
    .option("--public", "everyone may see it, without signing in")
    .option("--no-public", "only people with access may");
}

function collectGrant(text: string, earlier: readonly Grant[] = []): readonly Grant[] {
  const [, name = "", level = ""] = /^(.+)=([^=]+)$/.exec(text) ?? [];
  if (!levelNames.includes(level as Level))
    throw new InvalidArgumentError(
      `It must be a name and a level, as in ada=read; levels are ${levelNames.join(", ")}.`,
    );
  return [...earlier, { name, level: level as Level }];
}

export interface ShareExtras {
  /** Title of the first column. */
  readonly what: "dataset" | "folder";
  /** Everything below that the caller administers gets the same list. */
  readonly recurse?: boolean;
}

export async function shareOne(
  connection: Connection,
  id: string,
  options: ShareOptions,
  { what, recurse = false }: ShareExtras,
): Promise<void> {
  const { client } = connection;
  const { with: given, without, withGroup, withoutGroup } = options;
  const isChanged =
    recurse || [given, without, withGroup, withoutGroup, options.public].some((one) => one !== undefined);
  const read = (): Promise<AccessList> => client.call("folder.access", { id }, { signal: interrupted });
  const { users, groups } = isChanged ? await change(connection, id, read, options, recurse) : await read();
  const folder = await client.call("folder.get", { id }, { signal: interrupted });
  if (options.json === true) {
    const named = (list: readonly { readonly level: number }[]) =>
      list.map((one) => ({ ...one, level: nameOf(one.level) }));
    return await writeJsonLine({
      id,
      name: folder.name,
      public: folder.public,
      users: named(users),
      groups: named(groups),
    });
  }
  const rows = [
    ...users.map(({ login, level }) => [folder.name, "user", login, nameOf(level)]),
    ...groups.map(({ name, level }) => [folder.name, "group", name, nameOf(level)]),
    ...(folder.public ? [[folder.name, "everyone", "", "read"]] : []),
  ];
  const columns = [what, "who", "name", "may"].map((title) => ({ title, flexible: title === what }));
  await writeResult(formatTable(io().out, columns, rows));
  if (isChanged)
    note(
      printable(`Changed who may use ${folder.name}${recurse ? ", and every folder in it that you administer" : ""}.`),
    );
}

/** Applies the change to the current list, and retries if others changed it first. */
async function change(
  connection: Connection,
  id: string,
  read: () => Promise<AccessList>,
  options: ShareOptions,
  recurse: boolean,
): Promise<AccessList> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const was = await read();
    const { users, groups } = await changed(connection, was, options);
    const access = JSON.stringify({ users: users.map(grantOf), groups: groups.map(grantOf) });
    const more = options.public === undefined ? {} : { public: options.public };
    try {
      const request = { id, access, was: JSON.stringify(was), recurse, ...more };
      await connection.client.call("folder.setAccess", request, { signal: interrupted });
      return await read();
    } catch (error) {
      if (!(error instanceof ApiError) || error.reply?.code !== "access-changed") throw error;
    }
  }
  throw new CliError(
    ExitCode.server,
    "others change who may use it all the time. Nothing was changed; give the command again in a moment.",
  );
}

async function changed(connection: Connection, access: AccessList, options: ShareOptions): Promise<AccessList> {
  let { users, groups } = access;
  for (const login of options.without ?? []) {
    if (!users.some((user) => user.login === login))
      throw usageError(`${login} has no access of their own there; a group or the public may have it.`);
    users = users.filter((user) => user.login !== login);
  }
  for (const name of options.withoutGroup ?? []) {
    if (!groups.some((group) => group.name === name)) throw usageError(`the group ${name} has no right there.`);
    groups = groups.filter((group) => group.name !== name);
  }
  for (const { name: login, level } of options.with ?? []) {
    const known = users.find((user) => user.login === login) ?? { ...blank, login, id: await idOf(connection, login) };
    users = [...users.filter((user) => user.login !== login), { ...known, level: levels[level] }];
  }
  for (const { name, level } of options.withGroup ?? []) {
    const known = groups.find((group) => group.name === name) ?? {
      ...blank,
      name,
      description: "",
      id: await idOfGroup(connection, name),
    };
    groups = [...groups.filter((group) => group.name !== name), { ...known, level: levels[level] }];
  }
  return { ...access, users, groups };
}

const blank = { name: "", flags: [] };

async function idOf({ client, url }: Connection, login: string): Promise<string> {
  const users = await client.call("user.list", { text: login, limit: 0 }, { signal: interrupted });
  const user = users.find((one) => one.login === login);
  if (user === undefined) throw usageError(`${url} has no user ${login}.`);
  return user._id;
}

async function idOfGroup({ client, url }: Connection, name: string): Promise<string> {
  const [group] = await client.call("group.list", { text: name, exact: true, limit: 1 }, { signal: interrupted });
  if (group === undefined) throw usageError(`${url} has no group ${name} that you may see.`);
  return group._id;
}

const grantOf = ({ id, level, flags }: AccessList["users"][number] | AccessList["groups"][number]) => ({
  id,
  level,
  flags,
});

const nameOf = (level: number): string => levelNames.find((name) => levels[name] === level) ?? String(level);
