/** `wakeline task delete`: deletes tasks but not their annotations. */

import { Command } from "commander";
import { interrupted } from "../../base/process/interrupt.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import { forEachTask, type MoveOptions } from "../../base/site/tasks.ts";

export default new Command()
  .description("Deletes tasks of datasets that you administrate. Their annotations stay.")
  .argument("<id...>", "tasks, by the ids of `wakeline task list`")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each task")
  .action((ids: readonly string[], options: MoveOptions) =>
    forEachTask(ids, options, async (client, id) => {
      await client.call("task.delete", { id }, { signal: interrupted });
      return { message: `Deleted ${id}.`, json: { id, deleted: true } };
    }),
  );
