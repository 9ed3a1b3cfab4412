/** `wakeline storage edit`: renames a media source, or says where its files are now and how they are read. */

import { Command } from "commander";
import { sourceParameters } from "#schemas/source-location";
import { connect } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { requireSource, waitForSourceJob } from "../../base/site/media-sources.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly name?: string;
  readonly location?: string;
  readonly credentials?: string;
  readonly sign?: boolean;
  readonly dryRun?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Renames a media source, or says where its files are now and how they are read. Its datasets look for their files there under the " +
      "same paths: files that are the same are shown as before; the command prints which are gone or have changed, and notes " +
      "them on the datasets. Annotations stay.",
  )
  .argument("<source>", "id, name or location")
  .option("--name <name>", "new name")
  .option("--location <location>", "path on the server, or s3://BUCKET/PREFIX, where the files are now")
  .option("--credentials <name>", 'name of keys in the environment of the server; "": those of WAKELINE_MEDIA_ROOTS')
  .option("--sign", "browsers may read from the bucket themselves, where WAKELINE_MEDIA_ROOTS allows it")
  .option("--no-sign", "the server sends all bytes of the bucket")
  .option("--dry-run", "change nothing: only say what datasets would find at the new location")
  .addOption(serverOption())
  .option("--json", "print the media source, or the job of a dry run, as JSON")
  .action(edit);

async function edit(wanted: string, options: Options): Promise<void> {
  const { name, location, credentials, sign } = options;
  const place = {
    ...(location !== undefined && sourceParameters(location)),
    ...(credentials !== undefined && { credentials }),
    ...(sign !== undefined && { sign }),
  };
  const isDry = options.dryRun === true;
  if (Object.keys(place).length === 0 && (isDry || name === undefined)) {
    const missing = isDry ? "A dry run needs" : "Nothing to change: give --name,";
    throw usageError(`${missing} --location, --credentials, --sign or --no-sign.`);
  }
  const connection = await connect(options.server);
  const { client } = connection;
  const { _id: id } = await requireSource(connection, wanted);
  const json = options.json === true;
  const wait = { failed: "the media source was not compared with its datasets" };
  if (isDry) {
    const job = await client.call("assetstore.check", { id, ...place }, { signal: interrupted });
    const lines = await waitForSourceJob(connection, job, { ...wait, json });
    return json ? undefined : await writeLines(lines);
  }
  const change = { id, ...(name !== undefined && { name }), ...place };
  const source = await client.call("assetstore.update", change, { signal: interrupted });
  if (json) return await writeJson(source);
  note(printable(`Changed ${source.name}, ${source.root ?? ""}.`));
  if (source.checkJob === undefined) {
    if (!source.hasFiles || (location === undefined && credentials === undefined)) return;
    return note("Compare it with its datasets when a worker is connected: `wakeline storage check`.");
  }
  const job = await client.call("job.get", { id: source.checkJob }, { signal: interrupted });
  await writeLines(await waitForSourceJob(connection, job, { ...wait, json }));
}

const writeLines = async (lines: readonly string[]): Promise<void> =>
  await writeResult(lines.map((line) => `${printable(line)}\n`).join(""));
