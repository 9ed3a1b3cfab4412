/** Adds line and column, which users look for, to JSON problems with a byte offset. */
import { placesOf } from "./json-place.ts";
import type { Problem } from "../../types.ts";

/** Problems with an offset inside the bytes get a line and a column; the others are unchanged. */
export function locateInText(problems: readonly Problem[], bytes: Uint8Array): Problem[] {
  const locate = createLocator(bytes);
  return withLines(problems, bytes).map((problem) => {
    const { line, offset } = problem;
    const isHere = line === undefined && offset !== undefined && offset <= bytes.length;
    return { ...problem, ...(isHere && locate(offset)) };
  });
}

/** Locates problems that only have a pointer, found in a parsed part of the document. */
function withLines(problems: readonly Problem[], bytes: Uint8Array): readonly Problem[] {
  const isWithout = ({ line, offset, pointer }: Problem): boolean =>
    pointer !== undefined && line === undefined && offset === undefined;
  const pointers = problems.filter(isWithout).map(({ pointer = "" }) => pointer);
  if (pointers.length === 0 || bytes.length > maxParsedBytes) return problems;
  const places = placesOf(new TextDecoder().decode(bytes), pointers);
  return problems.map((problem) =>
    isWithout(problem) ? { ...problem, ...places.get(problem.pointer ?? "") } : problem,
  );
}

const maxParsedBytes = 64 << 20;

const lineFeed = 0x0a;

/** Line and column (in characters, from 1) of a byte offset; cheap for ascending offsets. */
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
