/** Follows objects through the pictures of a source, frame by frame; each picture is decoded once for all of them. */

import { usualClearness } from "#vision/tracking/follower";
import { nextTask } from "../base/after-frame.ts";
import type { Picture } from "../base/picture.ts";
import type { FollowedBox, FollowedFrame, FollowRequest, Prompt } from "../base/prompt.ts";
import { boundsOfShape } from "../base/shape.ts";
import type { Assistant } from "./assistant.ts";

export interface Pictures {
  getFrame(frame: number, options: { readonly signal: AbortSignal }): Promise<Picture>;
}

/**
 * Ends when no object is left: each ends at its `until`, or when it is lost. Rejects if the source or the assistant
 * does.
 */
export async function* follow(
  source: Pictures,
  tracker: Assistant,
  { frame: first, step, objects, isWanted = () => true }: FollowRequest,
  signal: AbortSignal,
): AsyncGenerator<FollowedFrame, void, undefined> {
  /** Last known box of each object that is still followed. */
  const last = new Map(objects.map(({ bounds }, of) => [of, bounds]));
  const reaches = (of: number, frame: number): boolean => (objects[of]!.until - frame) * step >= 0;
  const drop = (frame: number): void => {
    for (const of of last.keys()) if (!reaches(of, frame) || !isWanted(of)) last.delete(of);
  };
  let next: Promise<Picture> | undefined = source.getFrame(first, { signal });
  try {
    for (let frame = first; next !== undefined; frame += step) {
      const picture: Picture = await next;
      next = undefined;
      try {
        // Decoded while the tracker works on this picture; errors are handled when it is awaited.
        if ([...last.keys()].some((of) => reaches(of, frame + step))) {
          next = source.getFrame(frame + step, { signal });
          next.catch(() => undefined);
        }
        const prompts = [...last].map(([of, bounds]): Prompt => {
          if (frame !== first) return { kind: "track", bounds, of };
          const { isCarrying = false, outline } = objects[of]!;
          return { kind: "box", bounds, of, isCarrying, outline };
        });
        const seen = await tracker.encode(picture, signal);
        const answers = await tracker.infer(seen, prompts, signal);
        last.clear();
        const boxes = new Map<number, FollowedBox>();
        for (const { of = 0, shape, score, motion } of answers) {
          const bounds = boundsOfShape(shape);
          last.set(of, bounds);
          boxes.set(of, { bounds, score, isGuess: score < usualClearness, motion });
        }
        if (frame !== first) yield { frame, boxes };
      } finally {
        picture.close();
      }
      drop(frame + step);
      if (last.size === 0) return;
      // The caller has shown the frame; the next picture is copied to the worker.
      await nextTask();
    }
  } finally {
    next?.then((picture) => picture.close()).catch(() => undefined);
  }
}
