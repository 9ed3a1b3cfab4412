/** `wakeline storage check`: compares a media source with the datasets made of it. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { ExitCode } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { waitForSourceJob, requireSource } from "../../base/site/media-sources.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly wait: boolean;
  readonly json?: true;
}

export default new Command()
  .description(
    "Lists the files of a media source that are gone or have changed since they were imported, and how many are new. Notes what is " +
      "gone or changed on its datasets, and changes nothing else. Exit code 1 if anything is gone or changed.",
  )
  .argument("<source>", "id, name or location")
  .option("--no-wait", "print the id of the job, and do not wait for it")
  .addOption(serverOption())
  .option("--json", "print the job as JSON")
  .action(check);

async function check(wanted: string, options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client } = connection;
  const { _id: id } = await requireSource(connection, wanted);
  const started = await client.call("assetstore.check", { id }, { signal: interrupted });
  if (!options.wait) return options.json === true ? writeJson(started) : writeResult(`${started._id}\n`);
  const json = options.json === true;
  const lines = await waitForSourceJob(connection, started, { json, failed: "the media source was not checked" });
  if (!json) await writeResult(lines.map((line) => `${printable(line)}\n`).join(""));
  if (lines.at(-1)?.includes(", 0 changed, 0 gone, ") !== true) io().exitCode = ExitCode.findings;
}
