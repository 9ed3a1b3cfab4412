/** Assistants for the editor, loaded on first use. */

import { signal as createSignal } from "@preact/signals-core";
import type { Assistants, SegmenterModel } from "../../../editor/assistants.ts";

export interface OpenAssistants extends Assistants {
  dispose(): Promise<void>;
}

export function openAssistants(outlineTolerancePx: () => number): OpenAssistants {
  const stop = new AbortController();
  const segmenter = createSignal<SegmenterModel | undefined>(undefined);
  let loading: Promise<OpenAssistants> | undefined;
  const load = (): Promise<OpenAssistants> =>
    (loading ??= import("./assistants.ts").then(({ createAssistants }) =>
      createAssistants(outlineTolerancePx, segmenter),
    ));
  return {
    segmenter,
    async chooseSegmenter(id, onProgress, signal) {
      const assistants = await load();
      await assistants.chooseSegmenter(id, onProgress, AbortSignal.any([signal, stop.signal]));
    },
    async see(request, onProgress, signal) {
      const assistants = await load();
      await assistants.see(request, onProgress, AbortSignal.any([signal, stop.signal]));
    },
    async *follow(request, signal) {
      const assistants = await load();
      yield* assistants.follow(request, AbortSignal.any([signal, stop.signal]));
    },
    async prepareFollowing(request) {
      const assistants = await load();
      if (!stop.signal.aborted) await assistants.prepareFollowing(request);
    },
    async *followGuided(request, signal) {
      const assistants = await load();
      yield* assistants.followGuided(request, AbortSignal.any([signal, stop.signal]));
    },
    async segment(request, signal) {
      const assistants = await load();
      return await assistants.segment(request, AbortSignal.any([signal, stop.signal]));
    },
    async learn(request, onProgress, signal) {
      const assistants = await load();
      await assistants.learn(request, onProgress, AbortSignal.any([signal, stop.signal]));
    },
    async models(kind, signal) {
      const assistants = await load();
      return await assistants.models(kind, AbortSignal.any([signal, stop.signal]));
    },
    async *readText(request, signal) {
      const assistants = await load();
      yield* assistants.readText(request, AbortSignal.any([signal, stop.signal]));
    },
    async loadModel(kind, id, onProgress, signal) {
      const assistants = await load();
      await assistants.loadModel(kind, id, onProgress, AbortSignal.any([signal, stop.signal]));
    },
    async find(request, signal) {
      const assistants = await load();
      return await assistants.find(request, AbortSignal.any([signal, stop.signal]));
    },
    async wire(request, signal) {
      const assistants = await load();
      return await assistants.wire(request, AbortSignal.any([signal, stop.signal]));
    },
    async dispose() {
      stop.abort();
      await (await loading)?.dispose();
    },
  };
}
