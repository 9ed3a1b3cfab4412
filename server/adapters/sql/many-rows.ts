/**
 * Inserting many rows at once. Building such a statement takes longer than running it, so its text is kept for each number
 * of rows; only the values are new.
 */
import { CompiledQuery, type DialectAdapter, type Expression, sql } from "kysely";

import { chunks } from "./queries.ts";
import type { Db } from "./repositories.ts";
import type { Tables } from "./tables.ts";

/** How the statement takes a value: as it is, unless it says so. */
export interface Column<Table extends keyof Tables> {
  readonly name: keyof Tables[Table] & string;
  /** Default: the value itself. */
  readonly expression?: (value: unknown) => Expression<unknown>;
}

/** UTF-8 for a column of texts. Bytes go from thread to thread and into a statement without being copied into texts. */
export const textOfBytes = (value: unknown): Expression<unknown> => sql`CAST(${value} AS TEXT)`;

/** Databases limit the parameters of one statement, and payloads can be large. */
const ROWS_PER_STATEMENT = 100;

const texts = new WeakMap<DialectAdapter, Map<string, string>>();

/** @param rows values in the order of the columns */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  columns: readonly Column<Table>[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  // One is prepared while the one before runs.
  let running: Promise<unknown> = Promise.resolve();
  for (const some of chunks(rows, ROWS_PER_STATEMENT)) {
    const next = db.executeQuery(CompiledQuery.raw(textOf(db, table, columns, some.length), some.flat()));
    // When the one before fails, nobody asks what becomes of this one.
    next.catch(() => undefined);
    await running;
    running = next;
  }
  await running;
}

function textOf<Table extends keyof Tables>(
  db: Db,
  table: Table,
  columns: readonly Column<Table>[],
  count: number,
): string {
  const { adapter } = db.getExecutor();
  let known = texts.get(adapter);
  if (known === undefined) texts.set(adapter, (known = new Map()));
  const key = `${table} ${count}`;
  let text = known.get(key);
  if (text === undefined) {
    const row = Object.fromEntries(columns.map(({ name, expression = sql.val }) => [name, expression(0)]));
    const statement = db.insertInto(table).values(Array.from({ length: count }, () => row) as never);
    known.set(key, (text = statement.compile().sql));
  }
  return text;
}
