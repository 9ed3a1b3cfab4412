/** `wakeline webhook deliveries`: the messages to a webhook, and their fate. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { positiveCount } from "../../base/terminal/option-values.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { deliveriesTable } from "../../base/site/webhooks.ts";

interface Options extends ServerOption {
  readonly limit: number;
  readonly json?: true;
}

export default new Command()
  .description("Lists the messages to a webhook of the last 30 days, newest first, and why they have not arrived.")
  .argument("<id>", "a webhook, by its id of `wakeline webhook list`")
  .option("--limit <count>", "how many", positiveCount, 100)
  .addOption(serverOption())
  .option("--json", "print them as JSON")
  .action(list);

async function list(id: string, { limit, server, json }: Options): Promise<void> {
  const connection = await connect(server);
  const all = await connection.client.call("webhook.deliveries", { id, limit }, { signal: interrupted });
  if (json === true) return writeJson(all);
  if (all.length === 0) return note("Nothing has been sent to it.");
  await writeResult(deliveriesTable(all));
}
