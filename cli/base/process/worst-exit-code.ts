/** Several operations that may fail individually: all are attempted, and the worst determines the exit code. */

import { ApiError } from "#schemas/client";
import { describeApiError } from "../connection/connection.ts";
import { CliError, ExitCode } from "./errors.ts";
import { interrupted } from "./interrupt.ts";
import { io } from "../terminal/io.ts";
import { fail, writeJsonLine } from "../terminal/output.ts";

export class WorstExitCode {
  #exitCode: ExitCode = ExitCode.ok;

  get exitCode(): ExitCode {
    return this.#exitCode;
  }

  recordExitCode(exitCode: ExitCode): void {
    if (exitCode > this.#exitCode) this.#exitCode = exitCode;
  }

  /** The failure as a message. Bugs of this program and the end of the command are rethrown. */
  record(error: unknown): CliError {
    interrupted.throwIfAborted();
    return this.recordFailure(error);
  }

  /** The same for a failure from before the end of the command. */
  recordFailure(error: unknown): CliError {
    const cliError = error instanceof ApiError ? describeApiError(error) : error;
    if (!(cliError instanceof CliError)) throw cliError;
    this.recordExitCode(cliError.exitCode);
    return cliError;
  }
}

/** Whether the others would fail for the same reason: no server, not signed in, no space. */
export function isFatal(error: unknown): boolean {
  const cause = error instanceof CliError ? error.cause : error;
  return cause instanceof ApiError && [0, 401, 507].includes(cause.status);
}

export interface EachOptions {
  /** The member of a failure's JSON line that names what it is about. */
  readonly as: "dataset" | "folder" | "group" | "id" | "job" | "model" | "path" | "set" | "user";
  readonly json?: true | undefined;
  /** Messages do not say by themselves what they are about. */
  readonly isNamed?: boolean;
}

/** Works on each of the inputs. A failure is reported; the others continue, unless they would fail as well. */
export async function workOnEach(
  worst: WorstExitCode,
  given: readonly string[],
  { as, json, isNamed = false }: EachOptions,
  work: (one: string) => Promise<void>,
): Promise<void> {
  for (const one of given) {
    try {
      await work(one);
    } catch (error) {
      const { message, exitCode } = worst.record(error);
      fail(isNamed ? `${one}: ${message}` : message);
      if (json === true) await writeJsonLine({ [as]: one, error: message, exitCode });
      if (isFatal(error)) break;
    }
  }
}

/** The same as all that a command does: the worst result is its exit code. */
export async function forEach(
  given: readonly string[],
  options: EachOptions,
  work: (one: string) => Promise<void>,
): Promise<void> {
  const worst = new WorstExitCode();
  await workOnEach(worst, given, options, work);
  io().exitCode = worst.exitCode;
}
