/** The order of pictures in a dataset: picture n of a sequence is the n-th name in this order. */

type Piece = { readonly digits: true; readonly text: string } | { readonly digits: false; readonly text: string };

/** Splits a name into runs of digits and of other characters. */
function piecesOf(name: string): Piece[] {
  return (name.match(/\d+|\D+/g) ?? []).map((text) => ({ digits: /^\d/.test(text), text }) as Piece);
}

/** Compares runs of digits by value, of any length: by the number of significant digits first, then digit by digit. */
function compareDigits(a: string, b: string): number {
  const left = a.replace(/^0+(?=\d)/, "");
  const right = b.replace(/^0+(?=\d)/, "");
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

/** JavaScript compares UTF-16 units; names are ordered by code point, as clients of api/v1 in other languages do. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = rankOf(a.charCodeAt(i)) - rankOf(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Surrogates, for code points beyond 16 bits, sort after all other units. */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** Numbers before text, numbers by value, text by code point (case matters), shorter first; equal values by text. */
export function compareNatural(a: string, b: string): number {
  return compareNaturalKeys(naturalKey(a), naturalKey(b));
}

/** The parsed form of a name: for long lists, in which each name is compared many times. */
export interface NaturalKey {
  readonly name: string;
  readonly pieces: readonly Piece[];
}

export const naturalKey = (name: string): NaturalKey => ({ name, pieces: piecesOf(name) });

/** Like `compareNatural`. */
export function compareNaturalKeys(
  { name: a, pieces: left }: NaturalKey,
  { name: b, pieces: right }: NaturalKey,
): number {
  for (let i = 0; i < left.length && i < right.length; i++) {
    const x = left[i]!;
    const y = right[i]!;
    if (x.digits !== y.digits) return x.digits ? -1 : 1;
    const order = x.digits ? compareDigits(x.text, y.text) : compareCodePoints(x.text, y.text);
    if (order !== 0) return order;
  }
  return left.length - right.length || compareCodePoints(a, b);
}
