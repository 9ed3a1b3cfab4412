/** `wakeline annotation push`: sends the changes of a working copy. */

import { join } from "node:path";
import { Command } from "commander";
import { usageError } from "../../base/process/errors.ts";
import { collect } from "../../base/terminal/option-values.ts";
import { note } from "../../base/terminal/output.ts";
import { forEachCamera } from "../../working-copy/cameras.ts";
import { addCopyOptions, forEachSet, type EachSetOptions } from "../../working-copy/each-set.ts";
import { looseFiles, openCopies } from "../../working-copy/open-copy.ts";
import { withSet, type CopiedSet } from "../../working-copy/state.ts";
import type { WorkingCopy } from "../../working-copy/set-copy.ts";

interface Options extends EachSetOptions {
  readonly add?: readonly string[];
}

export default addCopyOptions(
  new Command()
    .description(
      "Sends your changes in a working copy (see `annotation pull`) as a new revision. Changes that others have saved since, " +
        "or save meanwhile, are first merged into the files, by track, frame and field. If both sides changed the same field, " +
        "nothing from that file is sent, the conflicts are listed and the exit code is 1. If others have used the id of a " +
        "track that you drew, your track gets a new one.",
    )
    .option("-C, --copy <folder>", "folder of the copy (default: this folder)")
    .option("--set <name>", "this set only; may be repeated; `default` is the default set", collect)
    .option("--add <file>", "a file of the folder that becomes a set of its name; may be repeated", collect),
).action(push);

async function push(options: Options): Promise<void> {
  const copies = await openCopies(options);
  if (copies.length > 1 && options.add !== undefined)
    throw usageError("--add works in the folder of one camera: name it with --copy.");
  await forEachCamera(copies, (copy) => pushCopy(copy, options));
}

async function pushCopy(copy: WorkingCopy, options: Options): Promise<void> {
  const added = await addFiles(copy, options.add ?? []);
  const loose = await looseFiles(copy);
  if (loose.length > 0 && options.json !== true)
    note(`Of no set: ${loose.map((name) => join(copy.folder, name)).join(", ")}; --add FILE makes a set of one.`);
  const { set: named } = options;
  const chosen = named === undefined ? copy.state.sets : [...added, ...named.map((name) => entryOf(copy, name))];
  await forEachSet(copy, [...new Set(chosen)], options, (set) => set.push());
}

function entryOf({ folder, state }: WorkingCopy, name: string): CopiedSet {
  const set = name === "default" ? null : name;
  const entry = state.sets.find((one) => one.set === set);
  if (entry !== undefined) return entry;
  const known = state.sets.map((one) => one.set ?? "default").join(", ");
  throw usageError(`${folder} has no set ${name}; it has ${known}.`);
}

/** Nothing of them is on the server yet: their base is the empty beginning. */
async function addFiles(copy: WorkingCopy, files: readonly string[]): Promise<CopiedSet[]> {
  const loose = await looseFiles(copy);
  const added: CopiedSet[] = [];
  for (const file of files) {
    if (!loose.includes(file))
      throw usageError(
        `--add ${file}: name a .json file in ${copy.folder} that belongs to no set yet, without a folder.`,
      );
    const set = file.replace(/\.json$/, "");
    if (copy.state.sets.some((one) => one.set === set) || set === "default")
      throw usageError(`--add ${file}: a set ${set} already exists.`);
    const entry = { set, file, revision: 0, sha256: "" };
    copy.state = withSet(copy.state, entry);
    added.push(entry);
  }
  return added;
}
