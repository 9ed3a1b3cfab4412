/** Ctrl-C: the first stops the work in an orderly way, the second at once. So does the end of npx. */

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

const watchMs = 500;

/**
 * Under `npx`, a shell stands between npm and this process. Whoever ends npm ends the shell, and the shell says nothing to
 * its child, which would go on for ever: so the child looks whether its parent is still there.
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
