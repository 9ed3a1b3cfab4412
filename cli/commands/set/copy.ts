/** `wakeline set copy`: the annotations of a set as another set of the same dataset. */

import { randomUUID } from "node:crypto";
import { Command } from "commander";
import { buildSaveBody } from "#core/edits/save-body";
import { connect } from "../../base/connection/connection.ts";
import { openCore } from "../../base/annotations/core.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { wholeNumber } from "../../base/terminal/option-values.ts";
import { counted, note, writeJson } from "../../base/terminal/output.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { changesBetween, countsOf } from "../../working-copy/changes.ts";
import { headOf, loadSet } from "../../working-copy/set-content.ts";
import { setText } from "../../working-copy/state.ts";

interface Options extends ServerOption {
  readonly revision?: number;
  readonly replace?: true;
  readonly json?: true;
}

const defaultName = "default";

export default new Command()
  .description(
    `Copies an annotation set of a dataset into another one, as one revision. "${defaultName}" is the set without a name. A ` +
      "target that holds tracks is refused unless --replace is given; its revisions stay.",
  )
  .argument("<dataset>", referenceHelp)
  .argument("<from>", "the set to copy")
  .argument("<to>", "the set to make of it")
  .option("--revision <number>", "copy the set as it was at this revision", wholeNumber)
  .option("--replace", "replace what the target holds")
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(copy);

async function copy(reference: string, fromName: string, toName: string, options: Options): Promise<void> {
  const [from, to] = [nameOf(fromName), nameOf(toName)];
  if (from === to) throw usageError("both sets are the same one.");
  const connection = await connect(options.server ?? serverOfReference(reference));
  const { client } = connection;
  const id = await resolveReference(connection, reference);
  const known = await client.call("annotation.sets", { folderId: id }, { signal: interrupted });
  if (from !== null && !known.includes(from)) throw usageError(`${reference} has no set "${from}".`);
  const head = await headOf(connection, id);
  const revision = options.revision ?? head;
  const source = await loadSet(connection, id, from, revision);
  const target = await loadSet(connection, id, to, head);
  const hasContent = changesBetween(await openCore(), target).count > 0;
  if (hasContent && options.replace !== true)
    throw usageError(`${setText(to)} of ${reference} holds annotations: --replace replaces them.`);
  const unsent = changesBetween(target, source);
  const { tracks, groups } = countsOf(unsent);
  const result = { id, from, to, fromRevision: revision, tracks, groups };
  if (unsent.count === 0) {
    if (options.json === true) return writeJson({ ...result, revision: head });
    return note("Both sets are the same already.");
  }
  const body = buildSaveBody(source, unsent.changes, {
    saveId: randomUUID(),
    baseRevision: head,
    setName: to ?? undefined,
  });
  const saved = await client.call("annotation.save", { folderId: id, body }, { signal: interrupted });
  if (options.json === true) return writeJson({ ...result, revision: saved.revision });
  const count = source.statistics().trackCount;
  note(printable(`Copied ${counted(count, "track")} into ${setText(to)}, as revision ${saved.revision}.`));
}

const nameOf = (text: string): string | null => (text === "" || text === defaultName ? null : text);
