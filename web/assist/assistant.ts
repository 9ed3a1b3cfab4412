/** What an assistant is: it looks at pictures and answers prompts with shapes. Image pixels throughout. */

import type { Answer, Prompt } from "../base/prompt.ts";

/** A picture to look at; stretched to `width` x `height`, which are image pixels. */
export interface Looked {
  readonly image: ImageBitmap;
  readonly width: number;
  readonly height: number;
}

/** A picture that an assistant has looked at. */
export interface Encoded {
  readonly picture: Looked;
}

export interface Assistant {
  readonly id: string;
  readonly prompts: readonly Prompt["kind"][];
  /** Gets it ready. `onProgress`: the share that is done. Rejects as the others do. */
  load(onProgress: (share: number) => void, signal: AbortSignal): Promise<void>;
  /** The picture stays the caller's, who keeps it open as long as it is asked about. */
  encode(picture: Looked, signal: AbortSignal): Promise<Encoded>;
  /** Empty: there is nothing to answer. Rejects with the signal's reason, or with what went wrong, for people. */
  infer(encoded: Encoded, prompts: readonly Prompt[], signal: AbortSignal): Promise<readonly Answer[]>;
  dispose(): void;
}
