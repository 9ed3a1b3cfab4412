/** `wakeline admin link`: signs in the person at this machine without a password. */

import { Command } from "commander";
import { CliError, ExitCode } from "../../base/process/errors.ts";
import { runWithConfig } from "../../base/process/installation.ts";
import { writeJson, writeResult } from "../../base/terminal/output.ts";

interface Options {
  readonly data?: string;
  readonly url?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Prints a new link that signs a user in once, in the browser or with `wakeline login LINK`. Works on the data folder " +
      "itself, whether the server runs or not: anyone who can read that folder can do this.",
  )
  .argument("[login]", "user to sign in", "admin")
  .option("--data <folder>", "data folder of the server (default: .wakeline; env: WAKELINE_DATA)")
  .option(
    "--url <url>",
    "address of the server, as a browser reaches it (default: where it runs on this machine, else WAKELINE_SITE_URL)",
  )
  .option("--json", "print the link as JSON")
  .action(link);

async function link(login: string, options: Options): Promise<void> {
  const { dataFolder, signInUrl } = await runWithConfig(options, async (server, config) => {
    const url = (options.url ?? server.serverUrl(config)).replace(/\/+$/, "");
    const created = await server.withServices(config, (services) => server.createSignInUrl(services, login, url));
    return { dataFolder: config.dataFolder, signInUrl: created };
  });
  if (signInUrl === undefined) throw new CliError(ExitCode.usage, `there is no user ${login} in ${dataFolder}.`);
  if (options.json === true) await writeJson({ login, signInUrl });
  else await writeResult(`${signInUrl}\n`);
}
