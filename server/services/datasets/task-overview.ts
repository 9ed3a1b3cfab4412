/** Counts of annotations for tasks: the tracks in their frames, for each task and each type in it. */
import type { TaskOverviewRow } from "#schemas";

import { DomainError } from "../../base/errors.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskRecord, TypeSpan } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";

interface Deps {
  readonly ports: Ports;
  readonly access: AccessService;
}

/** The row of the whole task, then those of its types. */
export async function overviewRows(
  deps: Deps,
  actor: Actor,
  { task, folder }: { readonly task: TaskRecord; readonly folder: FolderRecord },
): Promise<TaskOverviewRow[]> {
  const spans = await spansOf(deps, actor, task, folder);
  const about = {
    taskId: task.id,
    datasetId: folder.id,
    datasetName: folder.name,
    assigneeLogin: task.content.assigneeLogin,
    state: task.state,
  };
  const sum = (of: "objects" | "frames") => spans.reduce((total, each) => total + each[of], 0);
  const named = spans.toSorted((a, b) => b.objects - a.objects || ((a.type ?? "") < (b.type ?? "") ? -1 : 1));
  return [
    { ...about, objects: sum("objects"), frames: sum("frames") },
    ...named.map(({ type, objects, frames }) => ({ ...about, type: type ?? "", objects, frames })),
  ];
}

/** For a dataset with several cameras: all those the caller may read. */
async function spansOf(
  { ports, access }: Deps,
  actor: Actor,
  { setName, content }: TaskRecord,
  folder: FolderRecord,
): Promise<TypeSpan[]> {
  const { tasks } = ports.database;
  const cameras = camerasOf(datasetOf(folder));
  if (cameras === undefined) return await tasks.spans({ datasetId: folder.id, setName }, content.ranges);
  const byType = new Map<string | null, TypeSpan>();
  for (const name of cameras.order) {
    const camera = await requireCameraFolder(access, actor, cameras, name).catch((error: unknown) => {
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    if (camera === undefined) continue;
    for (const span of await tasks.spans({ datasetId: camera.id, setName }, content.ranges)) {
      const { objects = 0, frames = 0 } = byType.get(span.type) ?? {};
      byType.set(span.type, { ...span, objects: objects + span.objects, frames: frames + span.frames });
    }
  }
  return [...byType.values()];
}
