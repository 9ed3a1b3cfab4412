/**
 * The work of people, by the revisions that they saved: active time, tracks and frames by person, day, dataset, task and
 * type. People see their own work, and that of others in datasets that they administrate.
 */
import type { WorkRow } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import type { SavedTrack, SavedWork, WorkQuery } from "../../ports/work.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { requireTaskOverview } from "../access/task-overview-setting.ts";
import { camerasOf } from "../tree/dataset-folder.ts";

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Place {
  readonly folder: FolderRecord;
  readonly isManaged: boolean;
}

/** One row of the answer, while it is counted. */
interface Count {
  readonly row: Omit<WorkRow, "activeSeconds" | "objects" | "frames">;
  activeMs: number;
  /** Frames of each track; the last save of the day counts. */
  readonly tracks: Map<string, number>;
}

const dayMs = 24 * 60 * 60 * 1000;
const defaultDays = 31;
/** Saves, and tracks in them, that one answer counts. */
const maxRows = 300_000;

export class TaskWorkService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** @throws AccessError if the site has switched it off; RequestError if it is too much for one answer */
  async ofFolder(actor: Actor, id: string, days: Days): Promise<WorkRow[]> {
    const user = requireUser(actor);
    const { folders, tasks } = this.#ports.database;
    const { record } = await this.#access.requireFolder(actor, id);
    await requireTaskOverview(this.#ports.database);
    const span = this.#spanOf(days);
    const records = await folders.findMany(await folders.listSubtreeIds(record.id));
    const views = await this.#access.withLevels(actor, "folder", records);
    const places = new Map<string, Place>();
    for (const { record: folder, level } of views) {
      if (level >= AccessLevel.read)
        places.set(folder.id, {
          folder,
          isManaged: level >= AccessLevel.admin,
        });
    }
    const counts = new Map<string, Count>();
    for (const isManaged of [true, false]) {
      const datasetIds = [...places.values()].filter((each) => each.isManaged === isManaged).map((p) => p.folder.id);
      if (datasetIds.length === 0) continue;
      const query = {
        ...span,
        datasetIds,
        ...(!isManaged && { authorId: user.id }),
      };
      count(await this.#read(query), places, await tasks.list({ datasetIds, all: true }), counts);
    }
    return [...counts.values()].map(rowOf).toSorted(compareRows);
  }

  #spanOf({ from, to }: Days): Pick<WorkQuery, "fromMs" | "toMs"> {
    const toMs = (to === undefined ? dayOf(this.#ports.clock.nowMs()) : startOf("to", to)) + dayMs;
    const fromMs = from === undefined ? toMs - defaultDays * dayMs : startOf("from", from);
    if (fromMs >= toMs) throw new RequestError("The first day is after the last one.");
    return { fromMs, toMs };
  }

  async #read(query: WorkQuery): Promise<{ saves: SavedWork[]; tracks: SavedTrack[] }> {
    const { work } = this.#ports.database;
    const saves = await work.listSaves(query, maxRows + 1);
    const tracks = await work.listSavedTracks(query, maxRows + 1);
    if (saves.length > maxRows || tracks.length > maxRows) {
      throw new RequestError("This is too much work for one answer. Choose fewer days, or a smaller folder.");
    }
    return { saves, tracks };
  }
}

const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs;

function startOf(name: string, day: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(ms)) throw new RequestError(`Invalid value for parameter ${name}: give a day such as 2026-01-31.`);
  return ms;
}

/** The active time of a save is shared out among its tracks. */
function count(
  {
    saves,
    tracks,
  }: {
    readonly saves: readonly SavedWork[];
    readonly tracks: readonly SavedTrack[];
  },
  places: ReadonlyMap<string, Place>,
  tasks: readonly TaskRecord[],
  counts: Map<string, Count>,
): void {
  const tracksOf = Map.groupBy(tracks, ({ datasetId, revision }) => `${datasetId} ${revision}`);
  const tasksOf = Map.groupBy(tasks, ({ datasetId }) => datasetId);
  for (const save of saves.toSorted((a, b) => a.revision - b.revision)) {
    const place = places.get(save.datasetId);
    if (place === undefined) continue;
    const dataset = datasetOfCamera(place.folder, places);
    const tasks = (tasksOf.get(dataset.id) ?? []).filter(
      ({ setName, assigneeId, reviewerId }) =>
        setName === save.setName && (assigneeId === save.authorId || reviewerId === save.authorId),
    );
    const touched = tracksOf.get(`${save.datasetId} ${save.revision}`) ?? [];
    for (const track of touched) {
      const task = tasks.find(({ content }) => framesIn(track, content.ranges) > 0);
      const counted = countOf(counts, save, dataset, {
        type: track.label ?? "",
        task,
      });
      counted.activeMs += save.activeMs / touched.length;
      counted.tracks.set(`${save.datasetId} ${track.id}`, framesIn(track, task?.content.ranges ?? []));
    }
    // Only groups were changed.
    if (touched.length === 0) countOf(counts, save, dataset, { type: "", task: tasks[0] }).activeMs += save.activeMs;
  }
}

/** Tasks are about the dataset, and saves about its cameras. */
function datasetOfCamera(folder: FolderRecord, places: ReadonlyMap<string, Place>): FolderRecord {
  const parent = places.get(folder.parentId)?.folder;
  return parent !== undefined && camerasOf(datasetOf(parent)) !== undefined ? parent : folder;
}

function countOf(
  counts: Map<string, Count>,
  { authorName: login, createdMs, setName }: SavedWork,
  { id: datasetId, name: datasetName }: FolderRecord,
  { type, task }: { readonly type: string; readonly task: TaskRecord | undefined },
): Count {
  const day = new Date(createdMs).toISOString().slice(0, 10);
  const key = JSON.stringify([login, day, datasetId, setName, task?.id, type]);
  const known = counts.get(key);
  if (known !== undefined) return known;
  const row = {
    login,
    day,
    datasetId,
    datasetName,
    type,
    ...(setName !== "" && { set: setName }),
    ...(task !== undefined && { taskId: task.id }),
  };
  const made: Count = { row, activeMs: 0, tracks: new Map() };
  counts.set(key, made);
  return made;
}

/** Frames of a track in these ranges; without any, all. */
function framesIn({ begin, end }: SavedTrack, ranges: TaskRecord["content"]["ranges"]): number {
  if (ranges.length === 0) return end - begin + 1;
  return ranges.reduce((sum, [first, last]) => sum + Math.max(0, Math.min(end, last) - Math.max(begin, first) + 1), 0);
}

const rowOf = ({ row, activeMs, tracks }: Count): WorkRow => ({
  ...row,
  activeSeconds: Math.round(activeMs / 100) / 10,
  objects: tracks.size,
  frames: [...tracks.values()].reduce((sum, frames) => sum + frames, 0),
});

/** The newest day first. */
function compareRows(a: WorkRow, b: WorkRow): number {
  const keyOf = ({ login, datasetName, set = "", type }: WorkRow) => [login, datasetName, set, type].join("\u0000");
  if (a.day !== b.day) return a.day < b.day ? 1 : -1;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
