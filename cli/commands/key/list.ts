/** `wakeline key list`: the user's own API keys, by name. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Lists your API keys. The server knows only the first letters of a key.")
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const keys = await client.call("apiKey.list", { limit: 0 }, { signal: interrupted });
  if (options.json === true) return writeJson(keys);
  if (keys.length === 0) return note("No API keys. Make one with `wakeline key make`.");
  const columns = [
    { title: "id" },
    { title: "name", flexible: true },
    { title: "key" },
    { title: "may", flexible: true },
    { title: "active" },
    { title: "last used" },
  ];
  const rows = keys.map(({ _id: id, name, key, scope, active, lastUse }) => [
    id,
    name,
    key,
    scope === null ? "everything you may" : scope.join(", "),
    active ? "yes" : "no",
    lastUse?.slice(0, 10) ?? "never",
  ]);
  await writeResult(formatTable(io().out, columns, rows));
}
