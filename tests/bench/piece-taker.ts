/** Consumes a file in pieces as the product does: each is copied once, into a message, a blob or a file. */

export function pieceTaker(): (pieces: Iterable<Uint8Array>) => number {
  let block = new Uint8Array();
  return (pieces) => {
    let bytes = 0;
    for (const piece of pieces) {
      if (piece.length > block.length) block = new Uint8Array(piece.length * 2);
      block.set(piece);
      bytes += piece.length;
    }
    return bytes;
  };
}
