/** The calls from the page to an assistant's worker. */

import type { Prompt } from "../base/prompt.ts";
import type { InputPicture } from "./assistant.ts";

export type ModelCall =
  | { readonly kind: "load" }
  | { readonly kind: "encode"; readonly number: number; readonly picture: InputPicture }
  /** Answered with a list of `Answer`; the other calls return nothing. */
  | { readonly kind: "infer"; readonly number: number; readonly prompts: readonly Prompt[] };
