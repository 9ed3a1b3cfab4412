/** Tables that tools export in parts, one for each of train, valid and test: rows of one table. */
import { readerProblem } from "../problems/reader-problems.ts";
import { classDescriptions } from "../recognize/recognize-names.ts";
import type { ColumnMapping } from "../recognize/column-mapping.ts";
import type { AnnotationSource } from "../sources/source.ts";
import { readTable, type Separator } from "../text/table-text.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import { CoreError, type Problem } from "../../types.ts";
import { TableColumns } from "./table-columns.ts";

export interface JoinedTable {
  readonly bytes: Uint8Array;
  /** A table of the codes and names of its types, if there is one. */
  readonly list: Uint8Array | undefined;
  readonly problems: readonly Problem[];
}

/** @throws CoreError if several are about the same picture, or have different columns */
export async function joinTables(
  source: AnnotationSource,
  { title, columns }: { readonly title: string; readonly columns: ColumnMapping },
): Promise<JoinedTable> {
  const all = [...source.files()];
  const parts = all.filter(({ name }) => !classDescriptions.test(name));
  const list = await all.find(({ name }) => classDescriptions.test(name))?.read();
  const [only, ...others] = parts;
  if (only === undefined || others.length === 0)
    return { bytes: (await only?.read()) ?? new Uint8Array(), list, problems: [] };
  const seen = new Map<string, string>();
  let joined = "";
  const isByName = Object.values(columns.columns).some((column) => !/^(\d+|line)$/.test(column));
  let first: Form | undefined;
  for (const { name, read } of parts) {
    const { text } = decodeWhole(await read());
    const { rows, separator } = readTable(text);
    const table = new TableColumns(rows, columns);
    const form: Form = { separator, header: isByName ? table.header : [] };
    first ??= form;
    // Rows are joined as they are, and read by the places of their cells.
    if (!areAlike(first, form)) {
      const differ = `${only.name} and ${name} have different columns, or other separators`;
      throw new CoreError("source-several-files", `${differ}: read them one at a time.`);
    }
    for (const row of table.rows) {
      const picture = table.cell(row, "image");
      const other = seen.get(picture) ?? name;
      if (other !== name) {
        const both = `${other} and ${name} are both about ${picture}`;
        throw new CoreError("source-several-files", `${both}: read them one at a time.`);
      }
      seen.set(picture, name);
    }
    // The names of columns come once.
    const skipped = joined === "" ? 0 : (table.rows[0]?.line ?? Infinity) - 1;
    const lines = text.split(/\r\n|\r|\n/).slice(skipped);
    joined += lines.map((line) => `${line}\n`).join("");
  }
  const shown = parts
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ");
  const more = parts.length > 3 ? ` and ${parts.length - 3} more` : "";
  const problem = readerProblem("coco-splits-joined", [`${parts.length}`, shown + more, title]);
  return { bytes: new TextEncoder().encode(joined), list, problems: [problem] };
}

interface Form {
  readonly separator: Separator;
  /** Empty if columns are found by their places. */
  readonly header: readonly string[];
}

const areAlike = (one: Form, other: Form): boolean =>
  one.separator === other.separator && one.header.join("\n") === other.header.join("\n");
