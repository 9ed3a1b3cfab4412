/** One step of the schema. */
export interface Migration {
  /** 1, 2, 3... without gaps. */
  version: number;
  /** Kebab-case, for people. */
  name: string;
  sql: string;
}
