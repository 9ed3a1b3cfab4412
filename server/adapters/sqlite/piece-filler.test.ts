import { expect, test } from "vitest";

import { pieceBytes, PieceFiller } from "./piece-filler.ts";

/** Rows of these lengths, each of one byte value. */
function rowsOf(lengths: readonly number[]): { rows: Iterator<readonly [Uint8Array]>; asked: () => number } {
  let n = 0;
  const next = (): IteratorResult<readonly [Uint8Array], undefined> => {
    const length = lengths[n++];
    return length === undefined
      ? { done: true, value: undefined }
      : { done: false, value: [new Uint8Array(length).fill(n)] };
  };
  return { rows: { next }, asked: () => n };
}

const lengthsOf = (piece: Uint8Array): number[] => {
  const lengths = [];
  for (let begin = 0; begin <= piece.length;) {
    const comma = piece.indexOf(",".charCodeAt(0), begin);
    const end = comma === -1 ? piece.length : comma;
    lengths.push(end - begin);
    begin = end + 1;
  }
  return lengths;
};

test("whole rows as far as they fit, a row that is too long alone, and then nothing any more", () => {
  const half = pieceBytes / 2;
  const lengths = [10, 0, half, half, half - 1, pieceBytes, pieceBytes + 1, 5];
  const { rows, asked } = rowsOf(lengths);
  const filler = new PieceFiller(rows);
  const pieces: number[][] = [];
  for (let piece; (piece = filler.next(undefined)) !== undefined;) pieces.push(lengthsOf(piece));
  expect(pieces).toEqual([[10, 0, half], [half, half - 1], [pieceBytes], [pieceBytes + 1], [5]]);
  expect(filler.next(undefined)).toBeUndefined();
  // Calling a finished statement again would restart it.
  expect(asked()).toBe(lengths.length + 1);
});

test("a spare buffer is filled again", () => {
  const filler = new PieceFiller(rowsOf([7, pieceBytes - 100, 200]).rows);
  const first = filler.next(undefined);
  const second = filler.next(first?.buffer);
  expect(second?.buffer).toBe(first?.buffer);
  expect(second).toEqual(new Uint8Array(200).fill(3));
  expect(filler.next(second?.buffer)).toBeUndefined();
});
