/** `wakeline trash list`: deleted folders and datasets that can be restored, newest first. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { io } from "../../base/terminal/io.ts";
import { byteText, note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { listTrash } from "../../base/site/trash.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Lists the deleted folders and datasets that you can restore, newest first.")
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const entries = await listTrash(client);
  if (options.json === true) return writeJson(entries);
  if (entries.length === 0) return note("The trash is empty.");
  const columns = [
    { title: "id" },
    { title: "name", flexible: true },
    { title: "was in", flexible: true },
    { title: "size", align: "right" },
    { title: "deleted" },
    { title: "until" },
  ] as const;
  const rows = entries.map(({ _id: id, name, place, size, deleted, ends }) => [
    ...[id, name, place ?? "a deleted folder", byteText(size), deleted.slice(0, 10), ends.slice(0, 10)],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
}
