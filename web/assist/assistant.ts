/** An assistant analyzes pictures and answers prompts with shapes. Image pixels throughout. */

import type { Answer, Prompt } from "../base/prompt.ts";

/** A picture to analyze; stretched to `width` x `height` image pixels. */
export interface InputPicture {
  readonly image: ImageBitmap;
  readonly width: number;
  readonly height: number;
}

/** A picture that an assistant has encoded. */
export interface Encoded {
  readonly picture: InputPicture;
}

export interface Assistant {
  readonly id: string;
  readonly prompts: readonly Prompt["kind"][];
  /** Prepares the assistant. `onProgress` receives the share done. Rejects like the other methods. */
  load(onProgress: (share: number) => void, signal: AbortSignal): Promise<void>;
  /** The caller keeps ownership of the picture, and must keep it open as long as it is queried. */
  encode(picture: InputPicture, signal: AbortSignal): Promise<Encoded>;
  /** Empty if there is no answer. Rejects with the signal's reason, or with an error for the user. */
  infer(encoded: Encoded, prompts: readonly Prompt[], signal: AbortSignal): Promise<readonly Answer[]>;
  dispose(): void;
}
