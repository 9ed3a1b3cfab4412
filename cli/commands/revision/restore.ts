/** `wakeline revision restore`: brings a dataset back to a revision, as a new one. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { wholeNumber } from "../../base/terminal/option-values.ts";
import { note, writeJson } from "../../base/terminal/output.ts";
import { ask, canAsk } from "../../base/terminal/prompt.ts";
import { requireRevision } from "../../base/site/revisions.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { headOf } from "../../working-copy/set-content.ts";

interface Options extends ServerOption {
  readonly yes?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Brings all annotation sets of a dataset back to what they were at a revision, as new revisions: nothing is lost, and " +
      "what was restored can be undone the same way.",
  )
  .argument("<dataset>", referenceHelp)
  .argument("<revision>", "number of the revision; 0 is before the first one", wholeNumber)
  .option("-y, --yes", "without a question")
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(restore);

async function restore(reference: string, revision: number, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const { client } = connection;
  const folderId = await resolveReference(connection, reference);
  const { name } = await client.call("folder.get", { id: folderId }, { signal: interrupted });
  const head = await headOf(connection, folderId);
  if (revision > 0) await requireRevision(connection, folderId, revision);
  if (options.yes !== true && revision < head) await confirm(name, head, revision);
  await client.call("annotation.rollback", { folderId, revision }, { signal: interrupted });
  const now = await headOf(connection, folderId);
  if (options.json === true) return writeJson({ id: folderId, name, restored: revision, was: head, revision: now });
  note(
    printable(
      now === head
        ? `${name} is as at revision ${revision} already.`
        : `${name} is as at revision ${revision} again, as revision ${now}.`,
    ),
  );
}

async function confirm(name: string, head: number, revision: number): Promise<void> {
  const what = `bring ${name} from revision ${head} back to revision ${revision}`;
  if (!canAsk()) throw usageError(`--yes says to ${what}.`);
  const answer = await ask(printable(`${what.replace(/^./, (letter) => letter.toUpperCase())}? [y/N] `));
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError("nothing was restored.");
}
