/** Following for long, through the worker's calls: pictures are released, and nothing grows. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import type { Picture } from "../base/picture.ts";
import type { AnswerMessage, CallMessage, CallWorker } from "../base/worker-calls.ts";
import type { Thread } from "../base/worker-answers.ts";
import type { Assistant } from "./assistant.ts";
import type { ModelCall } from "./calls.ts";
import { follow } from "./follow.ts";
import { serveModel } from "./serve-model.ts";
import { createTrackerModel } from "./tracker-model.ts";
import { WorkerAssistant } from "./worker-assistant.ts";

const [width, height, objectSide] = [96, 64, 16];

/** How many are open, and the maximum so far. */
class Counter {
  open = 0;
  max = 0;

  /** @returns closes it; harmless when called twice, like that of a picture */
  opened(): () => void {
    this.open += 1;
    this.max = Math.max(this.max, this.open);
    let isOpen = true;
    return () => {
      if (isOpen) this.open -= 1;
      isOpen = false;
    };
  }
}

const boxOn = (frame: number): [number, number, number, number] => {
  const [x, y] = [40 + 20 * Math.cos(frame / 40), 24 + 12 * Math.sin(frame / 25)];
  return [x, y, x + objectSide, y + objectSide];
};

/** A bright square with a dark middle on gray. */
function drawn(frame: number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3).fill(100);
  const [left, top] = boxOn(frame).map(Math.round) as [number, number];
  for (let y = 0; y < objectSide; y++) {
    for (let x = 0; x < objectSide; x++) {
      const isMiddle = Math.abs(x - 7.5) < 4 && Math.abs(y - 7.5) < 4;
      rgb.fill(isMiddle ? 20 : 230, ((top + y) * width + left + x) * 3, ((top + y) * width + left + x + 1) * 3);
    }
  }
  return rgb;
}

/** The tracker and its worker in one thread; as between threads, the worker gets pictures of its own. */
function openTracker(images: Counter): WorkerAssistant {
  const frameOf = new WeakMap<object, number>();
  const model = createTrackerModel(({ image }) => ({ width, height, rgb: drawn(frameOf.get(image)!) }));
  return new WorkerAssistant("tracker", ["box", "track"], () => {
    const worker: CallWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => undefined,
      postMessage({ id, call }: CallMessage) {
        const asked = call as ModelCall;
        let sent = asked;
        if (asked.kind === "encode") {
          const image = { close: images.opened() } as unknown as ImageBitmap;
          frameOf.set(image, (asked.picture.image as unknown as { frame: number }).frame);
          sent = { ...asked, picture: { image, width, height } };
        }
        thread.onmessage?.({ data: { id, call: sent } } as MessageEvent);
      },
    };
    const thread: Thread = {
      onmessage: null,
      postMessage: (answer: AnswerMessage) =>
        void worker.onmessage?.call(worker as Worker & never, { data: answer } as MessageEvent),
    };
    serveModel(model, thread);
    return worker;
  });
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
function usedBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("5,000 frames: at most two pictures are open at a time, none at the end, and memory stays flat", async () => {
  const [pictures, images] = [new Counter(), new Counter()];
  const tracker = openTracker(images);
  const source = {
    getFrame: async (frame: number) =>
      ({ frame, image: { frame }, width, height, close: pictures.opened() }) as unknown as Picture,
  };
  const last = 5000;
  const request = { frame: 0, step: 1, objects: [{ bounds: boxOn(0), until: last }] } as const;
  let [frames, early, worstOff] = [0, 0, 0];
  for await (const { frame, boxes } of follow(source, tracker, request, new AbortController().signal)) {
    frames += 1;
    const [x, y] = boxes.get(0)?.bounds ?? [NaN, NaN];
    const [trueX, trueY] = boxOn(frame);
    worstOff = Math.max(worstOff, Math.hypot(x - trueX, y - trueY));
    if (frame === 1000) early = usedBytes();
  }
  const late = usedBytes();
  expect([frames, pictures.open, images.open]).toEqual([last, 0, 0]);
  expect([pictures.max, images.max]).toEqual([2, 1]);
  expect(worstOff).toBeLessThan(4);
  // One kept picture in forty would be 1.8 MB; one box of each frame about as much.
  expect(late - early).toBeLessThan(20_000_000);
  console.log(`following: ${Math.round((late - early) / 1000)} kB more after 5,000 frames than after 1,000`);
  tracker.dispose();
});

test("each frame is a task of its own, so that the page stays responsive however fast the tracker is", async () => {
  const shape = { kind: "rectangle", bounds: boxOn(0) } as const;
  const instant: Assistant = {
    id: "instant",
    prompts: ["box", "track"],
    load: async () => undefined,
    encode: async (picture) => ({ picture }),
    infer: async () => [{ shape, score: 1 }],
    dispose: () => undefined,
  };
  const source = { getFrame: async () => ({ close: () => undefined }) as unknown as Picture };
  const request = { frame: 0, step: 1, objects: [{ bounds: boxOn(0), until: 200 }] } as const;
  let [inTask, most] = [0, 0];
  for await (const { boxes } of follow(source, instant, request, new AbortController().signal)) {
    expect(boxes.size).toBe(1);
    if (inTask === 0) setImmediate(() => (inTask = 0));
    inTask += 1;
    most = Math.max(most, inTask);
  }
  expect(most).toBeLessThan(5);
});
