/** Reads a place on one frame after the other; the next picture is decoded while this one is read. */

import type { Picture } from "../base/picture.ts";
import type { ReadFrame, ReadText } from "../base/prompt.ts";
import type { Pictures } from "./follow.ts";

export async function* readFrames(
  source: Pictures,
  frames: readonly number[],
  read: (picture: Picture, frame: number) => Promise<ReadText | undefined>,
  signal: AbortSignal,
): AsyncGenerator<ReadFrame, void, undefined> {
  const open = (at: number): Promise<Picture> | undefined => {
    const frame = frames[at];
    const picture = frame === undefined ? undefined : source.getFrame(frame, { signal });
    // Errors are handled when it is awaited.
    picture?.catch(() => undefined);
    return picture;
  };
  let next = open(0);
  try {
    for (const [at, frame] of frames.entries()) {
      const picture: Picture = await next!;
      next = open(at + 1);
      try {
        yield { frame, read: await read(picture, frame) };
      } finally {
        picture.close();
      }
    }
  } finally {
    next?.then((picture) => picture.close()).catch(() => undefined);
  }
}
