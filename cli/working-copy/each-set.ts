/** A pull or a push of several sets: each by itself, with one report and the worst exit code. */

import { join } from "node:path";
import { Option } from "commander";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { io } from "../base/terminal/io.ts";
import { positiveCount } from "../base/terminal/option-values.ts";
import { counted, fail } from "../base/terminal/output.ts";
import { isFatal, WorstExitCode } from "../base/process/worst-exit-code.ts";
import type { CopyFolderOptions } from "./open-copy.ts";
import { printOutcome, writeReport, type FailedSet } from "./report.ts";
import { SetCopy, type Preferred, type SetOutcome, type WorkingCopy } from "./set-copy.ts";
import type { CopiedSet } from "./state.ts";
import type { Command } from "commander";
import { serverOption } from "../base/connection/server-option.ts";

export interface EachSetOptions extends CopyFolderOptions {
  readonly set?: readonly string[];
  readonly prefer?: Preferred;
  readonly dryRun?: true;
  readonly limit: number;
  readonly json?: true;
}

export function addCopyOptions(command: Command): Command {
  return command
    .option("-n, --dry-run", "say what would be received and sent, and change nothing")
    .addOption(
      new Option("--prefer <side>", "whose version to take where both have changed the same").choices([
        "mine",
        "theirs",
      ]),
    )
    .option("--limit <count>", "most conflicts to show", positiveCount, 200)
    .addOption(serverOption())
    .option("--json", "print the report as JSON");
}

export async function forEachSet(
  copy: WorkingCopy,
  entries: readonly CopiedSet[],
  { prefer, dryRun, limit, json }: EachSetOptions,
  work: (set: SetCopy) => Promise<SetOutcome>,
): Promise<void> {
  const isDry = dryRun === true;
  const worst = new WorstExitCode();
  const outcomes: (SetOutcome | FailedSet)[] = [];
  let refused = 0;
  for (const entry of entries) {
    try {
      const outcome = await work(new SetCopy(copy, entry, { prefer, isDry, limit }));
      outcomes.push(outcome);
      if (json !== true) printOutcome(copy, outcome, isDry);
      if (outcome.isRefused) refused += outcome.conflictCount;
      if (outcome.isRefused) worst.recordExitCode(ExitCode.findings);
    } catch (error) {
      const { message, exitCode } = worst.record(error);
      const { set, file } = entry;
      outcomes.push({ set, file, error: message, exitCode });
      fail(`${join(copy.folder, file)}: ${message}`);
      if (isFatal(error)) break;
    }
  }
  if (json === true) await writeReport(copy, outcomes, { isDry, ok: worst.exitCode === ExitCode.ok });
  io().exitCode = worst.exitCode;
  if (refused === 0) return;
  throw new CliError(
    worst.exitCode,
    `${counted(refused, "conflict")}: these files are as they were. Make the two versions alike in your file, or say with --prefer mine or --prefer theirs whose to take.`,
  );
}
