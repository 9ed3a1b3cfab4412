/**
 * The order of pictures in a dataset: picture n of a sequence is the n-th name in this order.
 */

type Piece = { readonly digits: true; readonly text: string } | { readonly digits: false; readonly text: string };

/** Splits a name into runs of digits and runs of anything else. */
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
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  while (true) {
    const x = left.next();
    const y = right.next();
    if (x.done || y.done) return (x.done ? 0 : 1) - (y.done ? 0 : 1);
    const difference = (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}

/** Numbers before text, numbers by value, text by code point (case matters), shorter first; equal values by text. */
export function compareNatural(a: string, b: string): number {
  const left = piecesOf(a);
  const right = piecesOf(b);
  for (let i = 0; i < left.length && i < right.length; i++) {
    const x = left[i]!;
    const y = right[i]!;
    if (x.digits !== y.digits) return x.digits ? -1 : 1;
    const order = x.digits ? compareDigits(x.text, y.text) : compareCodePoints(x.text, y.text);
    if (order !== 0) return order;
  }
  return left.length - right.length || compareCodePoints(a, b);
}
