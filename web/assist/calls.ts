/** What a page and an assistant's worker say to each other: one request at a time, one reply each. */

import type { Answer, Prompt } from "../base/prompt.ts";
import type { Looked } from "./assistant.ts";

export type Request =
  | { readonly kind: "load" }
  | { readonly kind: "encode"; readonly number: number; readonly picture: Looked }
  | { readonly kind: "infer"; readonly number: number; readonly prompts: readonly Prompt[] };

export type Reply =
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly answers: readonly Answer[] }
  | { readonly kind: "failed"; readonly message: string };
