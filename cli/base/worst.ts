/** Several operations that may fail individually: all are attempted, and the worst determines the exit code. */

import { ApiError } from "#schemas/client";
import { describeApiError } from "./connection.ts";
import { CliError, ExitCode } from "./errors.ts";
import { interrupted } from "./interrupt.ts";

export class Worst {
  #exitCode: ExitCode = ExitCode.ok;

  get exitCode(): ExitCode {
    return this.#exitCode;
  }

  saw(exitCode: ExitCode): void {
    if (exitCode > this.#exitCode) this.#exitCode = exitCode;
  }

  /** The failure as a message. Bugs of this program and the end of the command are rethrown. */
  tell(error: unknown): CliError {
    interrupted.throwIfAborted();
    const told = error instanceof ApiError ? describeApiError(error) : error;
    if (!(told instanceof CliError)) throw told;
    this.saw(told.exitCode);
    return told;
  }
}

/** Whether the others would fail for the same reason: no server, not signed in, no space. */
export function endsEverything(error: unknown): boolean {
  const cause = error instanceof CliError ? error.cause : error;
  return cause instanceof ApiError && [0, 401, 507].includes(cause.status);
}
