/** `wakeline group show`: a group, its members and those who are invited. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { groupFacts, requireGroupNamed } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Shows who is in a group, what they may do there, and who is invited.")
  .argument("<group>", "name or id")
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(show);

const roles = { 0: "member", 1: "moderator", 2: "administrator" } as const;

async function show(name: string, options: Options): Promise<void> {
  const connection = await connect(options.server);
  const group = await requireGroupNamed(connection, name);
  const query = { id: group._id, limit: 0 };
  const [{ access }, members, invited] = await Promise.all([
    connection.client.call("group.access", { id: group._id }, { signal: interrupted }),
    connection.client.call("group.members", query, { signal: interrupted }),
    connection.client.call("group.invitations", query, { signal: interrupted }),
  ]);
  const levelOf = new Map(access.users.map(({ id, level }) => [id, level]));
  const people = [
    ...members.map(({ _id: id, login }) => ({ id, login, role: roles[asRole(levelOf.get(id))] })),
    ...invited.map(({ _id: id, login }) => ({ id, login, role: "invited" as const })),
  ];
  if (options.json === true) return writeJson({ ...groupFacts(group), members: people });
  if (people.length === 0) return note(printable(`The group ${group.name} has no members.`));
  const columns = [{ title: "login", flexible: true }, { title: "role" }];
  const rows = people.map(({ login, role }) => [login, role]);
  await writeResult(formatTable(io().out, columns, rows));
}

const asRole = (level: number | undefined): keyof typeof roles => (level === 1 || level === 2 ? level : 0);
