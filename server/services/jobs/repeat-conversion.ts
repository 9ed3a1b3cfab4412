/** Repeated conversions: the same work on the same folder, with current rights and files. */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import type { AccessService } from "../access/access.service.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import type { JobService, JobView } from "./job.service.ts";
import type { RepeatedJob, QueuedJob } from "./job-definition.ts";
import type { JobRegistry } from "./registry.ts";

export interface RepeatDeps {
  readonly access: AccessService;
  readonly configuration: ConfigurationService;
  readonly jobs: JobService;
  readonly registry: JobRegistry;
}

/** The input of a conversion. */
interface OnFolder {
  readonly folderId: string;
  readonly itemId?: string;
}

export async function repeatConversion<Task extends OnFolder>(
  job: QueuedJob<Task, never>,
  { actor, task }: RepeatedJob<Task>,
  { access, configuration, jobs, registry }: RepeatDeps,
  /** An unpacked archive is stored with its contents; only the job can tell whether it was. */
  { mayHaveMoved = false } = {},
): Promise<JobView> {
  const { folderId, itemId } = task;
  const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write);
  const item = itemId === undefined ? undefined : (await access.requireItem(actor, itemId, AccessLevel.write)).item;
  if (item !== undefined && item.folderId !== folder.id && !mayHaveMoved) {
    throw new RequestError(`${item.name} has been moved.`);
  }
  await configuration.refuseWhileDisabled();
  await registry.requireRunnable(job, actor.user);
  const { id } = await registry.startOnFolder(job, actor, task, folder, item);
  return await jobs.get(actor, id, AccessLevel.read);
}
