/** `wakeline task show`: the contents of a task, and its history. */

import { Command } from "commander";
import { connect, viewerUrl } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { framesText, stateNames } from "../../base/site/tasks.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Shows a task: what it asks for, of whom, and the steps that it has taken.")
  .argument("<id>", "of `wakeline task list`")
  .addOption(serverOption())
  .option("--json", "print it as JSON")
  .action(show);

async function show(id: string, options: Options): Promise<void> {
  const connection = await connect(options.server);
  const task = await connection.client.call("task.get", { id }, { signal: interrupted });
  if (options.json === true) return writeJson(task);
  const facts: [name: string, value: string][] = [
    ["dataset", task.datasetName],
    ["page", `${viewerUrl(connection, task.datasetId)}?task=${task._id}`],
    ["set", task.set ?? ""],
    ["frames", framesText(task)],
    ["types", task.types.join(", ")],
    ["attributes", task.attributes.join(", ")],
    ["rules", task.rules.join(", ")],
    ["assignee", task.assignee.login],
    ["reviewer", task.reviewer?.login ?? "administrators of the dataset"],
    ["due", task.due ?? ""],
    ["priority", task.priority],
    ["state", stateNames[task.state]],
  ];
  const lines = [
    ...facts.filter(([, value]) => value !== "").map(([name, value]) => `${name.padEnd(10)}  ${value}`),
    ...(task.instructions === "" ? [] : ["", ...task.instructions.split("\n")]),
    ...(task.history.length === 0 ? [] : [""]),
    ...task.history.flatMap(({ state, at, byLogin, revision, text, fixed, missing = [] }) => [
      `${at.slice(0, 10)}  ${stateNames[state]}, ${byLogin}${revision === undefined ? "" : `, revision ${revision}`}` +
        (fixed === true ? ", after corrections" : ""),
      ...missing.map(
        ({ name, count, trackId, frame }) => `    not complete: ${name}, ${count} (track ${trackId}, frame ${frame})`,
      ),
      ...(text === undefined ? [] : text.split("\n").map((line) => `    ${line}`)),
    ]),
  ];
  await writeResult(`${lines.map(printable).join("\n")}\n`);
}
