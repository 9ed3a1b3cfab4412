/** Training with programs of the site: the part `training` of a manifest (docs/pipelines/training.md). */
import { readdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { ExportRun, TrainingEngine, TrainingRun } from "../../ports/training-engine.ts";
import type { ProcessLimits } from "../process/limited-process.ts";
import { filled, linkMedia, resultOf, runManifest, type Values } from "./engine.ts";
import { type Manifest, readRunners } from "./manifest.ts";

interface Trainer {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly training: NonNullable<Manifest["training"]>;
}

export function commandTrainer(folder: string, limits: ProcessLimits): TrainingEngine {
  const find = async (): Promise<Trainer[]> =>
    (await readRunners(folder)).flatMap((runner) => {
      const { training } = runner.manifest;
      return training === undefined ? [] : [{ ...runner, training }];
    });
  const requireOne = async (isRight: (trainer: Trainer) => boolean): Promise<Trainer> => {
    const trainer = (await find()).find(isRight);
    if (trainer === undefined)
      throw new PipelineError("This worker cannot run the training: its pipelines have changed.");
    return trainer;
  };
  return {
    takesOriginals: true,
    listConfigurations: async () => (await find()).flatMap(({ training }) => training.configurations),
    canExport: async () => (await find()).some(({ training }) => training.export !== undefined),
    async train(run) {
      const trainer = await requireOne(({ training }) => training.configurations.includes(run.configuration));
      const { training } = trainer;
      const values = await prepare(trainer, run);
      const args = [
        ...training.command,
        ...(run.annotatedFramesOnly ? (training.forAnnotatedFramesOnly ?? []) : []),
        ...(run.labels === undefined ? [] : (training.forLabels ?? [])),
        ...(run.fineTune === undefined ? [] : (training.forFineTune ?? [])),
      ];
      const progress = training.progress ?? trainer.manifest.progress;
      await runManifest({ ...trainer, args, progress }, run, values, limits);
      return await requireModel(resolve(run.folder, filled(training.result, values)), training.result);
    },
    async exportModel(run: ExportRun) {
      const trainer = await requireOne(({ training }) => training.export !== undefined);
      const { command, result } = trainer.training.export as NonNullable<Trainer["training"]["export"]>;
      const values = new Map([...commonValues(trainer, run), ["model", run.model]]);
      const ended = await runManifest({ ...trainer, args: command, progress: undefined }, run, values, limits);
      return { path: (await resultOf([result], values, ended)).path };
    },
  };
}

const commonValues = ({ folder }: Trainer, run: { readonly folder: string }): [string, string][] => [
  ["runner", resolve(folder)],
  ["folder", run.folder],
];

/** Writes one line per dataset: its list of media, its annotations and its name, separated by tabs. */
async function prepare(trainer: Trainer, run: TrainingRun): Promise<Values> {
  const lines: string[] = [];
  for (const [n, { annotations, media, name }] of run.datasets.entries()) {
    const csv = await annotations.viameCsv();
    const paths = await linkMedia(media, run.folder, `media-${n}`);
    const list = join(run.folder, `media-${n}.txt`);
    await writeFile(list, `${paths.join("\n")}\n`);
    lines.push([list, csv, name.replaceAll(/[\t\r\n]/g, " ")].join("\t"));
  }
  const datasets = join(run.folder, "datasets.txt");
  await writeFile(datasets, `${lines.join("\n")}\n`);
  const values = new Map([...commonValues(trainer, run), ["datasets", datasets]]);
  values.set("configuration", resolve(trainer.folder, run.configuration));
  if (run.fineTune !== undefined) values.set("fineTune", run.fineTune);
  if (run.labels !== undefined) {
    const labels = join(run.folder, "labels.txt");
    await writeFile(labels, run.labels);
    values.set("labels", labels);
  }
  return values;
}

async function requireModel(path: string, named: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  const names = facts?.isDirectory() === true ? await readdir(path) : [];
  if (!names.some((name) => name.endsWith(".pipe"))) {
    throw new PipelineError(`The training produced no pipeline: there is no .pipe file in ${named}.`);
  }
  return path;
}
