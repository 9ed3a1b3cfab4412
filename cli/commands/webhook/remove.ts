/** `wakeline webhook rm`: deletes webhooks. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Deletes webhooks, with the messages that wait to be sent to them.")
  .argument("<id...>", "webhooks, by the ids of `wakeline webhook list`")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each webhook")
  .action(remove);

async function remove(ids: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  await forEach(ids, { as: "id", json: options.json, isNamed: true }, async (id) => {
    await connection.client.call("webhook.delete", { id }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id });
    else note(`Deleted ${id}.`);
  });
}
