/** DuckDB on one thread, reading the same file into a table. Its native part exists for some platforms only. */

/**
 * Undefined if DuckDB is not installed here.
 * @param kind for rich rows, whose tokens may begin after the first type, DuckDB keeps those as texts
 */
export async function openDuckDb(
  kind: "plain" | "rich" = "plain",
): Promise<((file: string) => Promise<unknown>) | undefined> {
  const duckdb = await import("@duckdb/node-api").catch(() => undefined);
  const instance = await duckdb?.DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance?.connect();
  return connection && ((file) => connection.run(readCsv(file, kind)));
}

/** As made by `generate.ts`: at most two types and five tokens. */
const richCells = ["confidence2", "token1", "token2", "token3", "token4", "token5"];

/** Types and separators are given, so that it has nothing to guess. */
function readCsv(file: string, kind: "plain" | "rich"): string {
  const columns = {
    track: "INTEGER",
    image: "VARCHAR",
    frame: "INTEGER",
    x1: "DOUBLE",
    y1: "DOUBLE",
    x2: "DOUBLE",
    y2: "DOUBLE",
    confidence: "DOUBLE",
    length: "DOUBLE",
    type1: "VARCHAR",
    confidence1: "DOUBLE",
    type2: "VARCHAR",
    confidence2: "DOUBLE",
    ...(kind === "rich" && Object.fromEntries(richCells.map((cell) => [cell, "VARCHAR"]))),
  };
  const list = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`);
  return `CREATE OR REPLACE TEMP TABLE detections AS SELECT * FROM read_csv('${file}', auto_detect = false,
    header = false, skip = 2, delim = ',', null_padding = true, columns = {${list.join(", ")}})`;
}
