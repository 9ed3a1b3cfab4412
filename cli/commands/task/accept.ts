/** `wakeline task accept`: accepts reviewed work. */

import { Command } from "commander";
import { serverOption } from "../../base/connection/server-option.ts";
import { type MoveOptions, moveTasks } from "../../base/site/tasks.ts";

interface Options extends MoveOptions {
  readonly fixed?: true;
  readonly text?: string;
}

export default new Command()
  .description("Accepts tasks that were handed in, for their reviewer and for administrators of the dataset.")
  .argument("<id...>", "tasks, by the ids of `wakeline task list`")
  .option("--fixed", "say that you corrected what was missing yourself")
  .option("--text <text>", "a remark for the assignee")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each task")
  .action((ids: readonly string[], options: Options) =>
    moveTasks(ids, { move: "accept", text: options.text, fixed: options.fixed }, options),
  );
