/**
 * Requirements of a task that the stored revision does not meet, by the rules of the viewer's bar and its panel
 * Problems.
 */
import type { Missing } from "#core/queries/completeness";
import { issueFactsOf, type KnownOfDataset } from "#core/queries/issue-facts";

import { counted } from "../../base/counted.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskMissing, TaskRecord } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationService } from "../annotations/annotation.service.ts";
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
  const known = rules.length === 0 ? {} : await knownOf(media, actor, judged.folder);
  const session = await work.openCore();
  let missing: Missing[];
  try {
    const everything = { revision, setName: task.setName, by: "id", descending: false, limit: 0, offset: 0 } as const;
    const { pieces } = await annotations.readOf(judged.folder, { ...everything, kind: "track" });
    for await (const piece of pieces) await session.load("track", piece);
    await session.endLoad();
    const about = {
      definitions,
      user: assigneeLogin,
      facts: issueFactsOf({ ...known, types: listedTypes(dataset, rules), attributes: definitions }),
    };
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

async function knownOf(media: MediaService, actor: Actor, folder: FolderRecord): Promise<KnownOfDataset> {
  const { fps, type } = datasetOf(folder);
  const frameCount = await media.frameCountOf(actor, folder, fps);
  const { images, video } = await media.itemsOf(actor, folder);
  if (video === undefined)
    return { frameCount, ...(type === "image-sequence" && { sizes: await media.sizesOf(images) }) };
  const { width, height } = itemFactsOf(video);
  return { frameCount, ...(width !== undefined && height !== undefined && { sizes: { width, height } }) };
}

/**
 * In the viewer the list of types is binding where it is locked, which each browser says for itself; a task that names
 * the rule means it.
 */
function listedTypes(dataset: FolderRecord, rules: readonly string[]): readonly string[] {
  if (!rules.includes("type-unlisted")) return [];
  const styles = datasetOf(dataset).configuration["customTypeStyling"];
  return typeof styles === "object" && styles !== null ? Object.keys(styles) : [];
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
