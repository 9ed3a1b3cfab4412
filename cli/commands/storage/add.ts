/** `wakeline storage add`: registers a folder of the server or a bucket whose media stay where they are. */

import { Command } from "commander";
import { sourceParameters } from "#schemas/source-location";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly name?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Registers a folder of the server's machine, or a bucket (s3://BUCKET/PREFIX), as a media source, for administrators. " +
      "The setting WAKELINE_MEDIA_ROOTS of the server says which folders and buckets are allowed. Prints the id of the media source.",
  )
  .argument("<location>", "path on the server, or s3://BUCKET/PREFIX")
  .option("--name <name>", "name of the media source (default: its location)")
  .addOption(serverOption())
  .option("--json", "print the media source as JSON")
  .action(add);

async function add(location: string, options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const parameters = { name: options.name ?? location, ...sourceParameters(location) };
  const source = await client.call("assetstore.create", parameters, { signal: interrupted });
  if (options.json === true) return writeJson(source);
  await writeResult(`${source._id}\n`);
  note(printable(`Registered ${source.name}: \`wakeline storage import\` makes datasets of what is there.`));
}
