/** The worker's side of `WorkerCalls`: answers calls one after the other. */
import type { AnswerMessage, CallMessage } from "./worker-calls.ts";

/** A result whose buffers are transferred instead of copied. */
export class Transferred {
  readonly value: unknown;
  readonly buffers: readonly Transferable[];

  constructor(value: unknown, buffers: readonly Transferable[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** The worker API, which a page's type definitions lack. */
export interface Thread {
  postMessage(message: AnswerMessage, transfer?: readonly Transferable[]): void;
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
}

/** @param answer handles a call; it may report its progress, 0..1 */
export function answerCalls<Call>(
  answer: (call: Call, progress: (share: number) => void) => unknown,
  thread = globalThis as unknown as Thread,
): void {
  let last: Promise<void> = Promise.resolve();

  async function handle({ id, call }: CallMessage): Promise<void> {
    try {
      const result = await answer(call as Call, (share) => thread.postMessage({ id, kind: "progress", share }));
      const { value, buffers } = result instanceof Transferred ? result : new Transferred(result, []);
      thread.postMessage({ id, kind: "answer", value }, buffers);
    } catch (error) {
      const { message = String(error), code } = error as { message?: string; code?: string };
      thread.postMessage({ id, kind: "error", message, code });
    }
  }

  thread.onmessage = ({ data }) => {
    last = last.then(() => handle(data));
  };
}
