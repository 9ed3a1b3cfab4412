/**
 * Pipelines that a program of the site runs: it gets the media, the annotations and the parameters as files and arguments and
 * leaves a file. It works in a folder of its own, without the server's variables, within limits; a cancelled run ends it and
 * all that it has started.
 */
import { mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import type { PipelineDescription } from "../../domain/pipeline.ts";
import {
  type PipelineEngine,
  PipelineError,
  type PipelineMedia,
  type PipelineOutput,
  type PipelineRun,
} from "../../ports/pipeline-engine.ts";
import { LimitError, type ProcessEnd, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { type Manifest, readRunners, type Runner } from "./manifest.ts";

/** Lines of its errors that people see when it has failed. */
const toldLines = 20;

export function commandEngine(folder: string, limits: ProcessLimits): PipelineEngine {
  return {
    async list(): Promise<PipelineDescription[]> {
      return (await readRunners(folder)).flatMap(({ pipelines }) => pipelines);
    },
    async run(run) {
      const runners = await readRunners(folder);
      const runner = runners.find(({ pipelines }) => pipelines.some(({ pipe }) => pipe === run.pipe));
      if (runner === undefined) throw new PipelineError(`There is no pipeline ${run.pipe} here.`);
      return await runProgram(runner, run, limits);
    },
  };
}

async function runProgram(runner: Runner, run: PipelineRun, limits: ProcessLimits): Promise<PipelineOutput> {
  const { manifest } = runner;
  const { log, progress, signal } = run;
  const values = await prepare(runner, run);
  const [program = "", ...args] = [
    ...manifest.command.map((text) => filled(text, values)),
    ...argumentsOf(manifest, run, values),
  ];
  const pattern = manifest.progress === undefined ? undefined : new RegExp(manifest.progress);
  const end = await runLimited({
    command: program.startsWith("./") ? join(runner.folder, program) : program,
    args,
    limits,
    signal,
    folder: run.folder,
    output: run.folder,
    startsOthers: true,
    environment: { HOME: run.folder, ...manifest.environment },
    onLine: (line) => {
      const groups = pattern?.exec(line)?.groups;
      if (groups === undefined) return log(line.slice(0, 2000));
      progress(Number(groups["done"] ?? 0), Number(groups["total"] ?? 0), "");
    },
  }).catch((error: unknown) => {
    throw worded(error, program);
  });
  return await resultOf(manifest, values, program, end);
}

/** What stands for the words in braces. */
type Values = ReadonlyMap<string, string>;

async function prepare({ folder, manifest }: Runner, run: PipelineRun): Promise<Values> {
  const media = await linkMedia(run.media, run.folder);
  const list = join(run.folder, "media.txt");
  await writeFile(list, `${media.join("\n")}\n`);
  const parameters = join(run.folder, "parameters.json");
  await writeFile(parameters, JSON.stringify(run.parameters));
  const values = new Map([
    ["pipe", resolve(folder, run.pipe)],
    ["runner", resolve(folder)],
    ["folder", run.folder],
    ["media", list],
    ["video", media[0] ?? ""],
    ["parameters", parameters],
    ["fps", String(run.fps)],
  ]);
  const asked = JSON.stringify(manifest);
  // Only what is asked for is written.
  if (asked.includes("{viameCsv}")) values.set("viameCsv", await run.annotations.viameCsv());
  if (asked.includes("{diveJson}")) values.set("diveJson", await run.annotations.diveJson());
  return values;
}

/** The media under the names that people know them by, since programs go by the endings, and results name pictures. */
async function linkMedia(media: PipelineMedia, folder: string): Promise<string[]> {
  const target = join(folder, "media");
  await mkdir(target);
  const files = media.kind === "images" ? media.files : [media];
  const links: string[] = [];
  for (const { path, name } of files) {
    const link = join(target, name.replaceAll(/[/\0\r\n]/g, "_"));
    await symlink(path, link);
    links.push(link);
  }
  return links;
}

function argumentsOf(manifest: Manifest, { media, parameters }: PipelineRun, values: Values): string[] {
  const forMedia = media.kind === "video" ? manifest.forVideo : manifest.forImages;
  const forParameters = Object.entries(parameters).flatMap(([key, value]) =>
    (manifest.forParameter ?? []).map((text) =>
      filled(text, new Map([...values, ["key", key], ["value", String(value)]])),
    ),
  );
  return [...(forMedia ?? []).map((text) => filled(text, values)), ...forParameters];
}

/** Each word in braces once: what stands for it is never looked at again. */
const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);

async function resultOf(manifest: Manifest, values: Values, program: string, end: ProcessEnd): Promise<PipelineOutput> {
  if (end.code !== 0) {
    throw new PipelineError([`${program} ended with code ${end.code}.`, ...end.log.slice(-toldLines)].join("\n"));
  }
  for (const text of manifest.results) {
    const path = resolve(values.get("folder") ?? "", filled(text, values));
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === true && found.size > 0) return { path, format: manifest.format ?? "viame-csv" };
  }
  throw new PipelineError(
    [`${program} has left no result (${manifest.results.join(", ")}).`, ...end.log.slice(-toldLines)].join("\n"),
  );
}

function worded(error: unknown, program: string): unknown {
  if (error instanceof LimitError) return new PipelineError(`${program} ${error.message}.`, { cause: error });
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "EACCES") {
    return new PipelineError(`${program} cannot be started (${code}).`, { cause: error });
  }
  return error;
}
