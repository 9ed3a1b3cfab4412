/**
 * Pipelines run by a program of the site: it gets the media, the annotations and the parameters as files and arguments
 * and leaves a file. It works in its own folder, without the server's environment variables, within limits; cancelling
 * a run kills it and everything it started.
 */
import { mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { programName, ProgramNames } from "../../base/program-names.ts";
import type { PipelineDescription } from "../../domain/pipeline.ts";
import {
  type PipelineEngine,
  PipelineError,
  type PipelineMedia,
  type PipelineOutput,
  type PipelineRun,
} from "../../ports/pipeline-engine.ts";
import { LimitError, type ProcessEnd, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { type Manifest, type ModelEngine, readRunners, type Runner } from "./manifest.ts";

/** How many lines of its error output users see when it failed. */
const maxErrorLines = 20;

/** @param models run models: of the built-in trainer, which addons may contain, too, and model packs */
export function commandEngine(
  folder: string,
  limits: ProcessLimits,
  models: Readonly<Record<ModelEngine, Pick<PipelineEngine, "run">>>,
): PipelineEngine {
  return {
    takesOriginals: true,
    async list(): Promise<PipelineDescription[]> {
      return (await readRunners(folder)).flatMap(({ pipelines }) => pipelines);
    },
    runsTrained: async () => (await readRunners(folder)).some(({ manifest }) => manifest.runsTrained === true),
    async run(run) {
      const runners = await readRunners(folder);
      const isRight = ({ manifest, pipelines }: Runner): boolean =>
        run.model === undefined ? pipelines.some(({ pipe }) => pipe === run.pipe) : manifest.runsTrained === true;
      const runner = runners.find(isRight);
      if (runner === undefined) throw new PipelineError(`There is no pipeline ${run.pipe} here.`);
      const { engine } = runner.manifest;
      if (engine !== undefined) return await models[engine].run({ ...run, model: runner.folder });
      return await runProgram(runner, run, limits);
    },
  };
}

async function runProgram(runner: Runner, run: PipelineRun, limits: ProcessLimits): Promise<PipelineOutput> {
  const { folder, manifest } = runner;
  const values = await prepare(runner, run);
  const args = [
    ...manifest.command,
    ...(run.media.kind === "video" ? (manifest.forVideo ?? []) : (manifest.forImages ?? [])),
  ];
  const { progress } = manifest;
  const more = forParameters(manifest, run, values);
  const ended = await runManifest({ folder, manifest, args, progress, more }, run, values, limits);
  const { path } = await resultOf(manifest.results, values, ended);
  return { path, format: manifest.format ?? "viame-csv" };
}

/** A program that succeeded, and the last lines it wrote. */
export interface EndedProgram {
  readonly program: string;
  readonly end: ProcessEnd;
}

/**
 * @param given `args` may contain words in braces; `more` is passed unchanged @throws PipelineError; the signal's
 *   reason
 */
export async function runManifest(
  given: {
    readonly folder: string;
    readonly manifest: Manifest;
    readonly args: readonly string[];
    readonly more?: readonly string[];
    readonly progress: string | undefined;
  },
  run: Pick<PipelineRun, "folder" | "log" | "progress" | "signal">,
  values: Values,
  limits: ProcessLimits,
): Promise<EndedProgram> {
  const [program = "", ...args] = given.args.map((text) => filled(text, values));
  const pattern = given.progress === undefined ? undefined : RegExp(given.progress);
  const end = await runLimited({
    command: program.startsWith("./") ? join(given.folder, program) : program,
    args: [...args, ...(given.more ?? [])],
    limits,
    signal: run.signal,
    folder: run.folder,
    output: run.folder,
    startsOthers: true,
    environment: { HOME: run.folder, ...given.manifest.environment },
    onLine: (line) => {
      const groups = pattern?.exec(line)?.groups;
      if (groups === undefined) return run.log(line.slice(0, 2000));
      run.progress(Number(groups["done"] ?? 0), Number(groups["total"] ?? 0), groups["message"] ?? "");
    },
  }).catch((error: unknown) => {
    throw describeError(error, program);
  });
  if (end.code !== 0) {
    throw new PipelineError([`${program} ended with code ${end.code}.`, ...end.log.slice(-maxErrorLines)].join("\n"));
  }
  return { program, end };
}

/** Replacements for words in braces. */
export type Values = ReadonlyMap<string, string>;

async function prepare({ folder, manifest }: Runner, run: PipelineRun): Promise<Values> {
  const media = await linkMedia(run.media, run.folder, "media");
  const list = join(run.folder, "media.txt");
  await writeFile(list, `${media.join("\n")}\n`);
  const parameters = join(run.folder, "parameters.json");
  await writeFile(parameters, JSON.stringify(run.parameters));
  const values = new Map([
    ["pipe", resolve(run.model ?? folder, programName(run.pipe))],
    ["model", run.model ?? resolve(folder)],
    ["runner", resolve(folder)],
    ["folder", run.folder],
    ["media", list],
    ["video", media[0] ?? ""],
    ["parameters", parameters],
    ["fps", String(run.fps)],
    ["firstFrame", String(run.frames?.first ?? 0)],
    ["lastFrame", String(Math.min(run.frames?.last ?? Infinity, frameCountOf(run.media) - 1))],
  ]);
  const request = JSON.stringify(manifest);
  // Only the requested files are written.
  if (request.includes("{viameCsv}")) values.set("viameCsv", await run.annotations.viameCsv());
  if (request.includes("{diveJson}")) values.set("diveJson", await run.annotations.diveJson());
  return values;
}

const frameCountOf = (media: PipelineMedia): number =>
  media.kind === "images" ? media.files.length : media.frameCount;

/**
 * Links the media under their original names, because programs rely on extensions and results contain the names of
 * pictures.
 */
export async function linkMedia(media: PipelineMedia, folder: string, name: string): Promise<string[]> {
  const target = join(folder, name);
  await mkdir(target);
  const files = media.kind === "images" ? media.files : [media.original ?? media];
  const links: string[] = [];
  const names = new ProgramNames();
  for (const { path, name: own } of files) {
    const link = join(target, names.take(own));
    await symlink(path, link);
    links.push(link);
  }
  return links;
}

function forParameters(manifest: Manifest, { parameters }: PipelineRun, values: Values): string[] {
  return Object.entries(parameters).flatMap(([key, value]) => {
    const placeholders = new Map([...values, ["key", key], ["value", String(value)]]);
    return (manifest.forParameter ?? []).map((text) => filled(text, placeholders));
  });
}

/** Replaces each word in braces once: replacements are not expanded again. */
export const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);

/** The first of the files that exists and is not empty. @throws PipelineError */
export async function resultOf(
  results: readonly string[],
  values: Values,
  { program, end }: EndedProgram,
): Promise<{ path: string }> {
  for (const text of results) {
    const path = resolve(values.get("folder") ?? "", filled(text, values));
    const file = await stat(path).catch(() => undefined);
    if (file?.isFile() === true && file.size > 0) return { path };
  }
  const last = end.log.slice(-maxErrorLines);
  throw new PipelineError([`${program} has left no result (${results.join(", ")}).`, ...last].join("\n"));
}

function describeError(error: unknown, program: string): unknown {
  if (error instanceof LimitError) return new PipelineError(`${program} ${error.message}.`, { cause: error });
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "EACCES") {
    return new PipelineError(`${program} cannot be started (${code}).`, { cause: error });
  }
  return error;
}
