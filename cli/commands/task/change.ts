/** `wakeline task change`: changes the contents of tasks, and who does them. */

import { Command, Option } from "commander";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import { forEachTask, framesText, type MoveOptions } from "../../base/site/tasks.ts";

interface Options extends MoveOptions {
  readonly assignee?: string;
  readonly reviewer?: string;
  readonly text?: string;
  readonly due?: string;
  readonly priority?: "low" | "normal" | "high";
}

export default new Command()
  .description("Changes tasks of datasets that you administrate.")
  .argument("<id...>", "tasks, by the ids of `wakeline task list`")
  .option("--assignee <login>", "another person who does it")
  .option("--reviewer <login>", 'another reviewer; "" for administrators of the dataset')
  .option("--text <text>", "what to do")
  .option("--due <day>", 'YYYY-MM-DD; "" for none')
  .addOption(new Option("--priority <priority>", "how urgent it is").choices(["low", "normal", "high"]))
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each task")
  .action(change);

async function change(ids: readonly string[], options: Options): Promise<void> {
  const { assignee, reviewer, text, due, priority } = options;
  const changes = {
    ...(assignee !== undefined && { assignee }),
    ...(reviewer !== undefined && { reviewer }),
    ...(text !== undefined && { instructions: text }),
    ...(due !== undefined && { due }),
    ...(priority !== undefined && { priority }),
  };
  if (Object.keys(changes).length === 0) {
    throw usageError("say what to change: --assignee, --reviewer, --text, --due or --priority.");
  }
  await forEachTask(ids, options, async (client, id) => {
    const { version } = await client.call("task.get", { id }, { signal: interrupted });
    const task = await client.call("task.update", { id, body: { version, ...changes } }, { signal: interrupted });
    return { message: `Changed ${task.datasetName}, frames ${framesText(task)}.`, json: task };
  });
}
