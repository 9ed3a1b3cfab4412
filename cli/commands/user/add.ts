/** `wakeline user add`: makes an account, and prints the link by which its owner signs in for the first time. */

import { randomBytes } from "node:crypto";
import { Command } from "commander";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { CliError, ExitCode } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { userFacts } from "../../base/site/people.ts";
import { readSecret } from "../../base/terminal/prompt.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly admin?: true;
  readonly passwordStdin?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Makes an account, for administrators of the server. Without a password, it prints a link by which the user signs in " +
      "once and chooses one.",
  )
  .argument("<login>", "login of the new user")
  .requiredOption("--email <address>", "mail address of the user")
  .requiredOption("--first-name <name>", "first name")
  .requiredOption("--last-name <name>", "last name")
  .option("--admin", "make the user an administrator of the server")
  .option("--password-stdin", "read the password from standard input")
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(add);

async function add(login: string, options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client, url } = connection;
  const { email, firstName, lastName, admin = false } = options;
  const given = options.passwordStdin === true ? await readSecret("password") : undefined;
  // Before the account is made: without the link, no one could sign in to it.
  if (given === undefined) await requireAdministrator(connection);
  // No one knows it: the link lets the user choose their own.
  const password = given ?? randomBytes(24).toString("base64url");
  const request = { login, email, firstName, lastName, password, admin };
  // Use only the user of the answer: a session that it may begin is not ours.
  const { authToken: _session, ...user } = await client.call("user.register", request, { signal: interrupted });
  const link = given === undefined ? await linkOf(user._id) : undefined;
  if (options.json === true) return writeJson({ ...userFacts(user), ...(link !== undefined && { link }) });
  note(printable(`Made the account ${user.login}.${link === undefined ? "" : " It signs in by this link, once:"}`));
  if (link !== undefined) await writeResult(`${link}\n`);

  async function linkOf(id: string): Promise<string> {
    const { token } = await client.call("user.makeLink", { id }, { signal: interrupted });
    return `${url}/login?user=${id}&token=${token}`;
  }
}

async function requireAdministrator({ client, url }: Connection): Promise<void> {
  const me = await client.call("user.me", {}, { signal: interrupted });
  if (me?.admin === true) return;
  throw new CliError(
    ExitCode.permission,
    `only administrators of ${url} can make a sign-in link: give a password with --password-stdin.`,
  );
}
