/** `wakeline model delete`: deletes trained models with all their files. */

import { Command } from "commander";
import { connect } from "../../base/connection.ts";
import { interrupted } from "../../base/interrupt.ts";
import { io } from "../../base/io.ts";
import { requireModel } from "../../base/models.ts";
import { fail, note, writeJsonLine } from "../../base/output.ts";
import { serverOption } from "../../base/server-option.ts";
import type { ServerOption } from "../../base/server-option.ts";
import { printable } from "../../base/terminal.ts";
import { endsEverything, Worst } from "../../base/worst.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Deletes trained models with all their files. There is no way back.")
  .argument("<model...>", "names, or ids of their folders")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each model")
  .action(remove);

async function remove(models: readonly string[], options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const worst = new Worst();
  for (const wanted of models) {
    try {
      const { id, name } = await requireModel(client, wanted);
      await client.call("folder.delete", { id }, { signal: interrupted });
      if (options.json === true) await writeJsonLine({ id, name, deleted: true });
      else note(printable(`Deleted ${name}.`));
    } catch (error) {
      const { message, exitCode } = worst.tell(error);
      fail(message);
      if (options.json === true) await writeJsonLine({ model: wanted, error: message, exitCode });
      if (endsEverything(error)) break;
    }
  }
  io().exitCode = worst.exitCode;
}
