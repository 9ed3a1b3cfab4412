/** The part of the assistants about models of the site, of a site that has none. */
import { signal } from "@preact/signals-core";
import type { Assistants } from "../../web/editor/ports.ts";

export const noModels: Pick<Assistants, "segmenter" | "models" | "loadModel" | "chooseSegmenter" | "see"> = {
  segmenter: signal(undefined),
  models: async () => [],
  loadModel: async () => undefined,
  chooseSegmenter: async () => undefined,
  see: async () => undefined,
};
