/** `wakeline pipeline install`: fetches an addon, such as a model pack, that the server lists. */

import { Command } from "commander";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { watchJobs } from "../../base/jobs/started-jobs.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { WorstExitCode } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly force?: true;
  readonly json?: true;
}

interface Addon {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly isInstalled: boolean;
}

export default new Command()
  .description(
    "Installs an addon of the server's list: programs, trained models or a model pack. Without a name: lists the addons. " +
      "For administrators.",
  )
  .argument("[addon]", "its name in the list")
  .addOption(serverOption())
  .option("--force", "install it again if it is already installed")
  .option("--json", "print the list, or the job, as JSON")
  .action(install);

async function install(wanted: string | undefined, options: Options): Promise<void> {
  const connection = await connect(options.server);
  const addons = await listAddons(connection);
  if (wanted === undefined) return await showAddons(addons, options);
  const { client } = connection;
  const addon = addons.find(({ name }) => name === wanted);
  if (addon === undefined) {
    const names = addons.map(({ name }) => name).join(", ");
    throw usageError(`the server lists no addon ${wanted}${names === "" ? "" : `: it has ${names}`}`);
  }
  const newest = async () => (await client.call("job.list", { limit: 1 }, { signal: interrupted }))[0];
  const before = await newest();
  const body = [addon.url];
  await client.call("configuration.upgradePipelines", { force: options.force === true, body }, { signal: interrupted });
  const job = await newest();
  if (job === undefined || job._id === before?._id) {
    return note(printable(`${addon.name} is installed as listed. --force fetches it again.`));
  }
  const worst = new WorstExitCode();
  await watchJobs(connection, [job], options, worst);
  io().exitCode = worst.exitCode;
}

async function listAddons({ client }: Connection): Promise<readonly Addon[]> {
  const rows = await client.call("configuration.addons", {}, { signal: interrupted });
  return rows.map(([name, url, description, ...rest]) => ({
    name: String(name),
    url: String(url),
    description: String(description ?? ""),
    isInstalled: rest.at(-1) === true,
  }));
}

async function showAddons(addons: readonly Addon[], { json }: Options): Promise<void> {
  if (json === true) return await writeJson(addons);
  if (addons.length === 0) return note("The server lists no addons: docs/pipelines/addons.md says how it does.");
  const columns = [{ title: "addon" }, { title: "installed" }, { title: "description", flexible: true }];
  const rows = addons.map(({ name, isInstalled, description }) => [name, isInstalled ? "yes" : "no", description]);
  await writeResult(formatTable(io().out, columns, rows));
}
