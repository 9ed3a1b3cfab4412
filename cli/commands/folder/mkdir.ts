/** `wakeline folder mkdir`: makes folders, with those above them that are missing. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { resolvePlace, type Place } from "../../base/site/place-reference.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";
import type { Connection } from "../../base/connection/connection.ts";

interface Options extends ServerOption {
  readonly public?: boolean;
  readonly json?: true;
}

export default new Command()
  .description("Makes folders, and those above them that are missing. Existing folders stay as they are.")
  .argument("<folder...>", "paths of the folders, such as /user/ada/Private/2026/reef")
  .option("--public", "everyone may see the new folders, without signing in (default: as the folder above)")
  .option("--no-public", "only people with access may")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each path")
  .action(makeAll);

async function makeAll(paths: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  await forEach(paths, { as: "path", json: options.json }, async (given) => {
    const { id, path, made } = await make(connection, given, options.public);
    if (options.json === true) await writeJsonLine({ id, path, made });
    else if (made.length === 0) note(printable(`${path} is there already.`));
    else note(printable(`Made ${made.join(", ")}.`));
  });
}

async function make(connection: Connection, given: string, isPublic: boolean | undefined) {
  const { client } = connection;
  const [, root = "", inside = ""] = /^(\/(?:user|collection)\/[^/]+)\/(.*[^/])\/*$/.exec(given) ?? [];
  if (inside === "") throw usageError(`"${given}" is not the path of a folder: it looks like /user/ada/Private/reef.`);
  let place: Place = await resolvePlace(connection, root);
  const made: string[] = [];
  for (const name of inside.split("/").filter((part) => part !== "")) {
    const { parentType, parentId } = place;
    const path = `${place.path}/${name}`;
    const [known] = await client.call("folder.list", { parentType, parentId, name, limit: 1 }, { signal: interrupted });
    if (known?.meta.type !== undefined) throw usageError(`${path} is a dataset: a folder cannot be made in it.`);
    const request = { parentType, parentId, name, reuseExisting: true };
    const more = isPublic === undefined ? {} : { public: isPublic };
    const folder = known ?? (await client.call("folder.create", { ...request, ...more }, { signal: interrupted }));
    if (known === undefined) made.push(path);
    place = { parentType: "folder", parentId: folder._id, path };
  }
  return { id: place.parentId, path: place.path, made };
}
