/** Other processes of this machine. */

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It exists, but we may not signal it.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
