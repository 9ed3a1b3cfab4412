/** `wakeline datasets list` and `wakeline ls`: the datasets that the user may read, newest first. */

import { Command } from "commander";
import type { Folder } from "#schemas/wire";
import { connect, notSignedIn, viewerUrl } from "../../base/connection/connection.ts";
import type { Connection } from "../../base/connection/connection.ts";
import { findDatasets, hasText } from "../../base/site/dataset-choice.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { limitOf, limitOption, printTruncated } from "../../base/terminal/limit-option.ts";
import type { LimitOption } from "../../base/terminal/limit-option.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { unfinishedUploadOf } from "#schemas/unfinished-upload";
import { io } from "../../base/terminal/io.ts";

interface Options extends ServerOption, LimitOption {
  readonly shared?: true;
  readonly published?: true;
  readonly unfinished?: true;
  readonly in?: string;
  readonly search?: string;
  readonly json?: true;
}

export default new Command()
  .description("Lists the datasets you may read, newest first. Not on a terminal: one line each, fields between tabs.")
  .addOption(limitOption())
  .option("--shared", "only those that others shared with you")
  .option("--published", "only published ones")
  .option("--unfinished", "what uploads left unfinished, in your own folders or below --in")
  .option("--search <text>", "only those whose name has this text, in any case")
  .option("--in <folder>", `only those of this folder and those below it: ${referenceHelp}`)
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  if (options.in !== undefined && (options.shared ?? options.published) === true) {
    throw usageError("--shared and --published list datasets of all folders: they do not go with --in.");
  }
  const connection = await connect(options.server ?? serverOfReference(options.in ?? ""));
  if (options.unfinished === true) return listUnfinished(connection, options);
  const { folders, total } = await listFinished(connection, options);
  if (options.json === true) {
    return writeJson({ total, datasets: folders.map((folder) => describe(connection, folder)) });
  }
  if (folders.length === 0) return note(noneText(options));
  const rows = folders.map((folder) => {
    const { name, type, fps, owner, created, id } = describe(connection, folder);
    return [id, name, type, shortRate(fps), owner, created.slice(0, 10)];
  });
  await writeResult(
    formatTable(
      io().out,
      [
        { title: "id" },
        { title: "name", flexible: true },
        { title: "type" },
        { title: "fps", align: "right" },
        { title: "owner", flexible: true },
        { title: "created" },
      ],
      rows,
    ),
  );
  printTruncated(folders.length, total, "dataset");
}

interface Listed {
  readonly folders: readonly Folder[];
  /** Includes those over the limit. */
  readonly total: number;
}

async function listFinished(connection: Connection, options: Options): Promise<Listed> {
  const { in: folder, search, shared, published } = options;
  const limit = limitOf(options);
  if (folder === undefined && search === undefined) {
    const parameters = { limit, shared, published };
    const paged = await connection.client.callPaged("dataset.list", parameters, { signal: interrupted });
    return { folders: paged.reply, total: paged.total ?? paged.reply.length };
  }
  const found = await findDatasets(connection, folder, search, { shared, published });
  // Lists of folders do not have their owners.
  const all = folder === undefined ? [] : await findDatasets(connection, undefined, search);
  const byId = new Map(all.map((one) => [one._id, one]));
  const folders = found
    .map((one) => byId.get(one._id) ?? one)
    .toSorted((a, b) => (a.created > b.created ? -1 : Number(a.created < b.created)));
  return { folders: limit === 0 ? folders : folders.slice(0, limit), total: folders.length };
}

function noneText({ in: folder, search, shared, published }: Options): string {
  const conditions = [
    ...(folder === undefined ? [] : [`in ${folder}`]),
    ...(search === undefined ? [] : [`whose name has "${search}"`]),
    ...(shared === true ? ["that others shared with you"] : []),
    ...(published === true ? ["that is published"] : []),
  ];
  if (conditions.length === 0) return "No datasets. Make one with `wakeline upload`.";
  return printable(`There is no dataset ${conditions.join(", ")}.`);
}

/** For the table; `--json` has all digits. */
const shortRate = (fps: number | string): string => (typeof fps === "number" ? String(Number(fps.toFixed(3))) : fps);

async function listUnfinished(connection: Connection, options: Options): Promise<void> {
  const { client, url } = connection;
  const folders: Folder[] = [];
  if (options.in === undefined) {
    const user = await client.call("user.me", {}, { signal: interrupted });
    if (user === null) throw notSignedIn(`your token for ${url} has expired or was revoked`, connection);
    await findUnfinished(connection, { parentType: "user", parentId: user._id }, folders);
  } else {
    const parentId = await resolveReference(connection, options.in);
    await findUnfinished(connection, { parentType: "folder", parentId }, folders);
  }
  const sought = folders.filter(({ name }) => hasText(name, options.search));
  if (options.json === true) {
    return writeJson({ total: sought.length, datasets: sought.map((folder) => describe(connection, folder)) });
  }
  if (sought.length === 0) return note("Nothing is unfinished.");
  const columns = [{ title: "id" }, { title: "name", flexible: true }, { title: "type" }, { title: "begun" }];
  const rows = sought.map(({ _id, name, meta, created }) => [_id, name, meta.type ?? "", created.slice(0, 10)]);
  await writeResult(formatTable(io().out, columns, rows));
}

interface Parent {
  readonly parentType: "user" | "folder";
  readonly parentId: string;
}

/**
 * Unfinished uploads are folders, which are searched for, since lists of datasets contain only those that are ready.
 */
async function findUnfinished(connection: Connection, parent: Parent, found: Folder[]): Promise<void> {
  const folders = await connection.client.call("folder.list", { ...parent, limit: 0 }, { signal: interrupted });
  for (const folder of folders) {
    if (unfinishedUploadOf(folder) !== undefined) found.push(folder);
    else if (folder.meta.type === undefined) {
      await findUnfinished(connection, { parentType: "folder", parentId: folder._id }, found);
    }
  }
}

function describe(connection: Connection, folder: Folder) {
  return {
    id: folder._id,
    name: folder.name,
    type: folder.meta.type ?? "",
    fps: folder.meta.fps ?? "",
    owner: folder.ownerLogin ?? "",
    created: folder.created,
    url: viewerUrl(connection, folder._id),
  };
}
