/**
 * Inserts many rows: one statement, and the rows. The driver runs it for each of them: SQLite in its thread without a
 * message per row, PostgreSQL in a single statement. Letting Kysely build a statement for all rows takes longer than
 * running it.
 */
import { CompiledQuery } from "kysely";

import type { Db, Tables } from "./tables.ts";

export interface Column {
  readonly name: string;
  /**
   * Its values may be bytes, the UTF-8 of a text: they go from thread to thread without being converted to strings.
   */
  readonly isTextOfBytes?: boolean;
}

/** The only parameter of a statement that is run for each of these rows. */
export class ManyRows {
  readonly rows: readonly (readonly unknown[])[];
  readonly #table: string;
  readonly #columns: readonly Column[];

  constructor(table: string, columns: readonly Column[], rows: ManyRows["rows"]) {
    this.rows = rows;
    this.#table = table;
    this.#columns = columns;
  }

  /** @param count of rows in the statement @param placeholder text for the value at this position, from 1 */
  statement(count: number, placeholder: (position: number) => string): string {
    let position = 0;
    const value = ({ isTextOfBytes = false }: Column): string => {
      const text = placeholder(++position);
      return isTextOfBytes ? `CAST(${text} AS TEXT)` : text;
    };
    const row = (): string => `(${this.#columns.map(value).join(", ")})`;
    const names = this.#columns.map(({ name }) => `"${name}"`).join(", ");
    return `INSERT INTO "${this.#table}" (${names}) VALUES ${Array.from({ length: count }, row).join(", ")}`;
  }
}

/** `undefined` for every other statement. */
export function manyRowsOf({ parameters }: CompiledQuery): ManyRows | undefined {
  return parameters[0] instanceof ManyRows ? parameters[0] : undefined;
}

/** Rows passed to the driver at once. */
const maxRows = 1000;
/** Characters or bytes. */
const maxLength = 4 * 1024 * 1024;

/** @param rows values in the order of the columns */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  columns: readonly (Column & { readonly name: keyof Tables[Table] })[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (const chunk of batches(rows)) {
    await db.executeQuery(CompiledQuery.raw("", [new ManyRows(table, columns, chunk)]));
  }
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
