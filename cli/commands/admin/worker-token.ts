/** `wakeline admin worker-token`: manages tokens of a site's workers. */

import { Command } from "commander";
import { runWithConfig } from "../../base/process/installation.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";

interface Options {
  readonly data?: string;
  readonly remove?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Prints a new worker token of the site. From then on `wakeline worker` needs it in WAKELINE_WORKER_TOKEN; workers with " +
      "an earlier one stop. Needs DATABASE_URL, or the data folder.",
  )
  .option("--data <folder>", "data folder of the server (default: .wakeline; env: WAKELINE_DATA)")
  .option("--remove", "remove the token: workers no longer need one")
  .option("--json", "print the token as JSON")
  .action(workerToken);

async function workerToken(options: Options): Promise<void> {
  const token = await runWithConfig(options, (server, config) =>
    server.withServices(config, async ({ workerTokens }) => {
      if (options.remove !== true) return await workerTokens.renew();
      await workerTokens.remove();
      return null;
    }),
  );
  if (options.json === true) await writeJson({ token });
  else if (token === null) note("Workers no longer need a token.");
  else await writeResult(`${token}\n`);
}
