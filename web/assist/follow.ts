/** Follows an object through the pictures of a source, one after the other. */

import { usualClearness } from "#vision/tracking/follower";
import type { Picture } from "../base/picture.ts";
import type { FollowedBox, FollowRequest } from "../base/prompt.ts";
import { boundsOfShape } from "../base/shape.ts";
import type { Assistant } from "./assistant.ts";

interface Pictures {
  getFrame(frame: number, options: { readonly signal: AbortSignal }): Promise<Picture>;
}

/** Ends after `until`, or where the object is lost. Rejects as the source and the assistant do. */
export async function* follow(
  source: Pictures,
  tracker: Assistant,
  { frame: first, bounds, step, until }: FollowRequest,
  signal: AbortSignal,
): AsyncGenerator<FollowedBox, void, undefined> {
  let last = bounds;
  let next = source.getFrame(first, { signal });
  for (let frame = first; (until - frame) * step >= 0; frame += step) {
    const picture = await next;
    try {
      // Made while the tracker looks at this one; an error is heard of when it is waited for.
      if (frame !== until) next = source.getFrame(frame + step, { signal });
      next.catch(() => undefined);
      const seen = await tracker.encode(picture, signal);
      const prompt = { kind: frame === first ? "box" : "track", bounds: last } as const;
      const [answer] = await tracker.infer(seen, [prompt], signal);
      if (answer === undefined) return;
      last = boundsOfShape(answer.shape);
      const { score } = answer;
      if (frame !== first) yield { frame, bounds: last, score, isGuess: score < usualClearness };
    } finally {
      picture.close();
    }
  }
}
