/**
 * A table of boxes whose columns the user has named: each row becomes a row of VIAME CSV on the same line, which the
 * core reads, so that pictures are matched and problems are located as in any other file.
 */
import { columnsText, type ColumnMapping, type ProposedColumns } from "../recognize/column-mapping.ts";
import { readerProblem, readerRefusal } from "../problems/reader-problems.ts";
import { withProblems } from "../exchange/reading.ts";
import { recognizeContent } from "../recognize/recognize-source.ts";
import { openSource, readOnlyFile, type SourceContent } from "../sources/source.ts";
import { readTable, type Table } from "../text/table-text.ts";
import { maxListedProblems } from "../problems/read-problems.ts";
import { tableOfJson } from "../text/json-table.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import { CoreError, type AnnotationCore, type Problem, type ReadOptions, type ReadReport } from "../../types.ts";
import { joinTables } from "./join-tables.ts";
import { TableColumns } from "./table-columns.ts";
import { framesInNames } from "./table-facts.ts";
import { TableRows } from "./table-rows.ts";

export function readColumns(
  core: AnnotationCore,
  bytes: Uint8Array,
  mapping: ColumnMapping,
  options: ReadOptions,
  typeNames: ReadonlyMap<string, string> = new Map(),
): ReadReport {
  return readDecoded(core, tableIn(bytes), mapping, options, typeNames);
}

interface DecodedTable {
  readonly table: Table;
  /** Of its encoding. */
  readonly converted: readonly Problem[];
}

function tableIn(bytes: Uint8Array): DecodedTable {
  const { text, problems } = decodeWhole(bytes);
  return { table: readTable(tableOfJson(text) ?? text), converted: problems };
}

function readDecoded(
  core: AnnotationCore,
  { table: decoded, converted }: DecodedTable,
  mapping: ColumnMapping,
  options: ReadOptions,
  typeNames: ReadonlyMap<string, string>,
): ReadReport {
  const table = new TableRows(decoded, mapping, options, typeNames);
  const csv = table.viameCsv();
  const broken = table.problems.filter(({ severity }) => severity === "error");
  const [first] = broken;
  if (options.strict === true && first !== undefined) throw readerRefusal("table-row-broken", [first.message], first);
  const report = withProblems(
    [...converted, ...table.problems].slice(0, maxListedProblems),
    core.reader.readViameCsv(new TextEncoder().encode(csv), options),
  );
  return { ...report, skippedCount: report.skippedCount + broken.length };
}

/** A table, or the parts of one, and possibly one of the codes and names of its types. */
export async function readTableFiles(content: SourceContent, name: string | undefined, columns: ColumnMapping) {
  const source = await openSource(content, name);
  const isSet = [...source.files()].length > 1;
  const found = isSet ? await recognizeContent(source, name) : undefined;
  if (found?.kind !== "table")
    return { bytes: await readOnlyFile(source), typeNames: typeNamesIn(undefined), problems: [] };
  const title = found.judgment?.winner.title ?? "a table";
  const { bytes, list, problems } = await joinTables(found.source, { title, columns });
  return { bytes, typeNames: typeNamesIn(list), problems };
}

export interface TableKind {
  readonly title: string;
  /** A table of the codes and names of its types, if there is one. */
  readonly list?: Uint8Array | undefined;
}

/** By their codes. @param list a table of codes and names, if there is one */
function typeNamesIn(list: Uint8Array | undefined): ReadonlyMap<string, string> {
  const rows = list === undefined ? [] : readTable(decodeWhole(list).text).rows;
  return new Map(rows.map(({ texts: [code = "", name = ""] }) => [code, name]));
}

/** Reads a table by its own description, with a warning that says so. */
export function readProposedColumns(
  core: AnnotationCore,
  bytes: Uint8Array,
  { title, list }: TableKind,
  { caveat: _, ...proposed }: ProposedColumns,
  options: ReadOptions,
): ReadReport {
  try {
    const decoded = tableIn(bytes);
    const mapping = withFirstFrame(proposed, decoded.table);
    const areNumbered = framesInNames(new TableColumns(decoded.table.rows, mapping), mapping, options) !== undefined;
    const counting = countingText(
      mapping,
      areNumbered ? "numbered" : options.imageNames === undefined ? "unknown" : "known",
    );
    const chosen = readerProblem("table-columns-taken", [title, columnsText(mapping), counting]);
    return withProblems([chosen], readDecoded(core, decoded, mapping, options, typeNamesIn(list)));
  } catch (error) {
    const isUnsized = error instanceof CoreError && error.code === "table-size-unknown";
    throw isUnsized ? readerRefusal("table-size-unknown", [title]) : error;
  }
}

/** A proposal comes from the beginning of a table, and frame 0 may be further down. */
function withFirstFrame(mapping: ColumnMapping, { rows }: Table): ColumnMapping {
  const { frame1: frame, ...others } = mapping.columns;
  if (frame === undefined) return mapping;
  const columns = new TableColumns(rows, mapping);
  const isFromZero = columns.rows.some((row) => /^-?0+(\.0*)?$/.test(columns.cell(row, "frame1")));
  return isFromZero ? { ...mapping, columns: { ...others, frame } } : mapping;
}

function countingText({ columns, units }: ColumnMapping, pictures: "known" | "numbered" | "unknown"): string {
  const frames =
    columns.frame1 !== undefined
      ? " Frames were counted from 1, since none is 0."
      : columns.frame !== undefined
        ? " Frames were counted from 0."
        : pictures === "known" || columns.time !== undefined
          ? ""
          : pictures === "numbered"
            ? " Frames were taken from the numbers in their names."
            : " Pictures were numbered in the natural order of their names, since those of the dataset are not known.";
  const boxes = columns.box === undefined ? "" : " The four numbers of a box were read as left, top, width and height.";
  const parts = units === "fractions" ? " Positions were read as fractions of the picture." : "";
  return frames + boxes + parts;
}
