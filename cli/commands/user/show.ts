/** `wakeline user show`: a user. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { writeJson, writeResult } from "../../base/terminal/output.ts";
import { requireUserNamed, userFacts } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Shows a user. Address and state are shown to the user and to administrators.")
  .argument("<login>", "login or id")
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(show);

async function show(login: string, options: Options): Promise<void> {
  const connection = await connect(options.server);
  const user = await requireUserNamed(connection, login);
  const { nFolders } = await connection.client.call("user.details", { id: user._id }, { signal: interrupted });
  const facts = { ...userFacts(user), folders: nFolders };
  if (options.json === true) return writeJson(facts);
  const rows = Object.entries(facts).map(([name, value]) => [...[name, textOf(name, value)]]);
  await writeResult(formatTable(io().out, [{ title: "fact" }, { title: "value", flexible: true }], rows));
}

function textOf(name: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name === "created" ? String(value).slice(0, 10) : String(value);
}
