/**
 * Tasks on datasets: who is asked to do what, and how far it is. A task gives no rights: everyone involved needs the
 * access level that the work requires, and without it a task can be neither assigned, moved nor seen.
 */
import type { Task, TaskOverviewRow } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, ConflictError, IncompleteError, RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { checkBody } from "../../domain/body-check.ts";
import { datasetOf } from "../../domain/dataset.ts";
import {
  maxTaskDatasets,
  moveTask,
  newTasksBody,
  taskChangeBody,
  taskMoveBody,
  type TaskRoles,
} from "../../domain/task.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, UserRecord } from "../../ports/records.ts";
import type { TaskMissing, TaskRecord } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { requireTaskOverview } from "../access/task-overview-setting.ts";
import type { MediaService } from "../media/media.service.ts";
import type { NotificationService } from "../site/notification.service.ts";
import { camerasOf, requireDataset } from "../tree/dataset-folder.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";
import { type SplitDataset, makeTasks } from "./make-tasks.ts";
import { requireRules } from "../annotations/issue-facts.ts";
import { checked, requirePeople, requireTwoPeople, samePerson } from "./task-checks.ts";
import { TaskNotices } from "./task-notices.ts";
import { overviewRows } from "./task-overview.ts";
import {
  asksForSomething,
  type CompletenessDeps,
  checkedFolders,
  missingOf,
  missingText,
} from "./task-completeness.ts";
import { recordTaskStep, recordTasksMade } from "./task-events.ts";
import { findWithoutRights } from "./task-rights.ts";
import { compareTasks, taskDocument } from "./task-document.ts";

interface Deps extends CompletenessDeps {
  readonly notifications: NotificationService;
}

interface Judgment {
  /** The revisions that were judged, by folder. */
  readonly heads: ReadonlyMap<string, number>;
  readonly missing: readonly TaskMissing[];
}

/** Each time something was saved meanwhile. */
const maxJudgments = 5;

export interface TaskPage {
  readonly tasks: Task[];
  readonly total: number;
  readonly withoutAccess: number;
}

interface PageOptions {
  readonly all?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

interface VisibleTask {
  readonly task: TaskRecord;
  readonly folder: FolderRecord;
  readonly level: AccessLevel;
}

/** To lock more folders than this, lock the site: PostgreSQL's lock table is limited. */
const maxLocks = 100;

export class TaskService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #media: MediaService;
  readonly #notices: TaskNotices;
  readonly #deps: CompletenessDeps;

  constructor(ports: Ports, parts: Deps) {
    const { access, media, notifications } = parts;
    this.#ports = ports;
    this.#deps = parts;
    this.#access = access;
    this.#media = media;
    this.#notices = new TaskNotices(ports, { access, notifications });
  }

