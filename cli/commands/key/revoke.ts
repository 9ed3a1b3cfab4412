/** `wakeline key revoke`: revokes API keys and the sessions started with them. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description(
    "Deletes API keys and ends the sessions that they began. Nothing is deleted unless each name matches one key.",
  )
  .argument("<key...>", "ids or names of keys")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each key")
  .action(revoke);

async function revoke(wanted: readonly string[], options: Options): Promise<void> {
  const { client, url } = await connect(options.server);
  const keys = await client.call("apiKey.list", { limit: 0 }, { signal: interrupted });
  const meant = wanted.map((text) => {
    const [key, ...others] = keys.filter(({ _id, name }) => _id === text || name === text);
    if (key === undefined)
      throw usageError(`you have no API key "${text}" at ${url}: \`wakeline key list\` shows them.`);
    if (others.length > 0)
      throw usageError(`${others.length + 1} of your keys are called "${text}": name one by its id.`);
    return key;
  });
  for (const { _id: id, name } of new Set(meant)) {
    await client.call("apiKey.delete", { id }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id, name, revoked: true });
    else note(printable(`Revoked ${name}.`));
  }
}
