/** `wakeline storage remove`: unregisters a media source that no dataset uses. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { requireSource } from "../../base/site/media-sources.ts";
import { printable } from "../../base/terminal/terminal.ts";

export default new Command()
  .description("Forgets a media source, once no dataset has files in it. The files themselves stay.")
  .argument("<source>", "id, name or location")
  .addOption(serverOption())
  .action(remove);

async function remove(wanted: string, options: ServerOption): Promise<void> {
  const connection = await connect(options.server);
  const { _id: id, name } = await requireSource(connection, wanted);
  await connection.client.call("assetstore.delete", { id }, { signal: interrupted });
  note(printable(`Forgot ${name}.`));
}
