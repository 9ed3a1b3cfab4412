/** `wakeline group list`: groups of people. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { limitOf, limitOption, printTruncated, type LimitOption } from "../../base/terminal/limit-option.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { groupFacts } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption, LimitOption {
  readonly json?: true;
}

export default new Command()
  .description("Lists the groups that you may see: public ones, and your own.")
  .addOption(limitOption())
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const query = { limit: limitOf(options) };
  const { reply, total = reply.length } = await client.callPaged("group.list", query, { signal: interrupted });
  const groups = reply.map(groupFacts);
  if (options.json === true) return writeJson({ total, groups });
  if (groups.length === 0) return note("There are no groups. Make one with `wakeline group create`.");
  const columns = [
    ...[{ title: "id" }, { title: "name", flexible: true }, { title: "public" }, { title: "created" }],
    { title: "description", flexible: true },
  ];
  const rows = groups.map(({ id, name, public: isPublic, created, description }) => [
    ...[id, name, isPublic ? "yes" : "no", created.slice(0, 10), description],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
  printTruncated(groups.length, total, "group");
}
