/** The datasets that a command is about: its arguments, or one a line from standard input in place of `-`. */
import { usageError } from "./errors.ts";
import { io } from "./io.ts";

const standardInput = "-";

/** @throws CliError when none is named */
export async function datasetReferences(given: readonly string[]): Promise<string[]> {
  const references: string[] = [];
  for (const reference of given) {
    if (reference === standardInput) references.push(...(await readLines()));
    else references.push(reference);
  }
  if (references.length === 0) throw usageError("no dataset is named: standard input holds none.");
  return [...new Set(references)];
}

async function readLines(): Promise<string[]> {
  const pieces: Buffer[] = [];
  for await (const piece of io().input) pieces.push(Buffer.from(piece as Uint8Array));
  const lines = Buffer.concat(pieces).toString("utf8").split(/\r?\n/);
  // Of a list of several columns the first one: `wakeline ls | wakeline job run motion -`.
  return lines.map((line) => (line.split("\t")[0] ?? "").trim()).filter((line) => line !== "");
}
