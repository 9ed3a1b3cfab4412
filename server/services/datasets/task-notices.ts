/** Tells people about their tasks: a notification, and a mail if the site sends mail. */
import type { TaskState } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { counted } from "../../base/counted.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, UserRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import type { NotificationService } from "../site/notification.service.ts";

interface Deps {
  readonly access: AccessService;
  readonly notifications: NotificationService;
}

interface ReassignedTask {
  readonly state?: TaskState;
  readonly text?: string;
}

export class TaskNotices {
  readonly #ports: Ports;
  readonly #deps: Deps;

  constructor(ports: Ports, { access, notifications }: Deps) {
    this.#ports = ports;
    this.#deps = { access, notifications };
  }

  /** One for each assignee, except the person who made the tasks. */
  async made(creator: UserRecord, tasks: readonly TaskRecord[], folders: readonly FolderRecord[]): Promise<void> {
    const places = new Map(folders.map((folder) => [folder.id, folder]));
    for (const [assigneeId, own] of Map.groupBy(tasks, (task) => task.assigneeId)) {
      if (assigneeId === creator.id) continue;
      const [first] = own;
      const about = { count: own.length, taskId: first?.id, byLogin: creator.login };
      await this.#deps.notifications.publish(assigneeId, "tasks_assigned", about);
      const folder = places.get(first?.datasetId ?? "");
      if (first === undefined || folder === undefined) continue;
      const where = own.length === 1 ? folder.name : `${folder.name} and others`;
      const subject = `${creator.login} gave you ${counted(own.length, "task")}: ${where}`;
      await this.#mail(assigneeId, folder, { subject, text: first.content.instructions, task: first });
    }
  }

  /** The assignee and the reviewer, except the person who made the change. */
  async changed(user: UserRecord, folder: FolderRecord, task: TaskRecord, moved: ReassignedTask = {}): Promise<void> {
    const { id: taskId, assigneeId, reviewerId } = task;
    for (const userId of new Set([assigneeId, reviewerId])) {
      if (userId === null || userId === user.id) continue;
      const about = { taskId, datasetId: folder.id, datasetName: folder.name, byLogin: user.login, ...moved };
      await this.#deps.notifications.publish(userId, "task_changed", about);
    }
    const subject =
      moved.state === "accepted"
        ? `${user.login} accepted your work on ${folder.name}`
        : moved.state === "sentBack"
          ? `${user.login} sent back ${folder.name}`
          : undefined;
    if (subject === undefined || assigneeId === user.id) return;
    await this.#mail(assigneeId, folder, { subject, text: moved.text ?? "", task });
  }

  /** Who was given a task that another person had. */
  async reassigned(user: UserRecord, folder: FolderRecord, task: TaskRecord): Promise<void> {
    if (task.assigneeId === user.id) return;
    const subject = `${user.login} gave you a task: ${folder.name}`;
    await this.#mail(task.assigneeId, folder, { subject, text: task.content.instructions, task });
  }

  /** Only to those who can still read the dataset. */
  async #mail(
    userId: string,
    folder: FolderRecord,
    { subject, text, task }: { readonly subject: string; readonly text: string; readonly task: TaskRecord },
  ): Promise<void> {
    const { database, mailer } = this.#ports;
    if (mailer === undefined) return;
    const user = await database.users.find(userId);
    if (user?.status !== "enabled") return;
    const [view] = await this.#deps.access.withLevels({ user }, "folder", [folder]);
    if (view === undefined || view.level < AccessLevel.read) return;
    const link = `${mailer.siteUrl}/viewer/${folder.id}?task=${task.id}`;
    mailer.post({ to: user.email, subject: oneLine(subject), text: [text, "", link, ""].join("\n").trimStart() });
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
