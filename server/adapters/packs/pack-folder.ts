/** A model pack in its own folder, put there by an addon or an administrator. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import type { PipeParameter } from "#schemas";
import { usualOptions } from "#packs/detector";
import { usualConfidence } from "#packs/tracker";
import { manifestName, type Pack, PackError, type PackFiles, readPack } from "#packs/pack";

import { pipeFileOf, type PipelineDescription } from "../../domain/pipeline.ts";
import { polygonParameters } from "../../domain/polygon-parameters.ts";
import { maxFramesParameter } from "../../domain/tracker-parameters.ts";
import { textParameters } from "../../domain/text-parameters.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";

export const packManifestName = manifestName;

/** @throws PipelineError that names the file in the folder and the problem */
export async function readPackFolder(folder: string): Promise<Pack> {
  return await worded(async () => await readPack(await filesOfFolder(folder)));
}

/** As shown in the list of pipelines. @throws PipelineError */
export async function describePack(folder: string): Promise<PipelineDescription> {
  const { manifest } = await readPackFolder(folder);
  const { name, description, licence, kind } = manifest;
  const about = `${description ?? name}${/[.!?]$/.test(description ?? "") ? "" : "."}`;
  const end = `License of the model: ${licence}.`;
  if (kind === "detector") {
    const { confidence, overlap } = usualOptions(manifest);
    return {
      pipe: pipeFileOf("detector", name),
      description: `${about} ${end}`,
      parameters: [
        shareParameter("confidence", "Least confidence", confidence),
        shareParameter("overlap", "Most overlap of two boxes of one type", overlap),
      ],
      takesFrames: true,
    };
  }
  if (kind === "segmenter") {
    return {
      pipe: pipeFileOf("utility", `outline with ${name}`),
      description: `Draws a polygon around the object in each box that has none. ${about} ${end}`,
      parameters: polygonParameters,
      takesFrames: true,
    };
  }
  if (kind === "text") {
    return {
      pipe: pipeFileOf("utility", `read text with ${name}`),
      description: `Reads burned-in text, such as a clock, into an attribute of boxes on each frame. ${about} ${end}`,
      parameters: textParameters,
      takesFrames: true,
    };
  }
  return {
    pipe: pipeFileOf("tracker", `follow with ${name}`),
    description: `Follows the last box of each track, and stops where it is lost. ${about} ${end}`,
    parameters: [
      maxFramesParameter,
      shareParameter("confidence", "Confidence below which a box is lost", manifest.confidence ?? usualConfidence),
    ],
    takesFrames: true,
  };
}

const shareParameter = (key: string, label: string, value: number): PipeParameter => ({
  key,
  label,
  type: "number",
  type_props: { min: 0, max: 1, step: 0.05 },
  default: value,
});

/** @throws PipelineError that describes the problem of the pack */
export async function worded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PackError ? new PipelineError(error.message, { cause: error }) : error;
  }
}

async function filesOfFolder(folder: string): Promise<PackFiles> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = new Map<string, number>();
  for (const entry of entries) {
    if (entry.isFile()) sizes.set(entry.name, (await stat(join(folder, entry.name))).size);
  }
  return {
    sizes,
    read: async (name) =>
      await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        throw new PackError(`${name} cannot be read (${error.code}).`, { cause: error });
      }),
  };
}
