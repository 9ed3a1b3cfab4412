/** The command of `@wakeline/annotations`: the part of `wakeline` that works on files, without a server. */

import { grouped } from "./command-entry.ts";
import { offlineCommands } from "./offline-commands.ts";
import { type Program, runProcess } from "./program.ts";

/** Commands that users may expect here. Names only, so that none of them is loaded. */
const others: ReadonlySet<string> = new Set([
  ...["login", "logout", "whoami", "key", "api", "upload", "import", "export", "clone", "job", "pipeline", "model"],
  ...["ls", "rm", "trash", "datasets", "serve", "worker", "storage", "admin", "completion"],
]);

export const annotations: Program = {
  description: "Checks, converts, compares and measures annotation files.",
  commands: grouped("Commands", offlineCommands),
  elsewhere: (name) =>
    others.has(name)
      ? `\`${name}\` is in the package wakeline: @wakeline/annotations has what needs no server.`
      : undefined,
};

export async function main(given: readonly string[]): Promise<void> {
  await runProcess(annotations, given);
}
