/** An assistant and its worker in a real Node thread, with a model that counts. */
import { Worker } from "node:worker_threads";
import { onTestFinished, expect, test } from "vitest";
import type { InputPicture } from "./assistant.ts";
import type { CallWorker } from "../base/worker-calls.ts";
import { WorkerAssistant } from "./worker-assistant.ts";

/** Returns the picture's number as the score; crashes on `out` prompts, `times` times over all threads. */
const program = `
  const { parentPort, workerData } = require("node:worker_threads");
  const thread = { postMessage: (reply) => parentPort.postMessage(reply), onmessage: null };
  parentPort.on("message", (data) => thread.onmessage({ data }));
  import(workerData.serve).then(({ serveModel }) => {
    serveModel({
      load: async (onProgress) => onProgress(0.5),
      encode: ({ image }) => image,
      infer(image, prompts) {
        if (prompts.length === 0) throw new Error("Nothing was asked.");
        if (prompts[0].kind === "out" && Atomics.sub(new Int32Array(workerData.dying), 0, 1) > 0) {
          setTimeout(() => { throw new Error("gone"); });
          return new Promise(() => undefined);
        }
        return [{ score: image, shape: { kind: "rectangle", bounds: [0, 0, 1, 1] } }];
      },
    }, thread);
  });
`;

function open(times = 0) {
  const dying = new SharedArrayBuffer(4);
  new Int32Array(dying)[0] = times;
  let started = 0;
  const assistant = new WorkerAssistant("counter", ["in", "out"], () => {
    started += 1;
    const serve = new URL("./serve-model.ts", import.meta.url).href;
    const thread = new Worker(program, { eval: true, workerData: { serve, dying } });
    const worker: CallWorker = {
      postMessage: (request: unknown) => thread.postMessage(request),
      terminate: () => void thread.terminate(),
      onmessage: null,
      onerror: null,
    };
    thread.on("message", (data) => worker.onmessage?.call(worker as Worker & never, { data } as MessageEvent));
    thread.on("error", ({ message }) => worker.onerror?.call(worker as Worker & never, { message } as ErrorEvent));
    return worker;
  });
  onTestFinished(() => assistant.dispose());
  return { assistant, started: () => started };
}

const { signal } = new AbortController();
/** A picture that carries a number and, like the page's pictures, a function. */
const picture = (number: number) =>
  ({ image: number, width: 1, height: 1, close: () => undefined }) as unknown as InputPicture;
const at = { x: 0, y: 0 } as never;

test("it gets ready with progress, looks at pictures and answers; what goes wrong in the model is said", async () => {
  const { assistant, started } = open();
  const shares: number[] = [];
  await assistant.load((share) => shares.push(share), signal);
  const [one, two] = await Promise.all([assistant.encode(picture(1), signal), assistant.encode(picture(2), signal)]);
  const scores = await Promise.all([one, two].map((seen) => assistant.infer(seen, [{ kind: "in", at }], signal)));
  expect([shares, scores.map(([answer]) => answer?.score), started()]).toEqual([[0.5], [1, 2], 1]);
  await expect(assistant.infer(one, [], signal)).rejects.toThrow("Nothing was asked.");
});

test("what is aborted rejects at once, and what waits for its turn is never sent", async () => {
  const { assistant } = open();
  const seen = await assistant.encode(picture(1), signal);
  const stop = new AbortController();
  const answers = [1, 2].map(() => assistant.infer(seen, [{ kind: "in", at }], stop.signal));
  stop.abort();
  for (const answer of answers) await expect(answer).rejects.toThrow("aborted");
  expect(await assistant.infer(seen, [{ kind: "in", at }], signal)).toHaveLength(1);
});

test("a worker that dies is started again once and looks at the picture again; the second time it is said", async () => {
  const once = open(1);
  const seen = await once.assistant.encode(picture(7), signal);
  expect((await once.assistant.infer(seen, [{ kind: "out", at }], signal))[0]?.score).toBe(7);
  expect(once.started()).toBe(2);
  const twice = open(2);
  const other = await twice.assistant.encode(picture(7), signal);
  await expect(twice.assistant.infer(other, [{ kind: "out", at }], signal)).rejects.toThrow("stopped working twice");
});
