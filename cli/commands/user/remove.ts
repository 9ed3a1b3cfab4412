/** `wakeline user rm`: deletes users, with what they own. */

import { Command } from "commander";
import type { User } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { counted, note, writeJsonLine } from "../../base/terminal/output.ts";
import { requireUserNamed } from "../../base/site/people.ts";
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
    "Deletes users for good, with all folders and datasets of theirs, after a question or with --yes. `wakeline user change " +
      "--status disabled` keeps them.",
  )
  .argument("<login...>", "logins or ids")
  .option("-y, --yes", "without a question")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each user")
  .action(remove);

async function remove(logins: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client } = connection;
  await forEach(logins, { as: "user", json: options.json }, async (given) => {
    const user = await requireUserNamed(connection, given);
    const { nFolders } = await client.call("user.details", { id: user._id }, { signal: interrupted });
    if (options.yes !== true) await confirm(user, nFolders);
    await client.call("user.delete", { id: user._id }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id: user._id, login: user.login, removed: true });
    else note(printable(`Deleted ${user.login}.`));
  });
}

async function confirm({ login }: User, folders: number): Promise<void> {
  const description = `${login} and ${counted(folders, "folder")} of theirs`;
  if (!canAsk()) throw usageError(`this cannot be undone: --yes deletes ${description}.`);
  const answer = await ask(printable(`Delete ${description} for good? [y/N] `));
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError(`${login} was kept.`);
}
