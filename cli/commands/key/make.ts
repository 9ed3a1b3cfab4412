/** `wakeline key make`: creates an API key for scripts, printed once. */

import { Command, InvalidArgumentError } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly days?: number;
  readonly json?: true;
}

export default new Command()
  .description(
    "Creates an API key with your rights, and prints it. The server keeps no copy: store the key where your " +
      "script finds it as WAKELINE_API_KEY.",
  )
  .argument("<name>", "what the key is for, as `key list` shows it")
  .option("--days <count>", "maximum length of the sessions that the key starts", days)
  .addOption(serverOption())
  .option("--json", "print the key and its id as JSON")
  .action(make);

async function make(name: string, options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const parameters = { name, ...(options.days === undefined ? {} : { tokenDuration: options.days }) };
  const made = await client.call("apiKey.create", parameters, { signal: interrupted });
  if (options.json === true) return writeJson(made);
  await writeResult(`${made.key}\n`);
  note(printable(`Made the key "${made.name}". It is shown only now; \`wakeline key revoke ${made._id}\` ends it.`));
}

function days(text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new InvalidArgumentError("It is a number of days above 0.");
  return number;
}
