/** How a command fails: one line for the user, one number for scripts. */

/** The exit codes of the process. Documented in docs/cli.md; scripts depend on them. */
export const ExitCode = {
  ok: 0,
  /** The command completed and found something wrong with the data. */
  findings: 1,
  /** Wrong arguments, or a file that cannot be read or written. */
  usage: 2,
  /** The server cannot be reached, or answered with an error. */
  server: 3,
  /** Not signed in, signed in as the wrong user, or the token has expired. */
  permission: 4,
  /** Stopped by a signal, with the code used by shells: 128 + its number. */
  hungUp: 129,
  interrupted: 130,
  /** The reader of standard output has closed it: `wakeline ls | head`. */
  pipeClosed: 141,
  terminated: 143,
} as const;
/** Ended by a signal, without an error. */
export function isSignalCode(exitCode: ExitCode): boolean {
  return exitCode > 128;
}

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** An expected failure: its message is sufficient, without a stack trace. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  /** @param message what went wrong, where, and what to do about it, in one line. */
  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliError";
    this.exitCode = exitCode;
  }
}

export function usageError(message: string, cause?: unknown): CliError {
  return new CliError(ExitCode.usage, message, cause === undefined ? undefined : { cause });
}

/** The code of a Node system error (`ENOENT`), anywhere in the chain of causes. */
export function systemErrorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current.code;
    if (current instanceof AggregateError) {
      const code = systemErrorCode(current.errors[0]);
      if (code !== undefined) return code;
    }
  }
  return undefined;
}

const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "it already exists",
  ENOSPC: "the disk is full",
  EDQUOT: "your share of the disk is full",
  EIO: "the device does not answer",
  ENXIO: "no program reads from it",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
};

/** Why a file cannot be used, by the system's error code. */
export function fileReason(code: string): string {
  return fileReasons[code] ?? code;
}

/** Turns a failed file operation into a message, and returns other errors unchanged. */
export function fileError(verb: "read" | "write", path: string, error: unknown): Error {
  const code = systemErrorCode(error);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  const reason = verb === "write" && code === "ENOENT" ? "its folder does not exist" : fileReason(code);
  return usageError(`cannot ${verb} ${path}: ${reason}.`, error);
}
