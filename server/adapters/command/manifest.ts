/**
 * How a program runs the `.pipe` files of its folder: the `runner.json` next to them (docs/pipelines/programs.md).
 * Administrators write it, so it may name any program; it is still checked, so that mistakes are reported instead of
 * run.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { PipeParameter } from "#schemas";

import {
  anything,
  boolean,
  checkBody,
  type Checked,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  text,
} from "../../domain/body-check.ts";
import { categoryOf, type PipelineDescription } from "../../domain/pipeline.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import { describePack, packManifestName } from "../packs/pack-folder.ts";

const parameterCheck = object(
  {
    label: text,
    type: oneOf(["number", "boolean", "text", "select"]),
    type_props: optional(
      object(
        { min: optional(number), max: optional(number), step: optional(number), items: optional(listOf(text)) },
        "refuse",
      ),
    ),
    key: text,
    default: optional(anything),
    required: optional(boolean),
  },
  "refuse",
);

const manifestCheck = object(
  {
    /** Instead of a program: an engine of the product runs the model next to it. */
    engine: optional(oneOf(["channel-features"])),
    /** Program and arguments; a path that begins with `./` is relative to the folder. */
    command: optional(listOf(text)),
    forVideo: optional(listOf(text)),
    forImages: optional(listOf(text)),
    /** Repeated for each parameter of a run. */
    forParameter: optional(listOf(text)),
    environment: optional(mapOf(text)),
    /** Possible result files: the first one that exists and is not empty is the result. */
    results: optional(listOf(text)),
    format: optional(oneOf(["viame-csv", "dive-json"])),
    /** A regular expression for lines of its output, with the groups `done` and optionally `total`. */
    progress: optional(text),
    parameters: optional(listOf(parameterCheck)),
    /** It runs `.pipe` files that users have trained or uploaded. */
    runsTrained: optional(boolean),
    training: optional(
      object(
        {
          command: listOf(text),
          forAnnotatedFramesOnly: optional(listOf(text)),
          forLabels: optional(listOf(text)),
          forFineTune: optional(listOf(text)),
          /** File names in the folder; the first one is the default. */
          configurations: listOf(text),
          /** The folder with the result. */
          result: text,
          progress: optional(text),
          export: optional(object({ command: listOf(text), result: text }, "refuse")),
        },
        "refuse",
      ),
    ),
    pipelines: optional(
      mapOf(object({ description: optional(text), parameters: optional(listOf(parameterCheck)) }, "refuse")),
    ),
  },
  "refuse",
);

type Whole = "command" | "results";
type Written = Checked<typeof manifestCheck>;
/** Engines of the product that run models; `onnx` runs model packs, which have their own manifest. */
export type ModelEngine = "channel-features" | "onnx";
/** Program and results are empty if an engine of the product runs it. */
export type Manifest = Omit<Written, Whole | "engine"> & { readonly [name in Whole]: readonly string[] } & {
  readonly engine?: ModelEngine;
};

/** A program and its `.pipe` files. */
export interface Runner {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly pipelines: readonly PipelineDescription[];
}

const manifestName = "runner.json";

/**
 * The folder itself and each of its subfolders that has a manifest and is not hidden. @throws PipelineError that
 * names the file and the problem
 */
export async function readRunners(folder: string): Promise<Runner[]> {
  const inside = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new PipelineError(`The folder of pipelines ${folder} cannot be read.`, { cause: error });
  });
  const folders = inside
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => join(folder, name));
  const runners: Runner[] = [];
  for (const one of [folder, ...folders.sort()]) {
    const names = await readdir(one);
    if (names.includes(manifestName)) runners.push(await readRunner(one, names));
    else if (names.includes(packManifestName)) runners.push(await readPackRunner(one));
  }
  return runners;
}

/** The kind of runner in a folder; `undefined`: it runs no pipelines. */
export async function kindOfRunner(folder: string): Promise<"program" | "pack" | undefined> {
  const names = await readdir(folder);
  if (names.includes(manifestName)) return "program";
  return names.includes(packManifestName) ? "pack" : undefined;
}

async function readPackRunner(folder: string): Promise<Runner> {
  const pipeline = await describePack(folder).catch((error: unknown) => {
    throw error instanceof PipelineError ? new PipelineError(`${folder}/${error.message}`, { cause: error }) : error;
  });
  return { folder, manifest: { engine: "onnx", command: [], results: [] }, pipelines: [pipeline] };
}

async function readRunner(folder: string, names: readonly string[]): Promise<Runner> {
  const path = join(folder, manifestName);
  const manifest = await readManifest(path);
  const pipes = names.filter((name) => name.endsWith(".pipe") && categoryOf(name) !== undefined).sort();
  const pipelines = pipes.map((pipe): PipelineDescription => {
    const ofPipe = manifest.pipelines?.[pipe];
    const parameters = [...(manifest.parameters ?? []), ...(ofPipe?.parameters ?? [])];
    return {
      pipe,
      description: ofPipe?.description ?? null,
      parameters: parameters.map(asParameter),
      ...(supportsFrameRange(manifest) && { takesFrames: true as const }),
    };
  });
  return { folder, manifest, pipelines };
}

/** A program does if its manifest names the first and the last frame; an engine of the product always does. */
function supportsFrameRange(manifest: Manifest): boolean {
  const text = JSON.stringify(manifest);
  return manifest.engine !== undefined || ["{firstFrame}", "{lastFrame}"].every((word) => text.includes(word));
}

async function readManifest(path: string): Promise<Manifest> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new PipelineError(`${path} is not JSON: ${String(error)}`, { cause: error });
  }
  const checked = checkBody("Manifest", manifestCheck, document);
  if (!checked.ok) throw new PipelineError(`${path}: ${checked.message}`);
  const { command = [], results = [], progress = "", training, engine } = checked.value;
  if (engine !== undefined && command.length > 0)
    throw new PipelineError(`${path}: "engine" and "command" exclude each other.`);
  if (engine === undefined && command.length === 0) throw new PipelineError(`${path}: "command" names no program.`);
  if (engine === undefined && results.length === 0) throw new PipelineError(`${path}: "results" names no file.`);
  if (![progress, training?.progress ?? ""].every(isPattern))
    throw new PipelineError(`${path}: "progress" is not a regular expression.`);
  return { ...checked.value, command, results };
}

function isPattern(text: string): boolean {
  try {
    return RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function asParameter({
  default: given,
  type_props: props = {},
  ...rest
}: Checked<typeof parameterCheck>): PipeParameter {
  const isValue = typeof given === "string" || typeof given === "number" || typeof given === "boolean";
  return { ...rest, type_props: props, default: isValue ? given : null } as PipeParameter;
}