  /** Tasks that the caller has to do or review. */
  async list(actor: Actor, datasetId: string | undefined, page: PageOptions): Promise<TaskPage> {
    const user = requireUser(actor);
    const datasetIds =
      datasetId === undefined ? undefined : [(await this.#access.requireFolder(actor, datasetId)).record.id];
    const query = { ofUser: user.id, all: page.all ?? false, ...(datasetIds !== undefined && { datasetIds }) };
    const tasks = await this.#ports.database.tasks.list(query);
    const visible = await this.#visibleTo(actor, tasks);
    return pageOf(visible, page, tasks.length - visible.length);
  }

  async listOfFolder(actor: Actor, id: string, page: PageOptions): Promise<TaskPage> {
    const visible = await this.#ofFolder(actor, id, page.all ?? false);
    const { tasks, ...counts } = pageOf(visible, page, 0);
    const listed = new Set(tasks.map(({ _id }) => _id));
    const deps = { ports: this.#ports, access: this.#access };
    const withoutRights = await findWithoutRights(
      deps,
      visible.filter(({ task }) => listed.has(task.id)),
    );
    const marked = tasks.map((task) => {
      const people = withoutRights.get(task._id);
      return people === undefined ? task : { ...task, withoutRights: [...people] };
    });
    return { ...counts, tasks: marked };
  }

  async overview(actor: Actor, id: string): Promise<TaskOverviewRow[]> {
    const visible = await this.#ofFolder(actor, id, true);
    await requireTaskOverview(this.#ports.database);
    const rows: TaskOverviewRow[] = [];
    const deps = { ports: this.#ports, access: this.#access };
    for (const { task, folder } of visible) {
      rows.push(...(await overviewRows(deps, actor, { task, folder })));
    }
    return rows;
  }

  /** @throws RequestError, AccessError; then no task is created */
  async create(actor: Actor, body: unknown): Promise<Task[]> {
    const creator = requireUser(actor);
    const request = checked("NewTasks", newTasksBody, body);
    const datasetIds = [...new Set(request.datasetIds)];
    if (datasetIds.length === 0) throw new RequestError("Choose at least one dataset.");
    if (datasetIds.length > maxTaskDatasets) {
      throw new RequestError(`Tasks can be made for at most ${maxTaskDatasets} datasets at once.`);
    }
    const split: SplitDataset[] = [];
    for (const id of datasetIds) split.push(await this.#requireManaged(actor, id));
    requireRules(request.rules);
    requirePeople(request);
    const folders = split.map(({ folder }) => folder);
    const scopes = folders.map(({ id }) => ({ dataset: id }));
    const made = await this.#ports.database.transaction(scopes.length > maxLocks ? "site" : scopes, async (tx) => {
      for (const { id } of folders) await this.#access.requireFolder(actor, id, AccessLevel.admin, tx);
      const assignees: UserRecord[] = [];
      for (const login of request.assignees) assignees.push(await this.#requireWriter(tx, login, folders));
      const named = request.reviewer?.trim() ?? "";
      const reviewer = named === "" ? undefined : await this.#requireWriter(tx, named, folders);
      requireTwoPeople(assignees, reviewer);
      const tasks = makeTasks(request, split, { creator, assignees, reviewer }, this.#ports);
      await tx.tasks.insertMany(tasks);
      await recordTasksMade(tx, this.#ports, tasks, creator);
      return tasks;
    });
    await this.#notices.made(creator, made, folders);
    const nameOf = new Map(folders.map(({ id, name }) => [id, name]));
    return made.map((task) => taskDocument(task, nameOf.get(task.datasetId) ?? ""));
  }

  async get(actor: Actor, id: string): Promise<Task> {
    const { task, folder } = await this.#require(actor, id, AccessLevel.read);
    return taskDocument(task, folder.name);
  }

  /** @throws ConflictError if another change came first */
  async update(actor: Actor, id: string, body: unknown): Promise<Task> {
    const user = requireUser(actor);
    const { datasetId } = await this.#find(id);
    const { previous, after } = await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const before = await this.#require(actor, id, AccessLevel.admin, tx);
      const given = checked("TaskChange", taskChangeBody, body);
      requireRules(given.rules);
      refuseOld(before, given.version);
      const { task, folder } = before;
      const { assignee, reviewer, due, priority = task.priority, version, ...about } = given;
      const assigned = assignee === undefined ? undefined : await this.#requireWriter(tx, assignee, [folder]);
      const named = reviewer?.trim();
      const reviewing =
        named === undefined || named === "" ? undefined : await this.#requireWriter(tx, named, [folder]);
      const changed: TaskRecord = {
        ...task,
        priority,
        version: version + 1,
        ...(due !== undefined && { due: due === "" ? null : due }),
        ...(assigned !== undefined && { assigneeId: assigned.id }),
        ...(named !== undefined && { reviewerId: reviewing?.id ?? null }),
        content: {
          ...task.content,
          ...about,
          ...(assigned !== undefined && { assigneeLogin: assigned.login }),
          ...(named !== undefined && { reviewerLogin: reviewing?.login ?? "" }),
        },
      };
      if (changed.reviewerId === changed.assigneeId) throw samePerson();
      await tx.tasks.update(changed);
      return { previous: before, after: changed };
    });
    await this.#notices.changed(user, previous.folder, after);
    if (after.assigneeId !== previous.task.assigneeId) await this.#notices.reassigned(user, previous.folder, after);
    return taskDocument(after, previous.folder.name);
  }

  /**
   * @throws ConflictError if another change came first, AccessError if it is not the caller's turn, RequestError if what
   * is handed in is not complete
   */
  async move(actor: Actor, id: string, body: unknown): Promise<Task> {
    const user = requireUser(actor);
    const { datasetId } = await this.#find(id);
    for (let attempt = 0; attempt < maxJudgments; attempt++) {
      const judgment = await this.#judge(actor, id, body);
      const moved = await this.#ports.database.transaction({ dataset: datasetId }, (tx) =>
        this.#moveIn(tx, actor, id, body, judgment),
      );
      // Something was saved since it was judged.
      if (moved === undefined) continue;
      const { folder, after, text } = moved;
      // Lists show that someone is working on it; that needs no notification.
      if (after.state !== "inWork") await this.#notices.changed(user, folder, after, { state: after.state, text });
      return taskDocument(after, folder.name);
    }
    throw new RequestError("Others keep saving in this dataset, so the task could not be checked. Try again.", 409);
  }

  /**
   * Missing requirements of a task that is about to be handed in; `undefined`: the move is another one, or is refused.
   */
  async #judge(actor: Actor, id: string, body: unknown): Promise<Judgment | undefined> {
    const given = checkBody("TaskMove", taskMoveBody, body);
    if (!given.ok || given.value.move !== "handIn") return undefined;
    const visible = await this.#require(actor, id, AccessLevel.write);
    const { task, folder } = visible;
    const { version, anyway = false } = given.value;
    if (version !== task.version || "refusal" in moveTask("handIn", task.state, rolesOf(requireUser(actor), visible))) {
      return undefined;
    }
    const heads = new Map<string, number>();
    const missing: TaskMissing[] = [];
    if (asksForSomething(task)) {
      for (const judged of await checkedFolders(this.#deps.access, actor, folder)) {
        const revision = await this.#ports.database.annotations.head(judged.folder.id, task.setName);
        heads.set(judged.folder.id, revision);
        missing.push(...(await missingOf(this.#deps, actor, { task, dataset: folder, judged, revision })));
      }
    }
    if (missing.length > 0 && !anyway) throw new IncompleteError(missingText(missing), missing);
    return { heads, missing };
  }

  /** @returns `undefined` if it has to be judged again */
  async #moveIn(
    tx: Repositories,
    actor: Actor,
    id: string,
    body: unknown,
    judgment: Judgment | undefined,
  ): Promise<{ folder: FolderRecord; after: TaskRecord; text: string } | undefined> {
    const user = requireUser(actor);
    const before = await this.#require(actor, id, AccessLevel.write, tx);
    const { move, version, text = "", assignee, fixed = false } = checked("TaskMove", taskMoveBody, body);
    refuseOld(before, version);
    const { task, folder } = before;
    const result = moveTask(move, task.state, rolesOf(user, before));
    if ("refusal" in result) {
      if (result.because === "right") throw new AccessError(result.refusal);
      throw new ConflictError(result.refusal, taskDocument(task, folder.name));
    }
    if (move === "sendBack" && text === "") throw new RequestError("Describe what is missing: the text is empty.");
    if (move !== "sendBack" && assignee !== undefined) {
      throw new RequestError("Only a task that is sent back can go to another person.");
    }
    if (move === "handIn") {
      if (judgment === undefined) return undefined;
      for (const [folderId, head] of judgment.heads) {
        if ((await tx.annotations.head(folderId, task.setName)) !== head) return undefined;
      }
    }
    const assigned = assignee === undefined ? undefined : await this.#requireWriter(tx, assignee, [folder]);
    if (assigned !== undefined && assigned.id === task.reviewerId) throw samePerson();
    const isRig = camerasOf(datasetOf(folder)) !== undefined;
    const step = {
      state: result.to,
      atMs: this.#ports.clock.nowMs(),
      byLogin: user.login,
      text,
      revision: isRig ? null : await tx.annotations.head(folder.id),
      isFixed: move === "accept" && fixed,
      ...(judgment !== undefined && judgment.missing.length > 0 && { missing: judgment.missing }),
    };
    const after: TaskRecord = {
      ...task,
      state: result.to,
      version: version + 1,
      ...(assigned !== undefined && { assigneeId: assigned.id }),
      content: {
        ...task.content,
        history: [...task.content.history, step],
        ...(assigned !== undefined && { assigneeLogin: assigned.login }),
      },
    };
    await tx.tasks.update(after);
    await recordTaskStep(tx, this.#ports, after, user);
    return { folder, after, text };
  }

  async remove(actor: Actor, id: string): Promise<void> {
    const { datasetId } = await this.#find(id);
    await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const { task } = await this.#require(actor, id, AccessLevel.admin, tx);
      await tx.tasks.remove(task.id);
    });
  }

  /** A dataset for which the caller may create tasks, with its length. */
  async #requireManaged(actor: Actor, id: string): Promise<SplitDataset> {
    const { record: folder } = await this.#access.requireFolder(actor, id, AccessLevel.admin);
    const dataset = requireDataset(folder);
    const cameras = camerasOf(dataset);
    const [first] = cameras?.order ?? [];
    const shown =
      cameras === undefined || first === undefined
        ? folder
        : await requireCameraFolder(this.#access, actor, cameras, first);
    return { folder, frameCount: await this.#media.frameCountOf(actor, shown, dataset.fps) };
  }

  /** The user with this login. @throws RequestError if none exists, or they may not write one of the datasets */
  async #requireWriter(tx: Repositories, login: string, folders: readonly FolderRecord[]): Promise<UserRecord> {
    const user = await tx.users.findByLogin(login.trim().toLowerCase());
    if (user?.status !== "enabled") throw new RequestError(`There is no account ${login}.`);
    const views = await this.#access.withLevels({ user }, "folder", folders, tx);
    const closed = views.filter(({ level }) => level < AccessLevel.write).map(({ record }) => record.name);
    if (closed.length === 0) return user;
    const examples = closed.slice(0, 3).join(", ");
    const named = closed.length > 3 ? `${examples} and ${closed.length - 3} more` : examples;
    throw new RequestError(`${user.login} may not write ${named}: share the data first. A task does not grant access.`);
  }

  async #find(id: string, db: Repositories = this.#ports.database): Promise<TaskRecord> {
    const task = isObjectId(id) ? await db.tasks.find(id.toLowerCase()) : undefined;
    if (task === undefined) throw new RequestError("The task no longer exists: it may have been deleted.", 404);
    return task;
  }

  /** A task that involves the caller. */
  async #require(actor: Actor, id: string, level: AccessLevel, db?: Repositories): Promise<VisibleTask> {
    const user = requireUser(actor);
    const task = await this.#find(id, db);
    const { record: folder, level: actual } = await this.#access.requireFolder(actor, task.datasetId, level, db);
    const visible = { task, folder, level: actual };
    const { isAssignee, isReviewer, isManager } = rolesOf(user, visible);
    if (!isAssignee && !isReviewer && !isManager) throw new AccessError("This task is assigned to someone else.");
    return visible;
  }

  /** The tasks that the caller may see. */
  async #visibleTo(actor: Actor, tasks: readonly TaskRecord[]): Promise<VisibleTask[]> {
    const user = requireUser(actor);
    const folders = await this.#ports.database.folders.findMany([...new Set(tasks.map(({ datasetId }) => datasetId))]);
    const views = new Map((await this.#access.withLevels(actor, "folder", folders)).map((v) => [v.record.id, v]));
    return tasks
      .flatMap((task): VisibleTask[] => {
        const view = views.get(task.datasetId);
        return view === undefined ? [] : [{ task, folder: view.record, level: view.level }];
      })
      .filter((visible) => {
        const { isAssignee, isReviewer, isManager } = rolesOf(user, visible);
        return isManager || (visible.level >= AccessLevel.read && (isAssignee || isReviewer));
      })
      .sort((a, b) => compareTasks(a.task, b.task));
  }

  async #ofFolder(actor: Actor, id: string, all: boolean): Promise<VisibleTask[]> {
    requireUser(actor);
    const { record } = await this.#access.requireFolder(actor, id);
    const datasetIds = await this.#ports.database.folders.listSubtreeIds(record.id);
    return await this.#visibleTo(actor, await this.#ports.database.tasks.list({ datasetIds, all }));
  }
}

function pageOf(
  visible: readonly VisibleTask[],
  { limit = 0, offset = 0 }: PageOptions,
  withoutAccess: number,
): TaskPage {
  const shown = visible.slice(offset, limit > 0 ? offset + limit : undefined);
  return {
    tasks: shown.map(({ task, folder }) => taskDocument(task, folder.name)),
    total: visible.length,
    withoutAccess,
  };
}

const rolesOf = ({ id }: UserRecord, { task, level }: VisibleTask): TaskRoles => ({
  isAssignee: task.assigneeId === id,
  isReviewer: task.reviewerId === id,
  isManager: level >= AccessLevel.admin,
  hasReviewer: task.reviewerId !== null,
});

function refuseOld({ task, folder }: VisibleTask, version: number): void {
  if (version === task.version) return;
  const last = task.content.history.at(-1);
  const how = last === undefined ? "" : ` Its last step is by ${last.byLogin}.`;
  throw new ConflictError(
    `The task was changed in the meantime.${how} Review it before you continue.`,
    taskDocument(task, folder.name),
  );
}
