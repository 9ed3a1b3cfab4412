/** What is known of a subcommand before it is loaded. */

import type { Command } from "commander";

export interface CommandEntry {
  readonly name: string;
  readonly alias?: string;
  /** One line for the list of commands; the help of the command itself may say more. */
  readonly summary: string;
  /** Heading that the command is listed under in the help. */
  readonly group?: string;
  /** Of Node, where it is more than all other commands need. */
  readonly leastNode?: number;
  /** Absent for a noun that only groups verbs. */
  readonly load?: () => Promise<Command>;
  readonly commands?: readonly CommandEntry[];
}
