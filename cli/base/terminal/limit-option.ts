/** How much of a list is shown: as much as fits on the screen, or all of it in a pipe. */

import { InvalidArgumentError, Option } from "commander";
import { io } from "./io.ts";
import { counted, note } from "./output.ts";
import { isTerminal } from "./terminal.ts";

export interface LimitOption {
  readonly limit?: number;
}

const onTerminal = 30;

export function limitOption(): Option {
  const help = `at most so many; 0 is all (default: ${onTerminal} on a terminal, else all)`;
  return new Option("-n, --limit <count>", help).argParser(count);
}

/** @returns 0 for all, as in api/v1 */
export function limitOf({ limit }: LimitOption): number {
  return limit ?? (isTerminal(io().out) ? onTerminal : 0);
}

export function printTruncated(shown: number, total: number | undefined, what: string): void {
  if (total !== undefined && total > shown) note(`${shown} of ${counted(total, what)}; --limit 0 shows all.`);
}

function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is a whole number.");
  return Number(text);
}
