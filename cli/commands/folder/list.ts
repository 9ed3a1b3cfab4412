/** `wakeline folder list`: the folders and datasets directly in a place. */

import { Command } from "commander";
import type { Folder } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { limitOf, limitOption, printTruncated, type LimitOption } from "../../base/terminal/limit-option.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { placeReferenceHelp, resolvePlace } from "../../base/site/place-reference.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption, LimitOption {
  readonly json?: true;
}

export default new Command()
  .description("Lists the folders and datasets in a folder, by name; without one, those at the top of your own files.")
  .argument("[folder]", placeReferenceHelp)
  .addOption(limitOption())
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(reference: string | undefined, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference ?? ""));
  const { parentType, parentId, path } = await resolvePlace(connection, reference);
  const query = { parentType, parentId, limit: limitOf(options) };
  const { reply, total = reply.length } = await connection.client.callPaged("folder.list", query, {
    signal: interrupted,
  });
  const folders = reply.map((folder) => ({ ...describe(folder), path: `${path}/${folder.name}` }));
  if (options.json === true) return writeJson({ path, total, folders });
  if (folders.length === 0) return note(printable(`There are no folders in ${path}.`));
  const columns = [
    ...[{ title: "id" }, { title: "name", flexible: true }, { title: "type" }],
    ...[{ title: "may" }, { title: "public" }, { title: "created" }],
  ];
  const rows = folders.map(({ id, name, type, level, public: isPublic, created }) => [
    ...[id, name, type ?? "folder", level, isPublic ? "yes" : "no", created.slice(0, 10)],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
  printTruncated(folders.length, total, "folder");
}

const levelNames = { "-1": "nothing", 0: "read", 1: "write", 2: "admin" } as const;

function describe({ _id: id, name, meta, _accessLevel: level, public: isPublic, created }: Folder) {
  const type = meta.type === undefined ? {} : { type: meta.type };
  return { id, name, ...type, level: levelNames[level], public: isPublic === true, created };
}
