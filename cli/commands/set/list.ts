/** `wakeline set list`: the annotation sets of a dataset, with their newest revisions. */

import { Command } from "commander";
import { annotationSets } from "../../base/site/annotation-sets.ts";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { io } from "../../base/terminal/io.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Lists the annotation sets of a dataset. The default set has no name.")
  .argument("<dataset>", referenceHelp)
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(reference: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const sets = await annotationSets(connection, id);
  if (options.json === true) return writeJson({ id, sets });
  if (sets.length === 0) return note("Nothing was saved there yet.");
  const columns = [
    ...[{ title: "set", flexible: true }, { title: "tracks", align: "right" } as const],
    ...[{ title: "revision", align: "right" } as const, { title: "by", flexible: true }, { title: "saved" }],
  ];
  const rows = sets.map(({ name, tracks, revision, author, saved }) => [
    ...[name ?? "(default)", tracks.toLocaleString("en-US"), revision, author, saved.slice(0, 10)],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
}
