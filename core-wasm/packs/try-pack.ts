/** Tries a pack: checksums, shapes, and what its models answer for a grey picture. */
import { tryDetector } from "./detector.ts";
import type { OnnxRuntime } from "./model-runtime.ts";
import { type Pack, PackError } from "./pack.ts";
import { trySegmenter } from "./segmenter.ts";
import { tryText } from "./text-reader.ts";

/** The trial of each kind of pack that can be run. */
const trials = { detector: tryDetector, segmenter: trySegmenter, text: tryText } as const;

/** @throws PackError */
export async function tryPack(pack: Pack, runtime: OnnxRuntime): Promise<void> {
  const { kind, name, files } = pack.manifest;
  for (const { path } of files) await pack.load(path);
  if (kind === "tracker") {
    throw new PackError(
      `${name} is a pack of the kind ${kind}, and this version of Wakeline runs ${Object.keys(trials).join(", ")} packs.`,
    );
  }
  await trials[kind](pack, runtime);
}
