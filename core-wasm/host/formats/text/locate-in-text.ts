/** Problems of JSON carry a byte offset: here they get the line and column that people look for. */
import type { Problem } from "../../types.ts";

/** Those with an offset inside the bytes get a line and a column; the others stay as they are. */
export function locateInText(problems: readonly Problem[], bytes: Uint8Array): Problem[] {
  const locate = createLocator(bytes);
  return problems.map((problem) => {
    const { line, offset } = problem;
    const isHere = line === undefined && offset !== undefined && offset <= bytes.length;
    return { ...problem, ...(isHere && locate(offset)) };
  });
}

const lineFeed = 0x0a;

/** Line and column (in characters, from 1) of a byte offset; cheap for offsets that ascend. */
function createLocator(bytes: Uint8Array): (offset: number) => { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  return (offset) => {
    if (offset < lineStart) {
      line = 1;
      lineStart = 0;
    }
    for (
      let end = bytes.indexOf(lineFeed, lineStart);
      end >= 0 && end < offset;
      end = bytes.indexOf(lineFeed, lineStart)
    ) {
      line += 1;
      lineStart = end + 1;
    }
    // Bytes 10xxxxxx continue a character.
    let column = 1;
    for (let at = lineStart; at < Math.min(offset, bytes.length); at++)
      if (((bytes[at] ?? 0) & 0xc0) !== 0x80) column += 1;
    return { line, column };
  };
}
