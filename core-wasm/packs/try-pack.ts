/** Tries a pack: checksums, shapes, and what its models answer for a gray picture. */
import { tryDetector } from "./detector.ts";
import type { OnnxRuntime } from "./model-runtime.ts";
import type { Pack } from "./pack.ts";
import { trySegmenter } from "./segmenter.ts";
import { tryText } from "./text-reader.ts";
import { tryTracker } from "./tracker.ts";

/** The trial of each kind of pack. */
const trials = { detector: tryDetector, segmenter: trySegmenter, text: tryText, tracker: tryTracker } as const;

/** @throws PackError */
export async function tryPack(pack: Pack, runtime: OnnxRuntime): Promise<void> {
  const { kind, files } = pack.manifest;
  for (const { path } of files) await pack.load(path);
  await trials[kind](pack, runtime);
}
