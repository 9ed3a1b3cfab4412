/** `wakeline task send-back`: returns reviewed work for changes. */

import { Command } from "commander";
import { serverOption } from "../../base/connection/server-option.ts";
import { type MoveOptions, moveTasks } from "../../base/site/tasks.ts";

interface Options extends MoveOptions {
  readonly text: string;
  readonly assignee?: string;
}

export default new Command()
  .description("Sends tasks back that were handed in or accepted, to the same person or to another one.")
  .argument("<id...>", "tasks, by the ids of `wakeline task list`")
  .requiredOption("--text <text>", "what is missing")
  .option("--assignee <login>", "another person who goes on with it")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each task")
  .action((ids: readonly string[], options: Options) =>
    moveTasks(ids, { move: "sendBack", text: options.text, assignee: options.assignee }, options),
  );
