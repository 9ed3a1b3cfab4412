/** `wakeline group create`: makes groups, of which you become the administrator. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { groupFacts } from "../../base/site/people.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly description?: string;
  readonly public?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Makes groups. You become their administrator, and `wakeline folder share --with-group` gives them rights.",
  )
  .argument("<name...>", "names of the groups")
  .option("--description <text>", "what they are for")
  .option("--public", "everyone may see the group and who is in it")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each group")
  .action(create);

async function create(names: readonly string[], options: Options): Promise<void> {
  const { client } = await connect(options.server);
  await forEach(names, { as: "group", json: options.json }, async (name) => {
    const request = { name, description: options.description ?? "", public: options.public ?? false };
    const group = await client.call("group.create", request, { signal: interrupted });
    if (options.json === true) await writeJsonLine(groupFacts(group));
    else note(printable(`Made the group ${group.name}.`));
  });
}
