/** `wakeline user change`: names, address and rights of accounts, and whether they are on. */

import { Command, Option } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { requireUserNamed, userFacts } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly admin?: boolean;
  readonly status?: "enabled" | "disabled";
  readonly json?: true;
}

export default new Command()
  .description("Changes accounts: your own, or any for administrators of the server.")
  .argument("<login...>", "logins or ids")
  .option("--email <address>", "another mail address")
  .option("--first-name <name>", "another first name")
  .option("--last-name <name>", "another last name")
  .option("--admin", "make administrators of the server of them")
  .option("--no-admin", "make ordinary users of them")
  .addOption(new Option("--status <state>", "switch accounts on or off").choices(["enabled", "disabled"]))
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each user")
  .action(change);

async function change(logins: readonly string[], options: Options): Promise<void> {
  const { server, json, ...changes } = options;
  if (Object.keys(changes).length === 0) throw usageError("say what to change: --help lists the options.");
  const connection = await connect(server);
  await forEach(logins, { as: "user", json }, async (login) => {
    const { _id: id, firstName, lastName, email } = await requireUserNamed(connection, login);
    // The address is unknown to all but administrators and the user.
    if (email === undefined && options.email === undefined)
      throw usageError(`only ${login} and administrators of ${connection.url} may change this account.`);
    const request = { id, firstName, lastName, email: email ?? "", ...changes };
    const user = await connection.client.call("user.update", request, { signal: interrupted });
    if (json === true) await writeJsonLine(userFacts(user));
    else note(printable(`Changed the account ${user.login}.`));
  });
}
