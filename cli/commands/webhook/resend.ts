/** `wakeline webhook resend`: sends a message again, or a first one to test the address. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Sends a message to a webhook again, under the same id; without a message, one with the event `test`.")
  .argument("<id>", "a webhook, by its id of `wakeline webhook list`")
  .argument("[message]", "a message, by its id of `wakeline webhook deliveries`")
  .addOption(serverOption())
  .option("--json", "print the message as JSON")
  .action(resend);

async function resend(id: string, deliveryId: string | undefined, { server, json }: Options): Promise<void> {
  const { client } = await connect(server);
  const sent =
    deliveryId === undefined
      ? await client.call("webhook.test", { id }, { signal: interrupted })
      : await client.call("webhook.resend", { id, deliveryId }, { signal: interrupted });
  if (json === true) return writeJson(sent);
  note(`The message ${sent._id} is on its way. \`wakeline webhook deliveries ${id}\` shows whether it arrives.`);
}
