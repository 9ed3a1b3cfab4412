/** Both sides of worker calls, without a real thread between them. */
import { expect, test } from "vitest";
import { answerCalls, type Thread, Transferred } from "./worker-answers.ts";
import { type CallWorker, WorkerCallError, WorkerCalls, WorkerDiedError } from "./worker-calls.ts";

type Answer = Parameters<typeof answerCalls<number>>[0];

/** Messages are cloned, as between threads. */
function connect(answer: Answer) {
  const started: CallWorker[] = [];
  const calls = new WorkerCalls<number>(() => {
    let isEnded = false;
    const thread: Thread = {
      onmessage: null,
      postMessage(message, transfer = []) {
        const data = structuredClone(message, { transfer: [...transfer] });
        setTimeout(() => isEnded || worker.onmessage?.call(worker as never, { data } as MessageEvent));
      },
    };
    const worker: CallWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => void (isEnded = true),
      postMessage(data: unknown) {
        const copy: unknown = structuredClone(data);
        setTimeout(() => isEnded || thread.onmessage?.({ data: copy } as MessageEvent));
      },
    };
    answerCalls(answer, thread);
    started.push(worker);
    return worker;
  });
  return { calls, started };
}

test("calls are answered one after the other in their order, with their own progress", async () => {
  const order: string[] = [];
  const { calls, started } = connect(async (call, progress) => {
    progress(call / 10);
    order.push(`begin ${call}`);
    await new Promise((resolve) => setTimeout(resolve, call === 1 ? 20 : 0));
    order.push(`end ${call}`);
    return call * 2;
  });
  const shares: (readonly [call: number, share: number])[] = [];
  const ask = (call: number) => calls.call<number>(call, { onProgress: (share) => shares.push([call, share]) });
  expect(await Promise.all([ask(1), ask(2)])).toEqual([2, 4]);
  expect(order).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
  expect(shares).toEqual([
    [1, 0.1],
    [2, 0.2],
  ]);
  expect(started).toHaveLength(1);
});

test("an error comes with its message and code, and what follows is answered", async () => {
  const { calls } = connect((call) => {
    if (call === 1) throw Object.assign(new Error("no such track"), { code: "no-such-track" });
    return call;
  });
  const [failed, next] = [calls.call(1), calls.call(2)];
  await expect(failed).rejects.toEqual(new WorkerCallError("no such track", "no-such-track"));
  expect(await next).toBe(2);
});

test("buffers of an answer are handed over", async () => {
  const made: Uint8Array<ArrayBuffer>[] = [];
  const { calls } = connect(() => {
    const bytes = Uint8Array.of(1, 2, 3);
    made.push(bytes);
    return new Transferred(bytes, [bytes.buffer]);
  });
  expect([...(await calls.call<Uint8Array>(0))]).toEqual([1, 2, 3]);
  expect(made[0]).toHaveLength(0);
});

test("calls end with their worker; the next call starts another one", async () => {
  const { calls, started } = connect((call) => (call === 0 ? new Promise(() => undefined) : call));
  const ended = calls.call(0);
  calls.end();
  await expect(ended).rejects.toMatchObject({ name: "AbortError" });
  const died = calls.call(0);
  started[1]?.onerror?.call(started[1] as never, { message: "out of memory" } as ErrorEvent);
  await expect(died).rejects.toEqual(new WorkerDiedError("out of memory"));
  expect(calls.worker).toBeUndefined();
  expect(await calls.call(3)).toBe(3);
  expect(started).toHaveLength(3);
});
