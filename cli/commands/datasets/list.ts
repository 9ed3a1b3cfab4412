/** `wakeline datasets list` and `wakeline ls`: the datasets that the user may read, newest first. */

import { Command } from "commander";
import type { Folder } from "#schemas/wire";
import { connect, notSignedIn, viewerUrl } from "../../base/connection/connection.ts";
import type { Connection } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { limitOf, limitOption, printTruncated } from "../../base/terminal/limit-option.ts";
import type { LimitOption } from "../../base/terminal/limit-option.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { unfinishedUploadOf } from "#schemas/unfinished-upload";
import { io } from "../../base/terminal/io.ts";

interface Options extends ServerOption, LimitOption {
  readonly shared?: true;
  readonly published?: true;
  readonly unfinished?: true;
  readonly in?: string;
  readonly json?: true;
}

export default new Command()
  .description("Lists the datasets you may read, newest first. Not on a terminal: one line each, fields between tabs.")
  .addOption(limitOption())
  .option("--shared", "only those that others shared with you")
  .option("--published", "only published ones")
  .option("--unfinished", "what uploads left unfinished, in your own folders or below --in")
  .option("--in <folder>", `with --unfinished, where to look: ${referenceHelp}`)
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  if (options.in !== undefined && options.unfinished !== true) throw usageError("--in works only with --unfinished.");
  const connection = await connect(options.server ?? serverOfReference(options.in ?? ""));
  if (options.unfinished === true) return listUnfinished(connection, options);
  const { reply: folders, total = folders.length } = await connection.client.callPaged(
    "dataset.list",
    { limit: limitOf(options), shared: options.shared, published: options.published },
    { signal: interrupted },
  );
  if (options.json === true) {
    return writeJson({ total, datasets: folders.map((folder) => describe(connection, folder)) });
  }
  if (folders.length === 0) return note("No datasets. Make one with `wakeline upload`.");
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
  if (options.json === true) {
    return writeJson({ total: folders.length, datasets: folders.map((folder) => describe(connection, folder)) });
  }
  if (folders.length === 0) return note("Nothing is unfinished.");
  const columns = [{ title: "id" }, { title: "name", flexible: true }, { title: "type" }, { title: "begun" }];
  const rows = folders.map(({ _id, name, meta, created }) => [_id, name, meta.type ?? "", created.slice(0, 10)]);
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
