/** The output of ffmpeg about decoded pictures: their hashes and times as lines, their pixels as a stream. */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Pictures before time 0 are decoded but not shown; container clocks are coarse. */
const toleranceSeconds = 0.0005;

export interface HashedPicture {
  /** Display time according to the container. */
  readonly seconds: number;
  readonly content: string;
  readonly width: number;
  readonly height: number;
}

/** The lines of ffmpeg's framehash: `stream, dts, pts, duration, size, hash`, after a header with clock and size. */
export async function* hashedPictures(lines: Readable): AsyncGenerator<HashedPicture> {
  let [tick, width, height] = [1, 0, 0];
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    const clock = /^#tb 0: (\d+)\/(\d+)/.exec(line);
    if (clock !== null) tick = Number(clock[1]) / Number(clock[2]);
    const size = /^#dimensions 0: (\d+)x(\d+)/.exec(line);
    if (size !== null) [width, height] = [Number(size[1]), Number(size[2])];
    if (line.startsWith("#")) continue;
    const [, , pts = "", , , content = ""] = line.split(",").map((cell) => cell.trim());
    yield { seconds: Math.round(Number(pts) * tick * 1e6) / 1e6, content, width, height };
  }
}

/** Numbers pictures as in the viewer; `undefined` for those that are not frames. */
export function frameNumbers(): (picture: HashedPicture) => number | undefined {
  let next = 0;
  let before = Number.NEGATIVE_INFINITY;
  return ({ seconds }) => {
    if (seconds < -toleranceSeconds || seconds - before < 1e-6) return undefined;
    before = seconds;
    return next++;
  };
}

/** Splits a stream into pieces of equal length; `undefined` at its end. */
export function piecesOf(stream: Readable, bytes: number): () => Promise<Uint8Array | undefined> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let chunk: Uint8Array = new Uint8Array();
  return async () => {
    const piece = new Uint8Array(bytes);
    for (let filled = 0; filled < bytes;) {
      if (chunk.length === 0) {
        const { done, value } = await chunks.next();
        if (done === true) return undefined;
        chunk = value;
      }
      const part = chunk.subarray(0, bytes - filled);
      piece.set(part, filled);
      filled += part.length;
      chunk = chunk.subarray(part.length);
    }
    return piece;
  };
}
