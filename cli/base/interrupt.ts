/**
 * Ctrl-C, a request to end, a terminal that hangs up: the first stops the work in an orderly way, the second at once.
 * While a command waits for a pipe or a terminal, the first one does that.
 */

import { CliError, ExitCode } from "./errors.ts";
import { io } from "./io.ts";
import { isRunning } from "./processes.ts";

const controller = new AbortController();

/** Aborted when the user presses Ctrl-C or the process is asked to end. Pass it to everything that waits. */
export const interrupted: AbortSignal = controller.signal;

const exitCodes = { SIGHUP: ExitCode.hungUp, SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const;

/** Reads that may last until input arrives. They cannot be interrupted. */
let waitingCount = 0;

/** Waits for what a pipe or a terminal will give: a signal that comes meanwhile ends the process at once. */
export async function whileWaiting<T>(read: () => Promise<T>): Promise<T> {
  interrupted.throwIfAborted();
  waitingCount++;
  try {
    return await read();
  } finally {
    waitingCount--;
  }
}

export function handleInterrupts(): void {
  for (const [signal, exitCode] of Object.entries(exitCodes)) {
    process.on(signal, () => {
      if (controller.signal.aborted || waitingCount > 0) {
        if (!controller.signal.aborted) io().err.write("Stopped.\n");
        // Not `process.exit`, which waits for threads: one that opens or reads a pipe is held until it is written to.
        process.emit("exit", exitCode);
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
        return;
      }
      controller.abort(new CliError(exitCode, "stopped"));
    });
  }
}

/** Stopped by the user, who wants nothing to stay; not by a machine that shuts down or a terminal that is gone. */
export function isStoppedByUser(): boolean {
  const reason: unknown = interrupted.reason;
  return reason instanceof CliError && reason.exitCode === ExitCode.interrupted;
}

const watchMs = 500;

/**
 * Under `npx`, a shell runs between npm and this process. Ending npm ends the shell, and the shell says nothing to its
 * child, which would go on for ever: so the child checks whether its parent is still there.
 */
export function stopWithNpx(): void {
  if (process.env["npm_command"] !== "exec") return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(watch);
    process.emit("SIGTERM", "SIGTERM");
  }, watchMs);
  watch.unref();
}
