/** The options of a release that is of a dataset on a server. */

import { InvalidArgumentError, type Command } from "commander";
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

function revision(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("A revision is a number from 0 on.");
  return Number(text);
}
