/** `wakeline revision show`: who saved a revision, and what it changed. */

import { Command } from "commander";
import type { Revision } from "#schemas/wire";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { io } from "../../base/terminal/io.ts";
import { wholeNumber } from "../../base/terminal/option-values.ts";
import { writeJson, writeResult } from "../../base/terminal/output.ts";
import { requireRevision, revisionFacts } from "../../base/site/revisions.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { changesBetween, countsOf, type ChangeCounts } from "../../working-copy/changes.ts";
import { loadSet } from "../../working-copy/set-content.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Shows who saved a revision of a dataset, when, and what it added, changed and deleted.")
  .argument("<dataset>", referenceHelp)
  .argument("<revision>", "number of the revision", wholeNumber)
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(show);

async function show(reference: string, wanted: number, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const revision = await requireRevision(connection, id, wanted);
  const { tracks, groups } = await changesOf(connection, id, revision);
  const facts = { id, ...revisionFacts(revision), tracks, groups };
  if (options.json === true) return writeJson(facts);
  const rows = [
    ["revision", String(facts.revision)],
    ["set", facts.set ?? "(default)"],
    ["by", facts.author],
    ["saved", facts.saved.slice(0, 16).replace("T", " ")],
    ["description", facts.description],
    ["tracks", countsText(tracks)],
    ["groups", countsText(groups)],
  ];
  await writeResult(formatTable(io().out, [{ title: "fact" }, { title: "value", flexible: true }], rows));
}

async function changesOf(connection: Connection, id: string, { revision, set }: Revision) {
  const before = await loadSet(connection, id, set, revision - 1);
  return countsOf(changesBetween(before, await loadSet(connection, id, set, revision)));
}

const countsText = ({ added, changed, deleted }: ChangeCounts): string =>
  `${added} added, ${changed} changed, ${deleted} deleted`;
