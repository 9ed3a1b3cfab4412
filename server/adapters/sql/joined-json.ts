/**
 * Streams of JSON texts. A query for one column called JOINED may come back with the texts of many rows joined by commas
 * in one row of bytes: SQLite does so in its own thread, where it costs no texts. Other databases give a text a row.
 */
import type { AliasableExpression } from "kysely";

export const JOINED = "joined_json";
/** Characters of a piece. */
const PIECE_LENGTH = 256 * 1024;

/** How the dialect reads a column of JSON texts for a stream. */
export type JsonColumn = (name: string) => AliasableExpression<string | Uint8Array>;

export interface JoinedRow {
  readonly [JOINED]: string | Uint8Array;
}

/** Pieces of whole texts, joined by commas. */
export async function* joinedPieces(rows: AsyncIterable<JoinedRow>): AsyncGenerator<Uint8Array> {
  let texts: string[] = [];
  let length = 0;
  const take = (): Buffer => {
    const piece = Buffer.from(texts.join(","));
    texts = [];
    length = 0;
    return piece;
  };
  for await (const { [JOINED]: value } of rows) {
    if (typeof value !== "string") {
      yield value;
      continue;
    }
    texts.push(value);
    length += value.length;
    if (length >= PIECE_LENGTH) yield take();
  }
  if (texts.length > 0) yield take();
}
