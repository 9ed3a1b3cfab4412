/**
 * All rows of a database at one moment, and how to load them into an empty database. Rows contain what the tables
 * contain and are the same for every adapter: a dump of one database can be loaded into another.
 */

/** Values by column name: texts, numbers and nulls. */
export type DumpRow = Readonly<Record<string, string | number | null>>;

export interface DumpedTable {
  readonly name: string;
  readonly rows: AsyncIterable<DumpRow>;
}

export interface DatabaseDump {
  /** Number of the last migration applied to the database. */
  readonly schema: number;
  /** Tables in an order in which they can be loaded. Read each table to its end before the next one. */
  tables(): AsyncIterable<DumpedTable>;
  close(): Promise<void>;
}
