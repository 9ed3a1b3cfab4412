#!/usr/bin/env node
/** The `wakeline` command with all its subcommands. */

import type { ApiError } from "#schemas/client";
import { commandTree } from "./commands.ts";
import { type Program, runProcess, runProgram } from "./program.ts";

export const wakeline: Program = {
  description: "Annotates video, image sequences and large images, with a server and without.",
  commands: commandTree,
  hasProfiles: true,
  describe: async (error) => {
    if (error.name !== "ApiError") return undefined;
    const { describeApiError } = await import("./base/connection/connection.ts");
    return describeApiError(error as ApiError);
  },
};

export async function main(given: readonly string[]): Promise<void> {
  await runProcess(wakeline, given);
}

/** Runs one command line and leaves its result in `io().exitCode`. */
export async function run(args: readonly string[]): Promise<void> {
  await runProgram(wakeline, args);
}

if (import.meta.main) await main(process.argv.slice(2));
