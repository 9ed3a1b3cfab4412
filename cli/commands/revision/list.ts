/** `wakeline revision list`: the revisions of a dataset, newest first. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { limitOf, limitOption, printTruncated, type LimitOption } from "../../base/terminal/limit-option.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { revisionFacts } from "../../base/site/revisions.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption, LimitOption {
  readonly set?: string;
  readonly json?: true;
}

const defaultName = "default";

export default new Command()
  .description("Lists the saved revisions of a dataset, newest first.")
  .argument("<dataset>", referenceHelp)
  .option("--set <name>", 'only those of this annotation set; "default" is the one without a name')
  .addOption(limitOption())
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(reference: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const folderId = await resolveReference(connection, reference);
  const isDefault = options.set === defaultName;
  const named = options.set === undefined || isDefault ? {} : { set: options.set };
  const limit = limitOf(options);
  // The server finds those of a set by its name, and the default set has none.
  const query = { folderId, ...named, limit: isDefault ? 0 : limit, sort: "revision", sortdir: -1 };
  const { reply, total: all } = await connection.client.callPaged("annotation.revisions", query, {
    signal: interrupted,
  });
  const matches = reply.filter(({ set }) => !isDefault || set === null);
  const total = isDefault ? matches.length : (all ?? matches.length);
  const revisions = (limit === 0 ? matches : matches.slice(0, limit)).map(revisionFacts);
  if (options.json === true) return writeJson({ id: folderId, total, revisions });
  if (revisions.length === 0) return note("Nothing was saved there yet.");
  const number = (title: string) => ({ title, align: "right" }) as const;
  const columns = [
    ...[number("revision"), { title: "set", flexible: true }, { title: "by", flexible: true }, { title: "saved" }],
    ...[number("written"), number("deleted"), { title: "description", flexible: true }],
  ];
  const rows = revisions.map(({ revision, set, author, saved, additions, deletions, description }) => [
    ...[revision, set ?? "", author, saved.slice(0, 16).replace("T", " "), additions, deletions, description],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
  printTruncated(revisions.length, total, "revision");
}
