/**
 * Stores the annotation files of an import: each file, or set of files, becomes the annotations of the dataset it belongs
 * to. Several for one dataset are joined if they cover different pictures. Files that cannot be read, or belong to none,
 * are reported.
 */
import type { NamedBytes } from "#core/formats/sources/source";

import { DomainError } from "../../../../base/errors.ts";
import { kindOfFile } from "../../../../domain/file-kinds.ts";
import { type FrameSpan, joinSpans } from "../../../../domain/frame-spans.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { JobRecord } from "../../../../ports/records.ts";
import type { AnnotationWork } from "../../../annotations/annotation-work/annotation-work.ts";
import { type AttachedFile, attachToDataset, type AttachDeps } from "../../../datasets/attach-annotations.ts";
import { isUnavailable, retryWhileUnavailable } from "../../retry-while-unavailable.ts";
import type { WorkerRun } from "../../job-run.ts";
import type { DatasetEntry, PlannedAnnotations, PlannedDataset } from "../planned-dataset.ts";
import { matchDatasets } from "./match.ts";
import { findAnnotations, type FoundAnnotations, readFiles } from "./recognize.ts";
import { type AnnotationOutcome, entriesOfOutcome } from "./report.ts";

export interface ArchivedAnnotationDeps extends AttachDeps {
  readonly work: AnnotationWork;
}

/** Begins the ids of the saves of an import, which its next attempt recognizes. */
export const savesOfJob = ({ id }: Pick<JobRecord, "id">): string => `job:${id}:`;

/** Limit for one file or set of files, which is read as a whole. */
const maxBytes = 512 * 1024 * 1024;

/** @param targets the folder of each dataset; absent: deleted since it was unpacked, or it has annotations */
export async function attachAnnotations(
  deps: ArchivedAnnotationDeps,
  run: WorkerRun,
  planned: readonly PlannedAnnotations[],
  targets: ReadonlyMap<PlannedDataset, string | undefined>,
): Promise<DatasetEntry[]> {
  const { found, entries } = await findAnnotations(deps.work, planned, run.signal);
  const attached = new AttachedAnnotations(deps, run);
  for (const file of found.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    run.signal.throwIfAborted();
    if (file.files.reduce((sum, { size }) => sum + size, 0) > maxBytes) {
      attached.report(file, { kind: "too-large", maxBytes });
      continue;
    }
    const content = await readFiles(file);
    const datasets = matchDatasets(file, content);
    if (datasets.length === 0)
      attached.report(file, { kind: "unmatched", hasVideos: file.about.some(({ of }) => hasVideo(of)) });
    for (const dataset of datasets) {
      const folderId = targets.get(dataset);
      if (folderId !== undefined) await attached.attach({ file, content, datasets, dataset, folderId });
    }
  }
  return [...entries.map((entry) => ({ entry })), ...attached.entries];
}

interface FileForDataset {
  readonly file: FoundAnnotations;
  readonly content: Uint8Array | readonly NamedBytes[];
  /** All datasets it belongs to, and the one it is stored in now. */
  readonly datasets: readonly PlannedDataset[];
  readonly dataset: PlannedDataset;
  readonly folderId: string;
}

/** The files stored so far by one import. */
class AttachedAnnotations {
  readonly entries: DatasetEntry[] = [];
  readonly #deps: ArchivedAnnotationDeps;
  readonly #run: WorkerRun;
  /** By the folder of the dataset: its first file, and the frames that have annotations. */
  readonly #stored = new Map<string, { readonly firstFile: string; readonly spans: readonly FrameSpan[] }>();

  constructor(deps: ArchivedAnnotationDeps, run: WorkerRun) {
    this.#deps = deps;
    this.#run = run;
  }

  report(file: FoundAnnotations, outcome: AnnotationOutcome, folderId?: string): void {
    for (const entry of entriesOfOutcome(file, outcome)) {
      this.entries.push({ ...(folderId !== undefined && { folderId }), entry });
    }
  }

  async attach(one: FileForDataset): Promise<void> {
    const { file, dataset, folderId } = one;
    const { job } = this.#run;
    const earlier = this.#stored.get(folderId);
    if (earlier === undefined && (await isOccupied(this.#deps.ports.database, folderId, job))) {
      this.report(file, { kind: "occupied" }, folderId);
      return;
    }
    try {
      const stored = await this.#store(one);
      if (stored.outcome === "nothing") return;
      if (stored.outcome === "taken") {
        this.report(file, { kind: "overlapping", earlierFile: earlier?.firstFile ?? "" }, folderId);
        return;
      }
      const { trackCount } = stored;
      const joined = earlier !== undefined && { earlierFile: earlier.firstFile };
      this.report(file, { kind: "stored", datasetName: dataset.name, trackCount, ...joined }, folderId);
      const spans = joinSpans([...(earlier?.spans ?? []), ...stored.spans]);
      this.#stored.set(folderId, { firstFile: earlier?.firstFile ?? file.where, spans });
    } catch (error) {
      if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
      this.report(file, { kind: "failed", message: error.message }, folderId);
    }
  }

  async #store({ file, content, datasets, dataset, folderId }: FileForDataset): ReturnType<typeof attachToDataset> {
    const { actor, job, signal } = this.#run;
    const { where, format, isTable } = file;
    const earlier = this.#stored.get(folderId);
    const attached: AttachedFile = {
      name: where,
      format,
      isTable,
      saveId: `${savesOfJob(job)}${where}`,
      content,
      place: dataset.place.folder,
      elsewhere: datasets.flatMap((other) => (other === dataset ? [] : pathsOf(other))),
      ...(earlier !== undefined && { taken: earlier.spans }),
    };
    const attach = async () => await attachToDataset(this.#deps, actor, folderId, attached);
    const stored = await retryWhileUnavailable(signal, attach);
    // All datasets of a file get the same problems: they are reported once.
    if (dataset === datasets[0]) this.entries.push(...stored.entries.map((entry) => ({ folderId, entry })));
    return stored;
  }
}

/** Others have saved in it, or it came with annotations; what an earlier attempt of this job stored is its own. */
async function isOccupied({ annotations }: Ports["database"], folderId: string, job: JobRecord): Promise<boolean> {
  return (await annotations.heads([folderId], savesOfJob(job))).has(folderId);
}

const hasVideo = ({ files }: PlannedDataset): boolean => [...files.keys()].some((name) => kindOfFile(name) === "video");

const pathsOf = ({ place, files }: PlannedDataset): string[] =>
  [...files.keys()].map((name) => (place.folder === "" ? name : `${place.folder}/${name}`));

/** Which of several to read first: the others are joined to it, or find existing annotations. */
function rankOf({ where }: FoundAnnotations): number {
  const name = where.slice(where.lastIndexOf("/") + 1);
  if (/^(captions|panoptic|stuff|image_info|person_keypoints|det)/i.test(name)) return 2;
  return /^(instances|annotations|result|default|gt)/i.test(name) ? 0 : 1;
}
