/** `wakeline group rm`: deletes groups. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { requireGroupNamed } from "../../base/site/people.ts";
import { ask, canAsk } from "../../base/terminal/prompt.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly yes?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Deletes groups for good, after a question or with --yes. They disappear from all access lists; people stay.",
  )
  .argument("<group...>", "names or ids")
  .option("-y, --yes", "without a question")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each group")
  .action(remove);

async function remove(names: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  await forEach(names, { as: "group", json: options.json }, async (given) => {
    const { _id: id, name } = await requireGroupNamed(connection, given);
    if (options.yes !== true) await confirm(name);
    await connection.client.call("group.delete", { id }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id, name, removed: true });
    else note(printable(`Deleted the group ${name}.`));
  });
}

async function confirm(name: string): Promise<void> {
  if (!canAsk()) throw usageError(`this cannot be undone: --yes deletes the group ${name}.`);
  const answer = await ask(printable(`Delete the group ${name} for good? [y/N] `));
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError(`${name} was kept.`);
}
