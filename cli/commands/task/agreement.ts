/** `wakeline task agreement`: how well people agree who annotated the same frames, as CSV. */

import { Command } from "commander";
import { toCsv } from "#schemas/csv";
import type { TaskAgreement } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, warn, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";

interface Options extends ServerOption {
  readonly hidden?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Writes as CSV how well people agree whose tasks are about the same frames, in sets of their own (`task create --overlap`): " +
      "F1 at an IoU of 0.5, the mean IoU of the boxes that match, HOTA, IDF1, and how many values of track attributes are the same; over all types and for each. " +
      "It compares what was handed in, in the datasets below a folder that you administrate.",
  )
  .argument("<folder>", referenceHelp)
  .addOption(serverOption())
  .option(
    "--hidden",
    "write instead how well people did on hidden ground truth: frames of accepted tasks on clones that they cannot read",
  )
  .option("--json", "print it as JSON")
  .action(agreement);

const columns = [
  "person",
  "other",
  "type",
  "pieces",
  "boxes",
  "other boxes",
  "F1",
  "IoU",
  "HOTA",
  "IDF1",
  "same values",
  "values",
];

async function agreement(folder: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(folder));
  const id = await resolveReference(connection, folder);
  const agreement = await connection.client.call("task.agreement", { id }, { signal: interrupted });
  if (options.json === true) return writeJson(agreement);
  const { rows, waiting, leftOut } = agreement;
  if (options.hidden === true) return await writeHidden(agreement.hidden);
  if (waiting > 0) note(`${waiting} more can be compared when both have handed in.`);
  if (leftOut > 0) warn(`${leftOut} were left out: they have several cameras, or are too many for one answer.`);
  const cells = rows.map(
    ({ login, other = "", type, pieces, boxes, otherBoxes, f1, meanIou, hota, idf1, ...values }) => [
      ...[login, other, type ?? "", pieces, boxes, otherBoxes, number(f1), number(meanIou), number(hota), number(idf1)],
      ...[values.sameValues, values.comparedValues],
    ],
  );
  await writeResult(`${toCsv([columns, ...cells])}\r\n`);
}

const number = (value: number | null): string => (value === null ? "" : value.toFixed(4));

async function writeHidden({ rows, seen, leftOut }: TaskAgreement["hidden"]): Promise<void> {
  if (seen > 0) note(`${seen} were not scored, since the person may read the truth.`);
  if (leftOut > 0) warn(`${leftOut} were left out: they are too many for one answer.`);
  const titles = ["person", "type", "pieces", "boxes", "true boxes", "F1", "IoU", "HOTA", "IDF1"];
  const cells = rows.map(({ login, type = "", pieces, boxes, truthBoxes, f1, meanIou, hota, idf1 }) => [
    ...[login, type, pieces, boxes, truthBoxes, number(f1), number(meanIou), number(hota), number(idf1)],
  ]);
  await writeResult(`${toCsv([titles, ...cells])}\r\n`);
}
