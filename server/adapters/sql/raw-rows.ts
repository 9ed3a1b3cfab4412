/** Rows of a query written as text. Embedded in one of Kysely's, it is known to read and not to write. */
import type { RawBuilder } from "kysely";

import type { Db } from "./tables.ts";

/** @param query a SELECT without ORDER BY @param order columns of it */
export async function rawRows<Row>(
  db: Db,
  query: RawBuilder<Row>,
  order: readonly (keyof Row & string)[] = [],
): Promise<Row[]> {
  let rows = db.selectFrom(query.as("found") as never).selectAll() as never as {
    orderBy(column: string): typeof rows;
    execute(): Promise<unknown[]>;
  };
  for (const column of order) rows = rows.orderBy(`found.${column}`);
  return (await rows.execute()) as Row[];
}
