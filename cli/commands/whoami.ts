/** `wakeline whoami`: shows the signed-in user. */

import { Command } from "commander";
import { connect, notSignedIn } from "../base/connection/connection.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { writeJson, writeResult } from "../base/terminal/output.ts";
import { serverOption } from "../base/connection/server-option.ts";
import type { ServerOption } from "../base/connection/server-option.ts";
import { printable } from "../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Shows who is signed in, and where.")
  .addOption(serverOption())
  .option("--json", "print the result as JSON")
  .action(whoami);

async function whoami(options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client, url } = connection;
  const user = await client.call("user.me", {}, { signal: interrupted });
  if (user === null) throw notSignedIn(`your token for ${url} has expired or was revoked`, connection);
  const { login, firstName, lastName, admin } = user;
  if (options.json === true) await writeJson({ server: url, id: user._id, login, firstName, lastName, admin });
  else
    await writeResult(
      `${printable(`${login} (${firstName} ${lastName}${admin ? ", administrator" : ""}) at ${url}`)}\n`,
    );
}
