/** `wakeline datasets list` and `wakeline ls`: the datasets one may read, newest first. */

import { Command, InvalidArgumentError } from "commander";
import type { Folder } from "#schemas/wire";
import { connect, viewerUrl } from "../../base/connection.ts";
import type { Connection } from "../../base/connection.ts";
import { interrupted } from "../../base/interrupt.ts";
import { counted, note, writeJson, writeResult } from "../../base/output.ts";
import { serverOption } from "../../base/server-option.ts";
import type { ServerOption } from "../../base/server-option.ts";
import { formatTable } from "../../base/table.ts";
import { isTerminal } from "../../base/terminal.ts";

interface Options extends ServerOption {
  readonly limit: number;
  readonly shared?: true;
  readonly published?: true;
  readonly json?: true;
}

export default new Command()
  .description("Lists the datasets you may read, newest first. Not on a terminal: one line each, fields between tabs.")
  .option("-n, --limit <count>", "at most so many; 0 is all", count, 30)
  .option("--shared", "only those that others shared with you")
  .option("--published", "only published ones")
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { reply: folders, total = folders.length } = await connection.client.callPaged(
    "dataset.list",
    { limit: options.limit, shared: options.shared, published: options.published },
    { signal: interrupted },
  );
  if (options.json === true)
    return writeJson({ total, datasets: folders.map((folder) => describe(connection, folder)) });
  if (folders.length === 0) return note("No datasets. Make one with `wakeline upload`.");
  const rows = folders.map((folder) => {
    const { name, type, fps, owner, created, id } = describe(connection, folder);
    return [id, name, type, fps, owner, created.slice(0, 10)];
  });
  await writeResult(
    formatTable(
      process.stdout,
      [
        { title: "id" },
        { title: "name", flexible: true },
        { title: "type" },
        { title: "fps", align: "right" },
        { title: "owner", flexible: true },
        { title: "created" },
      ],
      rows,
    ),
  );
  if (total > folders.length && isTerminal(process.stdout)) {
    note(`${folders.length} of ${counted(total, "dataset")}; --limit 0 shows all.`);
  }
}

function describe(connection: Connection, folder: Folder) {
  return {
    id: folder._id,
    name: folder.name,
    type: folder.meta.type ?? "",
    fps: folder.meta.fps ?? "",
    owner: folder.ownerLogin ?? "",
    created: folder.created,
    url: viewerUrl(connection, folder._id),
  };
}

function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is a whole number.");
  return Number(text);
}
