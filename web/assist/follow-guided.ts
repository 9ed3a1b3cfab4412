/** Follows one object that the user points at, for as long as the pointer provides positions. */

import { nextTask } from "../base/after-frame.ts";
import type { Picture } from "../base/picture.ts";
import type { GuidedFrame, GuidedRequest, Prompt } from "../base/prompt.ts";
import { boundsOfShape, type BoxBounds } from "../base/shape.ts";
import type { Assistant } from "./assistant.ts";
import type { Pictures } from "./follow.ts";

/** Rejects if the source, the assistant or the hints do. */
export async function* followGuided(
  source: Pictures,
  tracker: Assistant,
  { frame: first, bounds: start, until, hintOn }: GuidedRequest,
  signal: AbortSignal,
): AsyncGenerator<GuidedFrame, void, undefined> {
  let last: BoxBounds = start;
  let next: Promise<Picture> | undefined = source.getFrame(first, { signal });
  const see = async (picture: Picture, prompt: Prompt): Promise<BoxBounds | undefined> => {
    try {
      const [answer] = await tracker.infer(await tracker.encode(picture, signal), [prompt], signal);
      return answer && boundsOfShape(answer.shape);
    } finally {
      picture.close();
    }
  };
  try {
    for (let frame = first; frame <= until; frame++) {
      const hint = frame === first ? undefined : await hintOn(frame);
      if (frame !== first && hint === undefined) return;
      const picture: Picture = await next!;
      // Decoded while the tracker works on this picture; errors are handled when it is awaited.
      next = frame < until ? source.getFrame(frame + 1, { signal }) : undefined;
      next?.catch(() => undefined);
      const bounds = await see(
        picture,
        hint === undefined ? { kind: "box", bounds: start } : { kind: "near", bounds: last, hint },
      );
      last = bounds ?? last;
      if (frame !== first) yield { frame, bounds };
      await nextTask();
    }
  } finally {
    next?.then((picture) => picture.close()).catch(() => undefined);
  }
}
