/** The worker's side of an assistant: keeps the last pictures and passes prompts to a model. */

import type { Answer, Prompt } from "../base/prompt.ts";
import type { Looked } from "./assistant.ts";
import type { Reply, Request } from "./calls.ts";

export interface Model<Seen> {
  load?(onProgress: (share: number) => void): Promise<void>;
  /** The picture is the model's, which closes it. */
  encode(picture: Looked): Seen | Promise<Seen>;
  infer(seen: Seen, prompts: readonly Prompt[]): readonly Answer[] | Promise<readonly Answer[]>;
}

/** As many pictures are kept. */
const keptPictures = 2;

/** What a worker has and the types of a page lack. */
export interface Thread {
  postMessage(reply: Reply): void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
}

export function serveModel<Seen>(model: Model<Seen>, thread = globalThis as unknown as Thread): void {
  const seen = new Map<number, Seen>();

  async function handle(request: Request): Promise<readonly Answer[]> {
    if (request.kind === "load") {
      await model.load?.((share) => thread.postMessage({ kind: "progress", share }));
      return [];
    }
    if (request.kind === "encode") {
      const { number, picture } = request;
      seen.set(number, await model.encode(picture));
      for (const old of [...seen.keys()].slice(0, -keptPictures)) seen.delete(old);
      return [];
    }
    const known = seen.get(request.number);
    if (known === undefined) throw new Error("This picture is not kept any more.");
    return await model.infer(known, request.prompts);
  }

  thread.onmessage = ({ data }) => {
    handle(data).then(
      (answers) => thread.postMessage({ kind: "done", answers }),
      (error: unknown) =>
        thread.postMessage({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
    );
  };
}
