/** `wakeline task hand-in`: hands completed work to its reviewer. */

import { Command } from "commander";
import { serverOption } from "../../base/connection/server-option.ts";
import { type MoveOptions, moveTasks } from "../../base/site/tasks.ts";

interface Options extends MoveOptions {
  readonly text?: string;
  readonly anyway?: true;
}

export default new Command()
  .description(
    "Hands in tasks: the work is done and can be reviewed. The server checks the attributes and rules that a task asks for " +
      "in what is stored, says what is missing, and then refuses.",
  )
  .argument("<id...>", "tasks, by the ids of `wakeline task list`")
  .option("--text <text>", "what the reviewer should know")
  .option("--anyway", "hand in what is not complete; the reviewer sees what was missing")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each task")
  .action((ids: readonly string[], options: Options) =>
    moveTasks(ids, { move: "handIn", text: options.text, anyway: options.anyway }, options),
  );
