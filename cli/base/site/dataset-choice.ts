/**
 * The datasets that a command works on: its arguments, the lines of a file or of standard input, those in a folder,
 * those whose name contains a text. Duplicates count once.
 */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { Folder } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { referenceHelp, resolveReference } from "./dataset-reference.ts";
import { fileError, usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { io } from "../terminal/io.ts";
import { counted, note } from "../terminal/output.ts";

export interface ChoiceOptions {
  readonly in?: string;
  readonly search?: string;
  readonly list?: string;
}

const standardInput = "-";

/** Adds the argument and the options. */
export function addDatasetChoice(command: Command): Command {
  return command
    .argument("[dataset...]", `${referenceHelp}; - reads them from standard input, one a line`)
    .option("--in <folder>", `all datasets of this folder and those below it: ${referenceHelp}`)
    .option("--search <text>", "all datasets whose name has this text, in any case; with --in those of the folder")
    .option("--list <file>", "the datasets that this file names, one a line");
}

/** Reads what `addDatasetChoice` added to a command. @throws CliError when nothing is chosen */
export async function chooseDatasets(
  connect: () => Promise<Connection>,
  given: readonly string[],
  { in: folder, search, list }: ChoiceOptions,
): Promise<string[]> {
  const references = await namedDatasets(given);
  if (list !== undefined) references.push(...linesOf(await readList(list)));
  if (folder !== undefined || search !== undefined) {
    const datasets = await findDatasets(await connect(), folder, search);
    const where = [folder && `in ${folder}`, search && `whose name has "${search}"`].filter(Boolean).join(", ");
    if (datasets.length === 0) throw usageError(`there is no dataset ${where}.`);
    note(`${counted(datasets.length, "dataset")} ${where}.`);
    references.push(...datasets.map(({ _id }) => _id));
  }
  if (references.length === 0) {
    const isRead = given.length > 0 || list !== undefined;
    throw usageError(
      isRead
        ? "no dataset is named: the list is empty."
        : "name a dataset, or choose some with --in, --search or --list.",
    );
  }
  return [...new Set(references)];
}

async function namedDatasets(given: readonly string[]): Promise<string[]> {
  const references: string[] = [];
  for (const reference of given) {
    if (reference === standardInput) references.push(...linesOf(await readInput()));
    else references.push(reference);
  }
  return references;
}

/** Datasets in a folder, and those whose name contains a text. */
export async function findDatasets(
  connection: Connection,
  folder: string | undefined,
  search: string | undefined,
  only: { readonly shared?: true | undefined; readonly published?: true | undefined } = {},
): Promise<Folder[]> {
  const datasets =
    folder === undefined
      ? await connection.client.call("dataset.list", { limit: 0, ...only }, { signal: interrupted })
      : await datasetsBelow(connection, await resolveReference(connection, folder));
  return datasets.filter(({ name }) => hasText(name, search));
}

/** In any case, and however its accents are encoded. */
export function hasText(name: string, search = ""): boolean {
  const plain = (text: string): string => text.normalize("NFC").toLowerCase();
  return plain(name).includes(plain(search));
}

/** Folders below a dataset belong to it. */
async function datasetsBelow(connection: Connection, parentId: string): Promise<Folder[]> {
  const datasets: Folder[] = [];
  const place = { parentType: "folder", parentId, limit: 0 } as const;
  for (const folder of await connection.client.call("folder.list", place, { signal: interrupted })) {
    if (folder.meta.annotate === true || folder.meta.type === "multi") datasets.push(folder);
    else if (folder.meta.type === undefined) datasets.push(...(await datasetsBelow(connection, folder._id)));
  }
  return datasets;
}

async function readList(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw fileError("read", path, error);
  }
}

async function readInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of io().input) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces).toString("utf8");
}

/** The first column of each line: `wakeline ls | wakeline job run motion -`. */
function linesOf(text: string): string[] {
  const cells = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line) => (line.split("\t")[0] ?? "").trim());
  return cells.filter((cell) => cell !== "" && !cell.startsWith("#"));
}
