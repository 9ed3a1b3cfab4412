/** `wakeline annotation pull`: the annotation sets of a dataset as files, and what others have saved since. */

import { Command } from "commander";
import { referenceHelp } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { collect } from "../../base/terminal/option-values.ts";
import { note, warn } from "../../base/terminal/output.ts";
import { forEachCamera } from "../../working-copy/cameras.ts";
import { addCopyOptions, forEachSet, type EachSetOptions } from "../../working-copy/each-set.ts";
import { addSet, openCopies, openCopiesOf, setsOnServer } from "../../working-copy/open-copy.ts";
import type { WorkingCopy } from "../../working-copy/set-copy.ts";
import { setText, type CopiedSet } from "../../working-copy/state.ts";

export default addCopyOptions(
  new Command()
    .description(
      "Creates a working copy of a dataset's annotations: a folder with a DIVE JSON file for each set, at its revision. In a " +
        "working copy (without DATASET), merges what others have saved since into the files, by track, frame and field. Each " +
        "camera gets its own folder in the copy. If both sides changed the same field, the file stays as it is, the " +
        "conflicts are listed and the exit code is 1.",
    )
    .argument("[dataset]", `for a new copy: ${referenceHelp}`)
    .option("-C, --copy <folder>", "folder of the copy (default: this folder; of a new one, its dataset's name)")
    .option("--set <name>", "this set only, also a new one; may be repeated; `default` is the default set", collect),
).action(pull);

async function pull(reference: string | undefined, options: EachSetOptions): Promise<void> {
  const copies = reference === undefined ? await openCopies(options) : await openCopiesOf(reference, options);
  await forEachCamera(copies, async (copy) => {
    const isNew = copy.state.sets.length === 0;
    if (isNew && options.dryRun === true) throw usageError("--dry-run works in a working copy, and this one is new.");
    await forEachSet(copy, await entriesOf(copy, options, isNew), options, (set) => set.pull());
  });
}

async function entriesOf(
  copy: WorkingCopy,
  { set: named, json }: EachSetOptions,
  isNew: boolean,
): Promise<CopiedSet[]> {
  const there = await setsOnServer(copy.connection, copy.state.dataset);
  const wantedSets = named?.map((name) => (name === "default" ? null : name)) ?? (isNew ? there : undefined);
  const known = copy.state.sets;
  if (wantedSets === undefined) {
    for (const { set } of known) if (!there.includes(set)) warn(`${copy.state.name} no longer has ${setText(set)}.`);
    const others = there.filter((set) => !known.some((one) => one.set === set));
    if (others.length > 0 && json !== true)
      note(`Not in this copy: ${others.map(setText).join(", ")}; --set NAME brings one.`);
    return [...known];
  }
  const entries: CopiedSet[] = [];
  for (const set of wantedSets) {
    if (!there.includes(set))
      throw usageError(
        `${copy.state.name} has no ${setText(set)}; it has ${there.map((one) => one ?? "default").join(", ")}.`,
      );
    entries.push(known.find((one) => one.set === set) ?? (await addSet(copy, set)));
  }
  return entries;
}
