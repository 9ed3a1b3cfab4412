/**
 * Inserting many rows: a statement for one row, and the rows. How it is run for each of them is left to the driver: SQLite
 * does so in its thread without a word between the rows, PostgreSQL takes them in one statement. Building a statement for
 * all rows takes longer than running it.
 */
import { CompiledQuery, type Expression, sql } from "kysely";

import type { Db } from "./repositories.ts";
import type { Tables } from "./tables.ts";

/** The only parameter of a statement whose parameters are those of each row. */
export class ManyRows {
  readonly rows: readonly (readonly unknown[])[];

  constructor(rows: readonly (readonly unknown[])[]) {
    this.rows = rows;
  }
}

export function manyRowsOf(parameters: readonly unknown[]): ManyRows["rows"] | undefined {
  return parameters[0] instanceof ManyRows ? parameters[0].rows : undefined;
}

/** How the statement takes a value: as it is, unless it says so. */
export interface Column<Table extends keyof Tables> {
  readonly name: keyof Tables[Table] & string;
  /** Default: the value itself. */
  readonly expression?: (value: unknown) => Expression<unknown>;
}

/** UTF-8 for a column of texts. Bytes go from thread to thread and into a statement without being copied into texts. */
export const textOfBytes = (value: unknown): Expression<unknown> => sql`CAST(${value} AS TEXT)`;

/** What is handed to the driver at once. */
const maxRows = 1000;
/** Characters or bytes. */
const maxLength = 4 * 1024 * 1024;

/** @param rows values in the order of the columns */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  columns: readonly Column<Table>[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const row = Object.fromEntries(columns.map(({ name, expression = sql.val }) => [name, expression(0)]));
  const statement = db
    .insertInto(table)
    .values(row as never)
    .compile().sql;
  for (const some of batches(rows)) await db.executeQuery(CompiledQuery.raw(statement, [new ManyRows(some)]));
}

function* batches(rows: readonly (readonly unknown[])[]): Generator<(readonly unknown[])[]> {
  let batch: (readonly unknown[])[] = [];
  let length = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) if (typeof value === "string" || value instanceof Uint8Array) length += value.length;
    if (batch.length < maxRows && length < maxLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}
