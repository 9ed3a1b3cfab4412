/** `wakeline webhook list`: the webhooks of a dataset, a folder or the site. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { placeHelp, placeOf } from "../../base/site/webhooks.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description(
    "Lists the webhooks of a dataset or folder that you administrate, or of the site for its administrators.",
  )
  .argument("[place]", placeHelp)
  .addOption(serverOption())
  .option("--json", "print them as JSON")
  .action(list);

async function list(place: string | undefined, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(place ?? ""));
  const parameters = await placeOf(connection, place);
  const all = await connection.client.call("webhook.list", parameters, { signal: interrupted });
  if (options.json === true) return writeJson(all);
  if (all.length === 0) return note("There are no webhooks here.");
  const columns = [
    { title: "id" },
    { title: "url", flexible: true },
    { title: "events", flexible: true },
    { title: "state" },
    { title: "description", flexible: true },
  ];
  const rows = all.map(({ _id, url, events, active, description }) => [
    ...[_id, url, events.join(","), active ? "on" : "off", description],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
}
