/** A thread that runs tasks for `threads.ts`, one at a time. */

import { answerCalls } from "../../core-wasm/threads/thread-answers.ts";
import { CliError } from "../base/process/errors.ts";
import { runTask } from "./tasks.ts";
import type { JobOf, TaskName } from "./tasks.ts";

export interface Order {
  readonly name: TaskName;
  readonly job: JobOf<TaskName>;
}

answerCalls(
  (call) => {
    const { name, job } = call as Order;
    return runTask(name, job as never);
  },
  (error) => (error instanceof CliError ? { exitCode: error.exitCode } : {}),
);
