import { expect, test } from "vitest";

import { ThreadLimitError, runInThread } from "./run-in-thread.ts";
import { ThreadCalls } from "./thread-calls.ts";

const answers = new URL("./thread-answers.ts", import.meta.url).href;
/** A thread whose function `call` has these lines. */
const threadOf = (lines: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { answerCalls } from ${JSON.stringify(answers)};
      answerCalls(async (call) => { ${lines} }, (error) => ({ code: error.code }));
    `)}`,
  );

test("a call is answered; an error arrives with its message, or translated", async () => {
  expect(await runInThread({ file: threadOf("return call * 2;"), call: 21 })).toBe(42);
  const file = threadOf("throw Object.assign(new Error('no such file'), { code: 7 });");
  await expect(runInThread({ file, call: 0 })).rejects.toThrow("no such file");
  const translate = ({ message, details }: { message: string; details: object }) => ({ message, ...details });
  await expect(runInThread({ file, call: 0, translate })).rejects.toEqual({ message: "no such file", code: 7 });
});

test("bytes are handed over, and the thread is ended when the call is", async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const file = threadOf("setInterval(() => {}, 1000); return call.length;");
  expect(await runInThread({ file, call: bytes, transfer: [bytes.buffer] })).toBe(3);
  expect(bytes).toHaveLength(0);
});

test("a call that takes too long, or too much memory, or is no longer wanted, is stopped", async () => {
  const endless = threadOf("while (true);");
  await expect(runInThread({ file: endless, call: 0, timeoutMs: 100 })).rejects.toEqual(new ThreadLimitError("time"));
  const greedy = threadOf("const all = []; while (true) all.push({ n: all.length });");
  await expect(runInThread({ file: greedy, call: 0, memoryMb: 16 })).rejects.toEqual(new ThreadLimitError("memory"));
  const controller = new AbortController();
  const running = runInThread({ file: endless, call: 0, signal: controller.signal });
  controller.abort(new Error("not wanted"));
  await expect(running).rejects.toThrow("not wanted");
  await expect(runInThread({ file: endless, call: 0, signal: controller.signal })).rejects.toThrow("not wanted");
  await expect(runInThread({ file: threadOf("process.exit(3);"), call: 0 })).rejects.toThrow("the thread has ended");
});

test("a thread that fails at the moment it is ended is just ended: the caller has its own error already", async () => {
  const failing = threadOf("setTimeout(() => { throw new Error('out of memory'); }, 250); return 1;");
  const thread = new ThreadCalls(failing, undefined, ({ message }) => new Error(message));
  await thread.call(0);
  // Blocks this thread, so that it does not hear of the failure before it ends the other one.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  expect(thread.hasEnded).toBe(false);
  await thread.terminate();
  expect(thread.hasEnded).toBe(true);
});
