/** `wakeline folder mkdir`: makes folders, with those above them that are missing. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { makeFolders } from "../../base/site/make-folders.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly public?: boolean;
  readonly json?: true;
}

export default new Command()
  .description("Makes folders, and those above them that are missing. Existing folders stay as they are.")
  .argument("<folder...>", "paths of the folders, such as /user/ada/Private/2026/reef")
  .option("--public", "everyone may see the new folders, without signing in (default: as the folder above)")
  .option("--no-public", "only people with access may")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each path")
  .action(makeAll);

async function makeAll(paths: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  await forEach(paths, { as: "path", json: options.json }, async (given) => {
    const { id, path, made } = await makeFolders(connection, given, options.public);
    if (options.json === true) await writeJsonLine({ id, path, made });
    else if (made.length === 0) note(printable(`${path} is there already.`));
    else note(printable(`Made ${made.join(", ")}.`));
  });
}
