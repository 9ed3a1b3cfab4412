/** Assistants of a site without models, which need no preparation. */
import { signal } from "@preact/signals-core";
import type { Assistants } from "../../web/editor/assistants.ts";

export const noModels: Pick<
  Assistants,
  "segmenter" | "models" | "loadModel" | "readText" | "readText" | "chooseSegmenter" | "see" | "prepareFollowing"
> = {
  segmenter: signal(undefined),
  models: async () => [],
  loadModel: async () => undefined,
  async *readText() {},
  chooseSegmenter: async () => undefined,
  see: async () => undefined,
  prepareFollowing: async () => undefined,
};
