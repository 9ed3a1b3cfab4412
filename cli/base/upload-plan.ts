/** Which datasets an upload makes of the paths it was given. The server sorts the names; nothing is sent yet. */

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { ApiClient } from "#schemas/client";
import { fileError, usageError } from "./errors.ts";
import { interrupted } from "./interrupt.ts";

export interface PlannedFile {
  readonly name: string;
  readonly path: string;
}

export interface PlannedDataset {
  readonly name: string;
  readonly type: "video" | "image-sequence" | "large-image";
  /** In the order they are sent: media, then side files. */
  readonly files: readonly PlannedFile[];
  /** The files among them that hold annotations. */
  readonly annotations: readonly PlannedFile[];
}

export interface UploadPlan {
  readonly datasets: readonly PlannedDataset[];
  /** Files that no dataset uses, with the reason. */
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
}

interface Batch {
  /** How it is called in messages. */
  readonly label: string;
  /** Gives a dataset of images its name. */
  readonly folder: string;
  readonly files: readonly PlannedFile[];
}

/**
 * Every folder is a batch, and so are the files named one by one. A batch of images is one dataset; of videos, one
 * dataset each. `annotations` belongs to the only dataset of the plan.
 */
export async function planUpload(
  client: ApiClient,
  paths: readonly string[],
  { name, annotations }: { readonly name?: string | undefined; readonly annotations?: string | undefined },
): Promise<UploadPlan> {
  const batches = await readBatches(paths);
  if (annotations !== undefined && batches.length > 1) {
    throw usageError("--annotations belongs to one dataset: upload the others in a call of their own.");
  }
  const datasets: PlannedDataset[] = [];
  const ignored: { path: string; reason: string }[] = [];
  for (const batch of batches) {
    const extra = annotations === undefined ? [] : [{ name: basename(annotations), path: annotations }];
    const files = [...batch.files, ...extra.filter((file) => !batch.files.some((other) => isSame(other, file)))];
    const byName = new Map(files.map((file) => [file.name, file]));
    if (byName.size < files.length) throw usageError(`two files in this upload have the same name: ${twin(files)}.`);
    const body = files.map((file) => file.name);
    const sorted = await client.call("dataset.validateFiles", { body }, { signal: interrupted });
    if (!sorted.ok || sorted.type === "" || sorted.type === "multi") {
      throw usageError(`${batch.label}: ${sorted.message.replace(/\.$/, "")}.`);
    }
    const pick = (names: readonly string[]): PlannedFile[] => names.flatMap((each) => byName.get(each) ?? []);
    const { roles, type } = sorted;
    const media = pick(roles.media);
    const side = pick([...roles.annotations, ...roles.datasetConfig, ...roles.frameMetadata]);
    ignored.push(
      ...pick(roles.ignored).map((file) => ({ path: file.path, reason: sorted.reasons[file.name] ?? "not used" })),
    );
    if (type === "video") {
      for (const video of media) {
        const isOnly = media.length === 1;
        datasets.push({
          name: basename(video.name, extname(video.name)),
          type,
          files: isOnly ? [video, ...side] : [video],
          annotations: isOnly ? pick(roles.annotations) : [],
        });
      }
    } else {
      datasets.push({
        name: basename(batch.folder),
        type,
        files: [...media, ...side],
        annotations: pick(roles.annotations),
      });
    }
  }
  if (name === undefined) return { datasets, ignored };
  const [only, ...others] = datasets;
  if (only === undefined || others.length > 0)
    throw usageError(`--name is for one dataset, but this upload makes ${datasets.length}.`);
  return { datasets: [{ ...only, name }], ignored };
}

async function readBatches(paths: readonly string[]): Promise<Batch[]> {
  const batches: Batch[] = [];
  const loose: PlannedFile[] = [];
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) {
        const entries = await readdir(path, { withFileTypes: true });
        const names = entries
          .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
          .map((entry) => entry.name);
        if (names.length === 0) throw usageError(`${path} has no files.`);
        batches.push({
          label: path,
          folder: resolve(path),
          files: names.map((each) => ({ name: each, path: join(path, each) })),
        });
      } else {
        loose.push({ name: basename(path), path });
      }
    } catch (error) {
      throw fileError("read", path, error);
    }
  }
  const [first] = loose;
  if (first !== undefined)
    batches.unshift({ label: listText(loose), folder: dirname(resolve(first.path)), files: loose });
  return batches;
}

function listText(files: readonly PlannedFile[]): string {
  const names = files.slice(0, 3).map(({ name }) => name);
  return `${names.join(", ")}${files.length > names.length ? ", ..." : ""}`;
}

function isSame(a: PlannedFile, b: PlannedFile): boolean {
  return resolve(a.path) === resolve(b.path);
}

function twin(files: readonly PlannedFile[]): string | undefined {
  return files.find((file, index) => files.findIndex((other) => other.name === file.name) < index)?.name;
}
