/**
 * Streams of JSON texts. A query for one column called JOINED returns the texts of many rows, joined by commas, in one
 * row of bytes, so that no JavaScript strings are made of them. Each database has its own way to do so, and streams
 * nothing else.
 */
import type { AliasableExpression, RawBuilder } from "kysely";

export const joined = "joined_json";

/** How the dialect reads a column of JSON texts for a stream. */
export type JsonColumn = (text: RawBuilder<string>) => AliasableExpression<Uint8Array>;

export interface ChunkedRow {
  readonly [joined]: Uint8Array;
}

/** Pieces of whole texts, joined by commas. */
export async function* joinedPieces(rows: AsyncIterable<ChunkedRow>): AsyncGenerator<Uint8Array> {
  for await (const { [joined]: piece } of rows) yield piece;
}
