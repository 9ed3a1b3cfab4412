/** The other end of `ThreadCalls`: answers calls inside the thread. */
import { parentPort } from "node:worker_threads";

import type { AnswerMessage, CallMessage, ThrownError } from "./thread-calls.ts";

/** An answer whose buffers are transferred instead of copied. */
export class Transferred<Value = unknown> {
  readonly value: Value;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: Value, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** @param details properties that the copy of an error keeps, in addition to its message */
export function answerCalls(
  answer: (call: unknown) => unknown,
  details: (error: Error) => Readonly<Record<string, unknown>>,
): void {
  parentPort?.on("message", async ({ id, call }: CallMessage) => {
    try {
      const result = await answer(call);
      const { value, buffers } = result instanceof Transferred ? result : new Transferred(result, []);
      send({ id, ok: true, value }, buffers);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      send({ id, ok: false, error: { message: error.message, details: details(error) } satisfies ThrownError }, []);
    }
  });
}

function send(answer: AnswerMessage, buffers: readonly ArrayBuffer[]): void {
  parentPort?.postMessage(answer, [...buffers]);
}
