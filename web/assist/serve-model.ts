/** The worker's side of an assistant: keeps the last pictures and passes prompts to a model. */

import type { Answer, Prompt } from "../base/prompt.ts";
import { answerCalls, type Thread } from "../base/worker-answers.ts";
import type { InputPicture } from "./assistant.ts";
import type { ModelCall } from "./calls.ts";

export interface Model<Seen> {
  load?(onProgress: (share: number) => void): Promise<void>;
  /** The model takes ownership of the picture and closes it. */
  encode(picture: InputPicture): Seen | Promise<Seen>;
  infer(seen: Seen, prompts: readonly Prompt[]): readonly Answer[] | Promise<readonly Answer[]>;
}

/** Number of pictures kept. */
const maxPictures = 2;

export function serveModel<Seen>(model: Model<Seen>, thread?: Thread): void {
  const seen = new Map<number, Seen>();

  async function answer(call: ModelCall, progress: (share: number) => void): Promise<readonly Answer[] | undefined> {
    if (call.kind === "load") await model.load?.(progress);
    else if (call.kind === "encode") {
      seen.set(call.number, await model.encode(call.picture));
      for (const old of [...seen.keys()].slice(0, -maxPictures)) seen.delete(old);
    } else {
      const known = seen.get(call.number);
      if (known === undefined) throw new Error("This picture is not kept any more.");
      return await model.infer(known, call.prompts);
    }
    return undefined;
  }

  answerCalls(answer, thread);
}
