/** The options of a release that is of a dataset on a server. */

import { InvalidArgumentError, type Command } from "commander";
import { usageError } from "../base/process/errors.ts";
import { collect } from "../base/terminal/option-values.ts";
import { serverOption, type ServerOption } from "../base/connection/server-option.ts";

export interface ReleaseOptions extends ServerOption {
  readonly revision?: number;
  readonly set?: readonly string[];
}

export function addReleaseOptions(command: Command): Command {
  return command
    .option("--revision <number>", "its annotations at this revision (default: the newest)", revision)
    .option("--set <name>", "this set only; may be repeated; `default` is the default set", collect)
    .addOption(serverOption());
}

/** For several datasets. @throws CliError */
export function refuseRevision({ revision: one }: ReleaseOptions): void {
  if (one !== undefined) throw usageError("--revision works with one dataset: revisions are numbered in each.");
}

function revision(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("A revision is a number from 0 on.");
  return Number(text);
}
