/** The available assistants, working on the pictures of the open dataset. */

import type { Signal } from "@preact/signals-core";
import type { Assistant, Encoded } from "../../../assist/assistant.ts";
import { follow, type Pictures } from "../../../assist/follow.ts";
import { followGuided } from "../../../assist/follow-guided.ts";
import { Learner } from "../../../assist/learner.ts";
import { readFrames } from "../../../assist/read-frames.ts";
import { WorkerAssistant } from "../../../assist/worker-assistant.ts";
import { DisposalStack } from "../../../base/disposal-stack.ts";
import type { FoundObject, ReadText } from "../../../base/prompt.ts";
import type { Picture } from "../../../base/picture.ts";
import { t } from "../../../base/texts/index.ts";
import type { SegmenterModel } from "../../../editor/assistants.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { PackSegmenter } from "./pack-segmenter.ts";
import { lookedAt, PackWorker } from "./pack-worker.ts";
import { SpareDecoder } from "./spare-decoder.ts";
import type { OpenAssistants } from "./open-assistants.ts";

/**
 * @param outlineTolerancePx maximum distance between a simplified outline and the exact edge, image pixels
 * @param model the chosen model of the Segment tool
 */
export function createAssistants(
  outlineTolerancePx: () => number,
  model: Signal<SegmenterModel | undefined>,
): OpenAssistants {
  const parts = new DisposalStack();
  const tracker = parts.use(
    new WorkerAssistant(
      "tracker",
      ["box", "track"],
      () =>
        new Worker(new URL("../../../assist/tracker.worker.ts", import.meta.url), { type: "module", name: "tracker" }),
    ),
  );
  const segmenter = parts.use(
    new WorkerAssistant(
      "segmenter",
      ["in", "out", "box", "tolerance"],
      () =>
        new Worker(new URL("../../../assist/segmenter.worker.ts", import.meta.url), {
          type: "module",
          name: "segmenter",
        }),
    ),
  );
  const wire = parts.use(
    new WorkerAssistant(
      "wire",
      ["path"],
      () => new Worker(new URL("../../../assist/wire.worker.ts", import.meta.url), { type: "module", name: "wire" }),
    ),
  );
  const learner = parts.use(
    new Learner(
      () =>
        new Worker(new URL("../../../assist/learner.worker.ts", import.meta.url), { type: "module", name: "learner" }),
    ),
  );
  const packSegmenter = parts.use(new PackSegmenter(model, pictureOn));
  const packs = {
    detector: parts.use(new PackWorker("detector")),
    text: parts.use(new PackWorker("text")),
    segmenter: packSegmenter.packs,
  };
  const decoder = parts.use(new SpareDecoder());
  const segmenterLooks = parts.use(looking(segmenter));
  const wireLooks = parts.use(looking(wire));

  return {
    segmenter: model,
    async chooseSegmenter(id, onProgress, signal) {
      if (id === undefined) model.value = undefined;
      else await packSegmenter.choose(id, onProgress, signal);
    },
    see: ({ camera, frame }, onProgress, signal) => packSegmenter.see(camera, frame, onProgress, signal),
    async segment({ camera, frame, prompts }, signal) {
      if (model.peek() !== undefined) return await packSegmenter.segment(prompts, outlineTolerancePx(), signal);
      const asked = [...prompts, { kind: "tolerance", px: outlineTolerancePx() } as const];
      return await segmenter.infer(await segmenterLooks.at(camera, frame, signal), asked, signal);
    },
    async wire({ camera, frame, from, to }, signal) {
      const prompts = [{ kind: "path", from, to, tolerancePx: outlineTolerancePx() }] as const;
      const [answer] = await wire.infer(await wireLooks.at(camera, frame, signal), prompts, signal);
      return answer?.shape.kind === "polyline" ? answer.shape.points : [from, to];
    },
    async learn({ camera, frames, refused }, onProgress, signal) {
      const pictureOf = (frame: number) => pictureOn(camera, frame, signal);
      await learner.learn(camera, { frames, refused }, pictureOf, onProgress, signal);
    },
    models: (kind, signal) => packs[kind].list(signal),
    loadModel: (kind, id, onProgress, signal) => packs[kind].load(id, onProgress, signal),
    readText({ camera, frames, regionOn, example }, signal) {
      const read = (picture: Picture, frame: number): Promise<ReadText | undefined> =>
        packs.text.call({ kind: "read", picture: lookedAt(picture), region: regionOn(frame), example }, signal);
      return withSeparateDecoder(decoder, camera, signal, (source) => readFrames(source, frames, read, signal));
    },
    async find({ camera, frame, model: detector }, signal) {
      if (detector !== undefined) {
        const picture = await pictureOn(camera, frame, signal);
        const call = { kind: "find", picture: lookedAt(picture) } as const;
        return await packs.detector.call<readonly FoundObject[]>(call, signal).finally(() => picture.close());
      }
      return await learner.find(frame, (at) => pictureOn(camera, at, signal), signal);
    },
    async prepareFollowing({ camera, frame }) {
      await Promise.all([tracker.load(() => undefined, new AbortController().signal), decoder.prepare(camera, frame)]);
    },
    follow: ({ camera, ...request }, signal) =>
      withSeparateDecoder(decoder, camera, signal, (source) => follow(source, tracker, request, signal)),
    followGuided: ({ camera, ...request }, signal) =>
      withSeparateDecoder(decoder, camera, signal, (source) => followGuided(source, tracker, request, signal)),
    dispose: () => parts.dispose(),
  };
}

async function* withSeparateDecoder<T>(
  decoder: SpareDecoder,
  camera: Camera,
  signal: AbortSignal,
  run: (source: Pictures) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const source = await decoder.take(camera, signal);
  try {
    yield* run(source);
  } finally {
    source.dispose();
  }
}

async function pictureOn(camera: Camera, frame: number, signal: AbortSignal): Promise<Picture> {
  const picture = await camera.source.peek()?.getFrame(frame, { signal });
  if (picture === undefined) throw new Error(t("refusals.pictureMissing"));
  return picture;
}

/** The picture that an assistant examined last; kept open while the assistant may need it again. */
function looking(assistant: Assistant) {
  let seen: { readonly camera: Camera; readonly frame: number; readonly encoded: Promise<Encoded> } | undefined;
  let opened: Picture | undefined;

  async function open(camera: Camera, frame: number, signal: AbortSignal): Promise<Encoded> {
    const picture = await pictureOn(camera, frame, signal);
    const encoded = await assistant.encode(picture, signal).catch((error: unknown) => {
      picture.close();
      throw error;
    });
    opened?.close();
    opened = picture;
    return encoded;
  }

  return {
    at(camera: Camera, frame: number, signal: AbortSignal): Promise<Encoded> {
      if (seen?.camera === camera && seen.frame === frame) return seen.encoded;
      const encoded = open(camera, frame, signal);
      const now = { camera, frame, encoded };
      seen = now;
      // After an error or a cancellation, the next call tries again.
      encoded.catch(() => {
        if (seen === now) seen = undefined;
      });
      return encoded;
    },
    dispose: () => opened?.close(),
  };
}
