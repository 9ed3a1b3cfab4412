/** `wakeline datasets share`: who may see, change or administer datasets. */

import { Command, InvalidArgumentError } from "commander";
import type { AccessList } from "#schemas/wire";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { collect } from "../../base/terminal/option-values.ts";
import { note, writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { forEach } from "../../base/process/worst.ts";

const levels = { read: 0, write: 1, admin: 2 } as const;
type Level = keyof typeof levels;
const levelNames = Object.keys(levels) as Level[];

interface Grant {
  readonly login: string;
  readonly level: Level;
}

interface Options extends ServerOption, ChoiceOptions {
  readonly with?: readonly Grant[];
  readonly without?: readonly string[];
  readonly public?: boolean;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Says who may do what with datasets, and changes it. Levels are read (see), write (annotate) and admin (share, delete).",
  ),
)
  .option("--with <login=level>", "give someone a level, as in ada=write; may be repeated", collectGrant)
  .option("--without <login>", "take all rights of someone away; may be repeated", collect)
  .option("--public", "everyone may see it, without signing in")
  .option("--no-public", "only those who are named may")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(share);

function collectGrant(text: string, earlier: readonly Grant[] = []): readonly Grant[] {
  const [, login = "", level = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (!levelNames.includes(level as Level))
    throw new InvalidArgumentError(
      `It must be a login and a level, as in ada=read; levels are ${levelNames.join(", ")}.`,
    );
  return [...earlier, { login, level: level as Level }];
}

async function share(given: readonly string[], options: Options): Promise<void> {
  const connectTo = (reference: string) => connect(options.server ?? serverOfReference(reference));
  const references = await chooseDatasets(() => connectTo(options.in ?? ""), given, options);
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    const connection = await connectTo(reference);
    const id = await resolveReference(connection, reference);
    const { client } = connection;
    const access = await changed(
      connection,
      await client.call("folder.access", { id }, { signal: interrupted }),
      options,
    );
    const isChanged = [options.with, options.without, options.public].some((one) => one !== undefined);
    const grants = { users: access.users.map(grantOf), groups: access.groups.map(grantOf) };
    const isPublic = options.public === undefined ? {} : { public: options.public };
    if (isChanged) {
      const list = { id, access: JSON.stringify(grants), ...isPublic };
      await client.call("folder.setAccess", list, { signal: interrupted });
    }
    const folder = await client.call("folder.get", { id }, { signal: interrupted });
    const { users, groups } = isChanged ? await client.call("folder.access", { id }, { signal: interrupted }) : access;
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
    const columns = ["dataset", "who", "login", "may"].map((title) => ({ title, flexible: title === "dataset" }));
    await writeResult(formatTable(io().out, columns, rows));
    if (isChanged) note(`Changed who may use ${folder.name}.`);
  });
}

async function changed(connection: Connection, access: AccessList, options: Options): Promise<AccessList> {
  let { users } = access;
  for (const login of options.without ?? []) {
    if (!users.some((user) => user.login === login))
      throw usageError(`${login} has no right of their own there: a group or the public may have one.`);
    users = users.filter((user) => user.login !== login);
  }
  for (const { login, level } of options.with ?? []) {
    const known = users.find((user) => user.login === login);
    const id = known?.id ?? (await idOf(connection, login));
    const grant = { id, login, name: known?.name ?? login, flags: known?.flags ?? [], level: levels[level] };
    users = [...users.filter((user) => user.login !== login), grant];
  }
  return { ...access, users };
}

async function idOf({ client, url }: Connection, login: string): Promise<string> {
  const found = await client.call("user.list", { text: login, limit: 0 }, { signal: interrupted });
  const user = found.find((one) => one.login === login);
  if (user === undefined) throw usageError(`${url} has no user ${login}.`);
  return user._id;
}

const grantOf = ({ id, level, flags }: AccessList["users"][number] | AccessList["groups"][number]) => ({
  id,
  level,
  flags,
});

const nameOf = (level: number): string => levelNames.find((name) => levels[name] === level) ?? String(level);
