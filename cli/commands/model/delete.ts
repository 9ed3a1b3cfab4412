/** `wakeline model delete`: deletes trained models with all their files. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { requireModel } from "../../base/jobs/models.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Deletes trained models with all their files. This cannot be undone.")
  .argument("<model...>", "names, or ids of their folders")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each model")
  .action(remove);

async function remove(models: readonly string[], options: Options): Promise<void> {
  const { client } = await connect(options.server);
  await forEach(models, { as: "model", json: options.json }, async (wanted) => {
    const { id, name } = await requireModel(client, wanted);
    await client.call("folder.delete", { id }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id, name, deleted: true });
    else note(printable(`Deleted ${name}.`));
  });
}
