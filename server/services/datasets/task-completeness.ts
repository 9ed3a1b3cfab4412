/**
 * Requirements of a task that the stored revision does not meet, by the rules of the viewer's bar and its panel
 * Problems.
 */
import type { Missing } from "#core/queries/completeness";

import { counted } from "../../base/counted.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskMissing, TaskRecord } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationService } from "../annotations/annotation.service.ts";
import { issueFactsIn } from "../annotations/issue-facts.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import type { MediaService } from "../media/media.service.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";

export interface CompletenessDeps {
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly media: MediaService;
  readonly work: AnnotationWork;
}

/** A folder with annotations, and the revision of the task's set that is judged. */
export interface CheckedFolder {
  readonly folder: FolderRecord;
  /** Absent: the dataset has no cameras. */
  readonly camera?: string;
}

/** The dataset, or each of its cameras. @throws AccessError if one of them cannot be read: it could not be judged */
export async function checkedFolders(
  access: AccessService,
  actor: Actor,
  folder: FolderRecord,
): Promise<readonly CheckedFolder[]> {
  const cameras = camerasOf(datasetOf(folder));
  if (cameras === undefined) return [{ folder }];
  const folders: CheckedFolder[] = [];
  for (const camera of cameras.order) {
    folders.push({ folder: await requireCameraFolder(access, actor, cameras, camera), camera });
  }
  return folders;
}

export const asksForSomething = ({ content }: TaskRecord): boolean =>
  content.attributes.length > 0 || content.rules.length > 0;

/** Attributes are those of the dataset of all cameras, as in the viewer. */
export async function missingOf(
  { annotations, media, work }: CompletenessDeps,
  actor: Actor,
  {
    task,
    dataset,
    judged,
    revision,
  }: { task: TaskRecord; dataset: FolderRecord; judged: CheckedFolder; revision: number },
): Promise<TaskMissing[]> {
  const { ranges, types, attributes, rules, assigneeLogin } = task.content;
  const definitions = Object.values(datasetOf(dataset).attributes);
  const facts = await issueFactsIn(media, actor, { folder: judged.folder, dataset, rules });
  const session = await work.openCore();
  let missing: Missing[];
  try {
    const everything = { revision, setName: task.setName, by: "id", descending: false, limit: 0, offset: 0 } as const;
    const { pieces } = await annotations.readOf(judged.folder, { ...everything, kind: "track" });
    for await (const piece of pieces) await session.load("track", piece);
    await session.endLoad();
    const about = { definitions, user: assigneeLogin, facts };
    missing = await session.missing({ ranges, types, attributes, rules }, about);
  } finally {
    await session.close();
  }
  return missing.map(({ kind, name, count, first }) => ({
    kind,
    name,
    count,
    trackId: first.trackId,
    frame: first.frame,
    ...(judged.camera !== undefined && { camera: judged.camera }),
  }));
}

/** One sentence, and what to do next. */
export function missingText(missing: readonly TaskMissing[]): string {
  const parts = missing.map(({ kind, name, count, trackId, frame, camera }) => {
    const where = `first: track ${trackId} on frame ${frame}${camera === undefined ? "" : ` of ${camera}`}`;
    return kind === "attribute"
      ? `${name} is missing ${counted(count, "time")} (${where})`
      : `the rule ${name} is broken ${counted(count, "time")} (${where})`;
  });
  return `The task is not complete: ${parts.join("; ")}. Complete it, or hand it in anyway.`;
}
