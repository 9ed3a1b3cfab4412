/** `wakeline user list`: the users of a server, by name. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { limitOf, limitOption, printTruncated, type LimitOption } from "../../base/terminal/limit-option.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { userFacts } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption, LimitOption {
  readonly search?: string;
  readonly json?: true;
}

export default new Command()
  .description("Lists the users of a server. Addresses and states are shown to its administrators.")
  .option("--search <text>", "only users whose login or name has this text")
  .addOption(limitOption())
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const query = { ...(options.search !== undefined && { text: options.search }), limit: limitOf(options) };
  const { reply, total = reply.length } = await client.callPaged("user.list", query, { signal: interrupted });
  const users = reply.map(userFacts);
  if (options.json === true) return writeJson({ total, users });
  if (users.length === 0) return note("There are no such users.");
  const columns = [
    ...[{ title: "login" }, { title: "name", flexible: true }, { title: "admin" }],
    ...[{ title: "state" }, { title: "address", flexible: true }, { title: "created" }],
  ];
  const rows = users.map(({ login, name, admin, status = "", email = "", created }) => [
    ...[login, name, admin ? "yes" : "no", status, email, created.slice(0, 10)],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
  printTruncated(users.length, total, "user");
}
