/** `wakeline storage list`: where the bytes of files are stored. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { byteText, note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description(
    "Lists where files are stored: the storage of uploads, and the media sources, whose files are used where they are.",
  )
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

const failureTexts = {
  blocked: "a browser could not read it directly, so the server sends its files: check the CORS rules of the bucket",
  refused: "it refused an address signed by the server, which sends its files: check credentials and clock",
  changed: "a file has changed since it was imported: import the media source again",
} as const;

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const sources = await client.call("assetstore.list", { limit: 0 }, { signal: interrupted });
  if (options.json === true) return writeJson(sources);
  const columns = [
    { title: "id" },
    { title: "name", flexible: true },
    { title: "location", flexible: true },
    { title: "for" },
    { title: "free", align: "right" as const },
  ];
  const rows = sources.map(({ _id: id, name, root = "", current, capacity }) => [
    ...[id, name, root, current ? "uploads" : "media in place"],
    capacity.free === null ? "" : byteText(capacity.free),
  ]);
  await writeResult(formatTable(io().out, columns, rows));
  for (const { name, directFailure } of sources) {
    if (directFailure !== undefined) note(`${name}: ${failureTexts[directFailure.reason]} (${directFailure.at}).`);
  }
}
