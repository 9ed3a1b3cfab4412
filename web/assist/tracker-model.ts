/** Follows objects with the correlation tracker of the server's pipeline, on pictures scaled to its size. */

import type { Bounds } from "#vision/bounds";
import { type Pixels, workingSize } from "#vision/pixels";
import { Follower } from "#vision/tracking/follower";
import type { Answer, Prompt } from "../base/prompt.ts";
import type { Motion } from "../base/motion.ts";
import type { BoxBounds } from "../base/shape.ts";
import type { InputPicture } from "./assistant.ts";
import { type ReadPixels, readPixels } from "./picture-pixels.ts";
import type { Model } from "./serve-model.ts";

const longestSide = 960;

interface Seen {
  readonly pixels: Pixels;
  /** Scaled pixels per image pixel. */
  readonly scale: number;
}

/** @param read default: through a canvas, as in browsers */
export function createTrackerModel(read: ReadPixels = readPixels): Model<Seen> {
  const followers = new Map<number, Follower>();
  return {
    encode(picture: InputPicture): Seen {
      const { width, height } = picture;
      const scale = workingSize(width, height, longestSide).width / width;
      try {
        return { pixels: read(picture, [0, 0, width, height], scale), scale };
      } finally {
        picture.image.close();
      }
    },
    infer({ pixels, scale }: Seen, prompts: readonly Prompt[]): readonly Answer[] {
      // A new request starts: drop the objects of the previous one.
      if (prompts.some(({ kind }) => kind === "box")) followers.clear();
      return prompts.flatMap((prompt): readonly Answer[] => {
        if (prompt.kind === "near") return nearby(followers, pixels, prompt, scale);
        if (prompt.kind !== "box" && prompt.kind !== "track") return [];
        const { of = 0 } = prompt;
        const follower = followers.get(of);
        // A restarted worker does not know the object: start from its box on the previous picture.
        if (prompt.kind === "box" || follower === undefined) {
          followers.set(of, startOf(pixels, prompt, scale));
          return [answer(of, prompt.bounds, 1)];
        }
        const { bounds, clearness, motion } = follower.next(pixels);
        if (bounds === undefined) {
          followers.delete(of);
          return [];
        }
        const found = answer(of, unscaled(bounds, scale), clearness);
        return [motion === undefined ? found : { ...found, motion: unscaledMotion(motion, scale) }];
      });
    },
  };
}

type Start = Extract<Prompt, { readonly kind: "box" | "track" }>;

function startOf(pixels: Pixels, prompt: Start, scale: number): Follower {
  const { x1, y1, x2, y2 } = scaled(prompt.bounds, scale);
  const isCarrying = prompt.kind === "box" && prompt.isCarrying === true;
  const outline =
    prompt.kind === "box" ? prompt.outline?.map(({ x, y }) => ({ x: x * scale, y: y * scale })) : undefined;
  return new Follower(pixels, { x1, y1, x2, y2 }, { isCarrying, ...(outline && { outline }) });
}

/** One object that the user points at: it may reappear after being out of sight. */
function nearby(
  followers: Map<number, Follower>,
  pixels: Pixels,
  { bounds, hint }: Extract<Prompt, { readonly kind: "near" }>,
  scale: number,
): readonly Answer[] {
  const follower = followers.get(0);
  if (follower === undefined) {
    followers.set(0, new Follower(pixels, scaled(bounds, scale)));
    return [answer(0, bounds, 1)];
  }
  const next = follower.nextNear(pixels, { x: hint.x * scale, y: hint.y * scale, within: hint.within * scale });
  return next === undefined ? [] : [answer(0, unscaled(next, scale), 1)];
}

const unscaledMotion = (motion: Motion, by: number): Motion => ({ ...motion, x: motion.x / by, y: motion.y / by });

function unscaled({ x1, y1, x2, y2 }: Bounds, by: number): BoxBounds {
  return [x1 / by, y1 / by, x2 / by, y2 / by];
}

function answer(of: number, bounds: BoxBounds, score: number): Answer {
  return { of, shape: { kind: "rectangle", bounds }, score: Math.min(1, score) };
}

function scaled([x1, y1, x2, y2]: BoxBounds, by: number): Bounds {
  return { x1: x1 * by, y1: y1 * by, x2: x2 * by, y2: y2 * by };
}
