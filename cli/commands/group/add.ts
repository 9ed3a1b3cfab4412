/** `wakeline group add`: adds people to a group at once where that is allowed, and invites them otherwise. */

import { Command, Option } from "commander";
import { ApiError } from "#schemas/client";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { requireGroupNamed, requireUserNamed } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

const roles = { member: 0, moderator: 1, administrator: 2 } as const;

interface Options extends ServerOption {
  readonly role: keyof typeof roles;
  readonly json?: true;
}

export default new Command()
  .description("Adds people to a group, or invites them where the group or the server does not let you add them.")
  .argument("<group>", "name or id")
  .argument("<login...>", "logins or ids")
  .addOption(new Option("--role <role>", "what they may do there").choices(Object.keys(roles)).default("member"))
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each user")
  .action(add);

async function add(groupName: string, logins: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const group = await requireGroupNamed(connection, groupName);
  await forEach(logins, { as: "user", json: options.json }, async (given) => {
    const { _id: userId, login } = await requireUserNamed(connection, given);
    const isInvited = await addOne(connection, { id: group._id, userId, level: roles[options.role] });
    if (options.json === true)
      await writeJsonLine({ id: group._id, group: group.name, login, role: options.role, invited: isInvited });
    else note(printable(`${isInvited ? "Invited" : "Added"} ${login} to ${group.name}.`));
  });
}

/** Whether the user is only invited. */
async function addOne({ client }: Connection, asked: { id: string; userId: string; level: number }): Promise<boolean> {
  try {
    await client.call("group.invite", { ...asked, force: true }, { signal: interrupted });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    await client.call("group.invite", asked, { signal: interrupted });
    return true;
  }
}
