/** Open tasks that stand still, since their assignee or reviewer has lost the right to write the dataset. */
import { AccessLevel } from "../../base/access-level.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import type { AccessService } from "../access/access.service.ts";

interface Deps {
  readonly ports: Ports;
  readonly access: AccessService;
}

interface ConsistencyQuestion {
  readonly task: TaskRecord;
  readonly folder: FolderRecord;
}

/** @returns by task, the logins of those who cannot continue: the account is gone or disabled, or has no right */
export async function findWithoutRights(
  deps: Deps,
  asked: readonly ConsistencyQuestion[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const open = asked.filter(({ task }) => task.state !== "accepted");
  const folders = [...new Map(open.map(({ folder }) => [folder.id, folder])).values()];
  const writable = new Map<string, ReadonlySet<string>>();
  for (const id of new Set(open.flatMap(({ task }) => peopleOf(task).map((person) => person.id)))) {
    writable.set(id, await writableFolders(deps, id, folders));
  }
  const withoutRights = ({ task, folder }: ConsistencyQuestion): [string, string[]] => {
    const unable = peopleOf(task).filter(({ id }) => writable.get(id)?.has(folder.id) !== true);
    return [task.id, unable.map(({ login }) => login)];
  };
  return new Map(open.map(withoutRights).filter(([, logins]) => logins.length > 0));
}

function peopleOf({ assigneeId, reviewerId, content }: TaskRecord): { id: string; login: string }[] {
  const assignee = { id: assigneeId, login: content.assigneeLogin };
  return reviewerId === null ? [assignee] : [assignee, { id: reviewerId, login: content.reviewerLogin }];
}

async function writableFolders(
  { ports, access }: Deps,
  userId: string,
  folders: readonly FolderRecord[],
): Promise<ReadonlySet<string>> {
  const user = await ports.database.users.find(userId);
  if (user?.status !== "enabled") return new Set();
  const views = await access.withLevels({ user }, "folder", folders);
  return new Set(views.filter(({ level }) => level >= AccessLevel.write).map(({ record }) => record.id));
}
