/** Facts about a subcommand that are known before it is loaded. */

import type { Command } from "commander";

export interface CommandEntry {
  readonly name: string;
  readonly alias?: string;
  /** One line for the list of commands; the help of the command itself may say more. */
  readonly summary: string;
  /** Heading in the help under which the command is listed. */
  readonly group?: string;
  /** Minimum Node version, if higher than that of all other commands. */
  readonly minNode?: number;
  /** Absent for a noun that only groups verbs. */
  readonly load?: () => Promise<Command>;
  readonly commands?: readonly CommandEntry[];
}

/** The commands that the help lists under this heading. */
export function grouped(group: string, entries: readonly CommandEntry[]): readonly CommandEntry[] {
  return entries.map((entry) => ({ ...entry, group }));
}
