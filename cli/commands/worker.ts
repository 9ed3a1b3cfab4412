/**
 * `wakeline worker`: processes jobs of a site with PostgreSQL, on any machine, until Ctrl-C or until its admission is
 * revoked.
 */

import { once } from "node:events";
import { Command } from "commander";
import { ensureCore } from "../base/annotations/core.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { note, writeJson } from "../base/terminal/output.ts";
import { silenceSqliteWarning } from "../base/process/sqlite-warning.ts";

interface Options {
  readonly queues?: string;
  readonly private?: true;
  readonly data?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Takes jobs from queues and does them. Needs DATABASE_URL, and BLOB_URL unless it runs where the data folder is; a " +
      "server with its embedded database has its worker inside. Where the site has a worker token, WAKELINE_WORKER_TOKEN holds it.",
  )
  .option(
    "--queues <names>",
    "comma-separated: convert, pipelines, training (default: all three); convert:4 runs four of its jobs at once",
  )
  .option("--private", "take your own jobs, those of your private queue: WAKELINE_API_KEY holds a key of your account")
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
  const { WAKELINE_WORKER_TOKEN: token = "", WAKELINE_API_KEY: apiKey = "" } = process.env;
  const isPrivate = options.private === true;
  const worker = await (async () => {
    try {
      // A worker of a user's own queue serves other queues only if they are named.
      const config = readConfig({
        dataFolder: options.data,
        workerQueues: workerQueues ?? (isPrivate ? [] : undefined),
      });
      return await startWorkerOf(config, { token, apiKey, isPrivate });
    } catch (error) {
      throw usageError(error instanceof Error ? error.message : String(error), error);
    }
  })();
  const { name, queues } = worker;
  if (options.json === true) await writeJson({ name, queues });
  else note(`Waiting for jobs in ${queues.join(", ")}. Ctrl-C stops it.`);
  const refusal = interrupted.aborted
    ? undefined
    : await Promise.race([once(interrupted, "abort").then(() => undefined), worker.refused]);
  await worker.close();
  if (refusal !== undefined) throw new CliError(ExitCode.usage, refusal);
}
