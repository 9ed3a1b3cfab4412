/** `wakeline comment resolve`: resolves threads, or reopens them. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly reopen?: true;
  readonly json?: true;
}

export default new Command()
  .description("Marks threads of comments on a dataset as resolved, or opens them again.")
  .argument("<dataset>", referenceHelp)
  .argument("<id...>", "threads, by the ids of `wakeline comment list`")
  .option("--reopen", "open them again")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each thread")
  .action(resolve);

async function resolve(reference: string, ids: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const resolved = options.reopen !== true;
  await forEach(ids, { as: "id", json: options.json, isNamed: true }, async (commentId) => {
    const parameters = { id, commentId, body: { resolved } };
    await connection.client.call("comment.update", parameters, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id: commentId, resolved });
    else note(`${resolved ? "Resolved" : "Reopened"} ${commentId}.`);
  });
}
