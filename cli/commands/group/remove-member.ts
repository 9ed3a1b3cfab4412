/** `wakeline group remove`: takes people out of a group, and takes invitations back. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { requireGroupNamed, requireUserNamed } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Removes people from a group, and cancels invitations. They lose the rights that the group gives.")
  .argument("<group>", "name or id")
  .argument("<login...>", "logins or ids")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each user")
  .action(remove);

async function remove(groupName: string, logins: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { _id: id, name } = await requireGroupNamed(connection, groupName);
  await forEach(logins, { as: "user", json: options.json }, async (given) => {
    const { _id: userId, login } = await requireUserNamed(connection, given);
    await connection.client.call("group.removeMember", { id, userId }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id, group: name, login, removed: true });
    else note(printable(`Removed ${login} from ${name}.`));
  });
}
