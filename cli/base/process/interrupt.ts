/**
 * Ctrl-C, a request to end, a closed terminal: the first stops the work in an orderly way, the second immediately.
 * While a command waits for a pipe or a terminal, the first stops it immediately.
 */

import { CliError, ExitCode } from "./errors.ts";
import { io } from "../terminal/io.ts";
import { isRunning } from "./processes.ts";

const controller = new AbortController();

/** Aborted when the user presses Ctrl-C or the process is asked to end. Pass it to every wait. */
export const interrupted: AbortSignal = controller.signal;

const exitCodes = { SIGHUP: ExitCode.hungUp, SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const;

/** Number of reads that may block until input arrives. They cannot be interrupted. */
let waitingCount = 0;

/** Waits for input from a pipe or a terminal: a signal in the meantime ends the process immediately. */
export async function readInterruptibly<T>(read: () => Promise<T>): Promise<T> {
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
        // Not `process.exit`, which waits for threads: one that opens or reads a pipe would block until the pipe is
        // written to.
        process.emit("exit", exitCode);
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
        return;
      }
      controller.abort(new CliError(exitCode, "stopped"));
    });
  }
}

/** True if the user stopped it and wants nothing to remain; false after a system shutdown or a closed terminal. */
export function isStoppedByUser(): boolean {
  const reason: unknown = interrupted.reason;
  return reason instanceof CliError && reason.exitCode === ExitCode.interrupted;
}

const watchMs = 500;

/**
 * Under `npx`, a shell runs between npm and this process. Ending npm ends the shell, which does not notify its child,
 * so that it would run for ever: the child therefore checks whether its parent still exists.
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
