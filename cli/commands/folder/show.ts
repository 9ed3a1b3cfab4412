/** `wakeline folder show`: a folder, and what it holds at every depth. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { byteText, writeJson, writeResult } from "../../base/terminal/output.ts";
import { pathOfFolder, requirePlainFolder } from "../../base/site/place-reference.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Shows a folder, and counts what it and the folders in it hold, as far as you may read it.")
  .argument("<folder>", referenceHelp)
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(show);

async function show(reference: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const { _id: id, name, description, created, public: isPublic } = await requirePlainFolder(connection, reference);
  const request = { resources: { folder: [id] } };
  const [holds] = await connection.client.call("resource.contents", request, { signal: interrupted });
  const { folders = 0, datasets = 0, files = 0, tracks = 0, bytes = 0 } = holds ?? {};
  const path = await pathOfFolder(connection, id);
  const facts = {
    id,
    name,
    path,
    description,
    public: isPublic === true,
    created,
    folders,
    datasets,
    files,
    tracks,
    bytes,
    url: `${connection.url}/folder/${id}`,
  };
  if (options.json === true) return writeJson(facts);
  const count = (value: number): string => value.toLocaleString("en-US");
  const rows = [
    ["id", id],
    ["name", name],
    ["path", path],
    ...(description === "" ? [] : [["description", description]]),
    ["public", facts.public ? "yes" : "no"],
    ["created", created.slice(0, 10)],
    ["folders", count(folders)],
    ["datasets", count(datasets)],
    ["files", count(files)],
    ["tracks", count(tracks)],
    ["size", byteText(bytes)],
    ["url", facts.url],
  ];
  await writeResult(formatTable(io().out, [{ title: "fact" }, { title: "value", flexible: true }], rows));
}
