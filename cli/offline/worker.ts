/** A thread that does tasks for `run-tasks.ts`, one at a time. */

import { parentPort } from "node:worker_threads";
import { CliError } from "../base/errors.ts";
import { runTask } from "./tasks.ts";
import type { TaskName, JobOf, ResultOf } from "./tasks.ts";

export interface Order {
  readonly name: TaskName;
  readonly job: JobOf<TaskName>;
}

export type Reply =
  | { readonly result: ResultOf<TaskName> }
  /** Errors lose their class on the way. */
  | { readonly failure: { readonly exitCode: CliError["exitCode"] | undefined; readonly message: string } };

parentPort?.on("message", ({ name, job }: Order) => {
  runTask(name, job as never).then(
    (result) => reply({ result }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      reply({ failure: { exitCode: error instanceof CliError ? error.exitCode : undefined, message } });
    },
  );
});

function reply(message: Reply): void {
  parentPort?.postMessage(message);
}
