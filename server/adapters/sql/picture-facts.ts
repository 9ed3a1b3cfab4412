/** Sizes of pictures in SQL: with the content if the site stores it, with the file if it is in a media source. */
import { sql } from "kysely";

import type { PictureFacts } from "../../ports/blob.repository.ts";
import { chunks, rowsPerInsert } from "./queries.ts";
import type { Db } from "./tables.ts";

/** Where sizes are, and the column that names a row. */
type Place = { readonly table: "blobs"; readonly key: "hash" } | { readonly table: "files"; readonly key: "id" };

const noPicture: PictureFacts = { width: 0, height: 0, orientation: 1 };

/** By key; `undefined`: not an image. Those not measured are left out. */
export async function pictureFactsOf(
  db: Db,
  { table, key }: Place,
  keys: readonly string[],
): Promise<Map<string, PictureFacts | undefined>> {
  const known = new Map<string, PictureFacts | undefined>();
  for (const chunk of chunks(keys)) {
    const { rows } = await sql<PictureFacts & { readonly key: string }>`
      SELECT ${sql.ref(key)} AS key, width, height, coalesce(orientation, 1) AS orientation FROM ${sql.table(table)}
      WHERE ${sql.ref(key)} IN (${sql.join(chunk)}) AND width IS NOT NULL`.execute(db);
    for (const { key: one, ...facts } of rows) known.set(one, facts.width > 0 ? facts : undefined);
  }
  return known;
}

export async function storePictureFacts(
  db: Db,
  { table, key }: Place,
  facts: ReadonlyMap<string, PictureFacts | undefined>,
): Promise<void> {
  for (const chunk of chunks([...facts], rowsPerInsert)) {
    const rows = chunk.map(([one, { width, height, orientation } = noPicture]) => {
      const numbers = [width, height, orientation].map((number) => sql`CAST(${number} AS INTEGER)`);
      return sql`(${one}, ${sql.join(numbers)})`;
    });
    await sql`
      WITH measured(measured_key, width, height, orientation) AS (VALUES ${sql.join(rows)})
      UPDATE ${sql.table(table)}
      SET width = measured.width, height = measured.height, orientation = measured.orientation
      FROM measured WHERE ${sql.ref(`${table}.${key}`)} = measured.measured_key`.execute(db);
  }
}
