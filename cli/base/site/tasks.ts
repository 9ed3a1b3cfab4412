/** Tasks on the command line: printing and moving them. */
import type { Task, TaskMove, TaskState } from "#schemas/wire";

import type { Connection } from "../connection/connection.ts";
import { connect } from "../connection/connection.ts";
import { interrupted } from "../process/interrupt.ts";
import { note, writeJsonLine } from "../terminal/output.ts";
import type { ServerOption } from "../connection/server-option.ts";
import { printable } from "../terminal/terminal.ts";
import { forEach } from "../process/worst-exit-code.ts";

export const stateNames: Readonly<Record<TaskState, string>> = {
  toDo: "to do",
  inWork: "in work",
  inReview: "in review",
  accepted: "accepted",
  sentBack: "sent back",
};

export const framesText = ({ ranges }: Pick<Task, "ranges">): string =>
  ranges.length === 0 ? "all" : ranges.map(([first, last]) => `${first}-${last}`).join(",");

export interface MoveOptions extends ServerOption {
  readonly json?: true;
}

interface Move {
  readonly move: TaskMove;
  readonly text?: string | undefined;
  readonly assignee?: string | undefined;
  readonly fixed?: boolean | undefined;
  readonly anyway?: boolean | undefined;
}

/** Processes several tasks: all are attempted, and the worst result determines the exit code. */
export async function forEachTask(
  ids: readonly string[],
  options: MoveOptions,
  act: (client: Connection["client"], id: string) => Promise<{ readonly message: string; readonly json: unknown }>,
): Promise<void> {
  const { client } = await connect(options.server);
  await forEach(ids, { as: "id", json: options.json, isNamed: true }, async (id) => {
    const { message, json } = await act(client, id);
    if (options.json === true) await writeJsonLine(json);
    else note(printable(message));
  });
}

/** Moves each task from its current state. */
export const moveTasks = (ids: readonly string[], asked: Move, options: MoveOptions): Promise<void> =>
  forEachTask(ids, options, async (client, id) => {
    const task = await moveTask(client, id, asked);
    return { message: `${task.datasetName}, frames ${framesText(task)}: ${stateNames[task.state]}.`, json: task };
  });

async function moveTask(client: Connection["client"], id: string, asked: Move): Promise<Task> {
  const { move, text, assignee, fixed, anyway } = asked;
  const before = await client.call("task.get", { id }, { signal: interrupted });
  const more = {
    ...(text !== undefined && { text }),
    ...(assignee !== undefined && { assignee }),
    ...(fixed !== undefined && { fixed }),
    ...(anyway !== undefined && { anyway }),
  };
  const body = { move, version: before.version, ...more };
  return await client.call("task.move", { id, body }, { signal: interrupted });
}
