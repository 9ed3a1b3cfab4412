/** `wakeline admin doctor`: checks the consistency of an installation's database, and repairs it. */

import { Command } from "commander";
import type { Inconsistency } from "../../../server/ports/consistency.repository.ts";
import { ExitCode } from "../../base/process/errors.ts";
import { runWithConfig } from "../../base/process/installation.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { io } from "../../base/terminal/io.ts";

interface Options {
  readonly data?: string;
  readonly repair?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Looks for contradictions in the database: folders whose parent is gone, sizes that are not the sum of what " +
      "is there, annotations of no dataset. Servers may run meanwhile; saves wait while it repairs. Exits with 1 when " +
      "something is wrong. With DATABASE_URL set, examines PostgreSQL.",
  )
  .option("--data <folder>", "data folder of the server (default: .wakeline; env: WAKELINE_DATA)")
  .option("--repair", "repair it; make a backup first")
  .option("--json", "print what was found as JSON")
  .action(doctor);

async function doctor(options: Options): Promise<void> {
  const { found, left } = await runWithConfig(options, (server, config) =>
    server.withServices(config, async ({ consistency }) => {
      if (options.repair === true) return await consistency.repair();
      const problems = await consistency.findInconsistencies();
      return { found: problems, left: problems };
    }),
  );
  if (left.length > 0) io().exitCode = ExitCode.findings;
  if (options.json === true) {
    await writeJson(options.repair === true ? { found, left } : { found });
    return;
  }
  const still = new Set(left.map(({ what }) => what));
  for (const problem of found) {
    const state = options.repair !== true ? "" : still.has(problem.what) ? "left: " : "repaired: ";
    await writeResult(`${state}${describe(problem)}\n`);
  }
  if (found.length === 0) note("Nothing is wrong.");
  else if (left.some(({ repairable }) => repairable))
    note("`wakeline admin doctor --repair` repairs what can be repaired.");
  if (left.some(({ repairable }) => !repairable))
    note("What cannot be repaired needs a backup: docs/operation/backup.md.");
}

function describe({ what, count, examples, repairable }: Inconsistency): string {
  const shown = examples.join(" ") + (count > examples.length ? " ..." : "");
  return `${what} (${count}${repairable ? "" : ", cannot be repaired"}): ${shown}`;
}
