/**
 * All rows of a database as they were at one moment, and the way back into an empty database. Rows are what the tables hold,
 * the same for every adapter: a dump of one database can be loaded into another.
 */

/** Column names and values: texts, numbers and nulls. */
export type DumpRow = Readonly<Record<string, string | number | null>>;

export interface DumpedTable {
  readonly name: string;
  readonly rows: AsyncIterable<DumpRow>;
}

export interface DatabaseDump {
  /** Number of the last migration that the database has seen. */
  readonly schema: number;
  /** Tables in an order in which they can be loaded. Read each to its end before the next one. */
  tables(): AsyncIterable<DumpedTable>;
  close(): Promise<void>;
}
