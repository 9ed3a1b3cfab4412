/** `wakeline worker`: takes jobs of a site with PostgreSQL, on any machine, until Ctrl-C. */

import { once } from "node:events";
import { Command } from "commander";
import { ensureCore } from "../base/core.ts";
import { usageError } from "../base/errors.ts";
import { interrupted } from "../base/interrupt.ts";
import { note, writeJson } from "../base/output.ts";
import { silenceSqliteWarning } from "../base/sqlite-warning.ts";

interface Options {
  readonly queues?: string;
  readonly data?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Takes jobs from queues and does them. Needs DATABASE_URL, and BLOB_URL unless it runs where the data folder is; a " +
      "server with its embedded database has its worker inside.",
  )
  .option(
    "--queues <names>",
    "comma-separated: convert, pipelines, training, or a user's own (default: the first three)",
  )
  .option("--data <folder>", "folder of the files, without BLOB_URL (default: .wakeline)")
  .option("--json", "print name and queues as one JSON line")
  .action(work);

async function work(options: Options): Promise<void> {
  silenceSqliteWarning();
  await ensureCore();
  const [{ startWorkerOf }, { readConfig }] = await Promise.all([
    import("../../server/main.ts"),
    import("../../server/config.ts"),
  ]);
  const workerQueues = options.queues
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const worker = await (async () => {
    try {
      return await startWorkerOf(readConfig({ dataFolder: options.data, workerQueues }));
    } catch (error) {
      throw usageError(error instanceof Error ? error.message : String(error), error);
    }
  })();
  const { name, queues } = worker;
  if (options.json === true) await writeJson({ name, queues });
  else note(`Waiting for jobs in ${queues.join(", ")}. Ctrl-C stops it.`);
  if (!interrupted.aborted) await once(interrupted, "abort");
  await worker.close();
}
