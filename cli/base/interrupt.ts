/** Ctrl-C: the first stops the work in an orderly way, the second at once. */

import { CliError, ExitCode } from "./errors.ts";

const controller = new AbortController();

/** Aborted when the user presses Ctrl-C or the process is asked to end. Pass it to everything that waits. */
export const interrupted: AbortSignal = controller.signal;

export function handleInterrupts(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(ExitCode.interrupted);
      controller.abort(new CliError(ExitCode.interrupted, "stopped"));
    });
  }
}
