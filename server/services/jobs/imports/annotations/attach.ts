/**
 * Annotations in an archive: each file, or set of files, is recognized and becomes the annotations of the dataset it
 * belongs to. Several for one dataset are joined if they cover different pictures. Files that cannot be read, or belong
 * to none, are reported.
 */
import type { MediaEntry } from "#schemas/media-ledger";

import { counted } from "../../../../base/counted.ts";
import { DomainError } from "../../../../base/errors.ts";
import { type FrameSpan, joinSpans } from "../../../../domain/frame-spans.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { AnnotationWork } from "../../../annotations/annotation-work/annotation-work.ts";
import { type AttachedFile, attachToDataset, type AttachUses } from "../../../datasets/attach-annotations.ts";
import { matchDataset } from "./match.ts";
import { type FoundAnnotations, findAnnotations, readFiles } from "./recognize.ts";
import type { ArchiveImport, PlannedAnnotations } from "../archive/plan.ts";
import type { WorkerRun } from "../../worker.ts";

export interface ArchivedAnnotationUses extends AttachUses {
  readonly work: AnnotationWork;
}

interface Noted {
  /** The folder of the dataset it belongs to; absent: none. */
  readonly target?: string;
  readonly entry: MediaEntry;
}

/** Limit for one file or set of files, which is read as a whole. */
const maxBytes = 512 * 1024 * 1024;
const newSetAdvice = "Import it into its own annotation set.";

/** @param targets the folder of each import; `undefined`: deleted since it was unpacked */
export async function attachAnnotations(
  uses: ArchivedAnnotationUses,
  { actor, job, signal }: WorkerRun,
  planned: readonly PlannedAnnotations[],
  targets: ReadonlyMap<ArchiveImport, string | undefined>,
): Promise<Noted[]> {
  const { found, entries } = await findAnnotations(uses.work, planned, signal);
  const noted: Noted[] = entries.map((entry) => ({ entry }));
  const attached = new Map<string, { readonly first: string; readonly spans: readonly FrameSpan[] }>();
  for (const one of found.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    signal.throwIfAborted();
    const { where, format, isTable, files } = one;
    const addEntry = (target: string | undefined, entry: MediaEntry): void =>
      void noted.push({ ...(target !== undefined && { target }), entry });
    const out = (why: string, next: string, target?: string): void => {
      addEntry(target, { what: "left-out", where, why, next });
      for (const [list, use] of one.companions) {
        addEntry(target, { what: "left-out", where: list.path, why: `only ${use}` });
      }
    };
    if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes) {
      out(`has more than ${maxBytes} bytes, and was not read.`, "Import it with the command line.");
      continue;
    }
    const content = await readFiles(one);
    const about = matchDataset(one, content);
    if (about.length === 0) out("names no picture of this archive.", "Import it into the dataset it belongs to.");
    for (const [index, of] of about.entries()) {
      const target = targets.get(of);
      if (target === undefined) continue;
      const before = attached.get(target);
      if (before === undefined && (await isTaken(uses.ports.database, target, job.id))) {
        out("was not imported: the dataset already has annotations.", newSetAdvice, target);
        continue;
      }
      const file: AttachedFile = {
        name: where,
        format,
        isTable,
        saveId: `job:${job.id}:${where}`,
        content,
        place: of.place.folder,
        elsewhere: about.flatMap((other) => (other === of ? [] : pathsOf(other))),
        ...(before !== undefined && { taken: before.spans }),
      };
      try {
        const made = await attachToDataset(uses, actor, target, file);
        // They all have the same problems.
        if (index === 0) for (const entry of made.entries) addEntry(target, entry);
        if (made.outcome === "nothing") continue;
        if (made.outcome === "taken") {
          out(`was not imported: ${before?.first} has annotations of the same pictures.`, newSetAdvice, target);
          continue;
        }
        const became = before === undefined ? "became the annotations of" : `was added to ${before.first} in`;
        const what = before === undefined ? "attached" : "joined";
        const why = `${became} ${of.name}: ${counted(made.trackCount, "track")}.`;
        addEntry(target, { what, where, why });
        for (const [list, use] of one.companions) {
          addEntry(target, { what: "attached", where: list.path, why: use });
        }
        const spans = joinSpans([...(before?.spans ?? []), ...made.spans]);
        attached.set(target, { first: before?.first ?? where, spans });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        addEntry(target, { what: "broken", where, why: `could not be imported. ${error.message}` });
        for (const [list, use] of one.companions) {
          addEntry(target, { what: "left-out", where: list.path, why: `only ${use}` });
        }
      }
    }
  }
  return noted;
}

/** Others have saved in it, or it came with annotations; what an earlier attempt of this job stored is its own. */
async function isTaken({ annotations }: Ports["database"], target: string, jobId: string): Promise<boolean> {
  if ((await annotations.head(target)) === 0) return false;
  const { rows } = await annotations.listRevisions(target, { descending: false, limit: 0, offset: 0 });
  return rows.some(({ saveId }) => saveId?.startsWith(`job:${jobId}:`) !== true);
}

const pathsOf = ({ place, files }: ArchiveImport): string[] =>
  [...files.keys()].map((name) => (place.folder === "" ? name : `${place.folder}/${name}`));

/** Which of several to read first: the others are joined to it, or find existing annotations. */
function rankOf({ where }: FoundAnnotations): number {
  const name = where.slice(where.lastIndexOf("/") + 1);
  if (/^(captions|panoptic|stuff|image_info|person_keypoints|det)/i.test(name)) return 2;
  return /^(instances|annotations|result|default|gt)/i.test(name) ? 0 : 1;
}
