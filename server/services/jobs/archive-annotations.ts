/**
 * Annotations in an archive that are not next to their media: each file is read as what it is, and becomes the annotations
 * of the dataset that it is about. What cannot be read, or is about none, is named.
 */
import { isAnnotationFormat } from "#core/formats/format-table";
import { storedZip } from "#core/formats/stored-zip";
import type { MediaEntry } from "#schemas/media-ledger";

import { DomainError } from "../../base/errors.ts";
import type { ArchivedFile } from "../../base/zip-archive.ts";
import type { Ports } from "../../ports/index.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import type { PostprocessService } from "../postprocess/postprocess.service.ts";
import type { ArchiveImport, PlannedAnnotations } from "./archive-imports.ts";
import type { WorkerRun } from "./worker.ts";

export interface AttachUses {
  postprocess: PostprocessService;
  work: AnnotationWork;
}

interface Noted {
  /** The folder of the dataset that it is about; absent: none. */
  readonly target?: string;
  readonly entry: MediaEntry;
}

/** Of one file of annotations, which is read as a whole. */
const maxBytes = 512 * 1024 * 1024;
/** How much of a file is read to identify it. */
const headBytes = 4 * 1024 * 1024;
/** Pictures of a dataset whose names are looked for in a file. */
const maxLookedFor = 200;

/** @param targets the folder of each import; `undefined`: deleted since it was unpacked */
export async function attachAnnotations(
  { database }: Ports,
  { postprocess, work }: AttachUses,
  { actor, signal }: WorkerRun,
  planned: readonly PlannedAnnotations[],
  targets: ReadonlyMap<ArchiveImport, string | undefined>,
): Promise<Noted[]> {
  const noted: Noted[] = [];
  for (const one of planned.toSorted((a, b) => rankOf(a.path) - rankOf(b.path))) {
    signal.throwIfAborted();
    const where = one.path;
    const out = (why: string, next?: string): void =>
      void noted.push({ entry: { what: "left-out", where, why, ...(next !== undefined && { next }) } });
    const total = one.files.reduce((sum, { size }) => sum + size, 0);
    if (total > maxBytes) {
      out(`has more than ${maxBytes} bytes, and was not read.`, "Import it with the command line.");
      continue;
    }
    const bytes = one.areLabels ? await zipOf(one.files) : await readAll(one.files[0]);
    const name = one.areLabels ? "labels.zip" : where;
    // Of texts that are each called as a picture only these two formats are read, and XML is Pascal VOC.
    const isVoc = one.areLabels && one.files.some(({ path }) => /\.xml$/i.test(path));
    const { kind, message } = isVoc
      ? ({ kind: "voc", message: "" } as const)
      : await work.recognise(bytes.slice(0, one.areLabels ? bytes.length : headBytes), name);
    if (!isAnnotationFormat(kind)) {
      out(`holds no annotations that can be read. ${message}`);
      continue;
    }
    const about = aboutWhich(one, bytes);
    if (about.length === 0) out("names no picture of this archive.", "Import it into the dataset that it is about.");
    for (const of of about) {
      const target = targets.get(of);
      if (target === undefined) continue;
      if ((await database.annotations.head(target)) > 0) {
        const next = "Import it into an annotation set of its own.";
        noted.push({
          target,
          entry: { what: "left-out", where, why: "was not imported: there are annotations already.", next },
        });
        continue;
      }
      try {
        const { warnings, trackCount } = await postprocess.importBytes(actor, target, {
          name,
          format: kind,
          bytes: bytes.slice(),
        });
        const counted = `${trackCount} ${trackCount === 1 ? "track" : "tracks"}`;
        noted.push({
          target,
          entry: { what: "attached", where, why: `became the annotations of ${of.name}: ${counted}.` },
        });
        for (const why of warnings) noted.push({ target, entry: { what: "broken", where, why } });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        noted.push({ target, entry: { what: "broken", where, why: `could not be imported. ${error.message}` } });
      }
    }
  }
  return noted;
}

/** Which of several is read first: the others find annotations that are there. */
function rankOf(path: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^(captions|panoptic|stuff|image_info|person_keypoints)/i.test(name)) return 2;
  return /^(instances|annotations|result|default|gt)/i.test(name) ? 0 : 1;
}

/** By the names of pictures that it has; where it has none, by its own name or place, if that is clear. */
function aboutWhich({ about, areLabels }: PlannedAnnotations, bytes: Uint8Array): ArchiveImport[] {
  const [best, second] = about;
  if (best === undefined) return [];
  if (areLabels || about.length === 1) return [best.of];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hits = about.map(({ of, score }) => {
    const names = [...of.files.keys()].slice(0, maxLookedFor);
    return { of, score, count: names.filter((name) => text.includes(name)).length };
  });
  const most = Math.max(...hits.map(({ count }) => count));
  if (most > 0) {
    const named = hits.filter(({ count }) => count > 0);
    // The same names in several folders: the place decides.
    const areAlike = named.every(({ count }) => count === most) && named.length > 1;
    if (!areAlike) return named.map(({ of }) => of);
    const nearest = Math.max(...named.map(({ score }) => score));
    const near = named.filter(({ score }) => score === nearest);
    return near.length === 1 || nearest === 0 ? near.map(({ of }) => of) : [];
  }
  return best.score > (second?.score ?? 0) && best.score >= 40 ? [best.of] : [];
}

async function readAll(file: ArchivedFile | undefined): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  if (file !== undefined) for await (const part of file.read()) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** Texts of YOLO are read as one archive. */
async function zipOf(files: readonly ArchivedFile[]): Promise<Uint8Array> {
  const texts: [string, string][] = [];
  for (const file of files) {
    const isLabel = /\.txt$/i.test(file.path) && !/(^|\/)(classes|labels|obj|train|valid?|test)\.txt$/i.test(file.path);
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const folder = /\.xml$/i.test(name) ? "Annotations/" : isLabel ? "labels/" : "";
    texts.push([`${folder}${name}`, Buffer.from(await readAll(file)).toString("utf8")]);
  }
  return new Uint8Array(Buffer.concat([...storedZip(texts)].map((piece) => piece.slice())));
}
