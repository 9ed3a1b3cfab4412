/** A job before it is stored: its required values, its defaults, and who may see it. */
import type { JobStatus } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import type { Repositories, Scope } from "../../ports/database.ts";
import type { AccessEntry, JobRecord, Meta } from "../../ports/records.ts";

export interface NewJob {
  title: string;
  type: string;
  handler: string;
  userId: string | null;
  status?: JobStatus;
  parentId?: string | null;
  datasetId?: string | null;
  public?: boolean;
  args?: unknown[];
  kwargs?: Meta;
  meta?: Meta;
  params?: Meta | null;
  /** No second job with the same key is created until the first has ended: see `jobs/job-definition.ts`. */
  dedupeKey?: string | null;
  /** The queue that workers take it from. */
  queue?: string;
  /** Abilities that a worker needs to take it. */
  needs?: string;
  /** Who else may see and change it, for example all users of the folder it works on. */
  access?: readonly AccessEntry[];
  /** Called in the transaction that stores the job; throws to prevent it. */
  onlyIf?: (tx: Repositories) => Promise<void>;
}

/** Of two created at the same time, the second sees the first: `onlyIf` checks the dataset or the owner. */
export const scopeOfNew = ({ datasetId, userId }: Pick<NewJob, "datasetId" | "userId">): Scope[] => [
  ...(datasetId == null ? [] : [{ dataset: datasetId }]),
  ...(userId === null ? [] : [{ account: userId }]),
];

export function jobRecordOf(given: NewJob, id: string, nowMs: number): JobRecord {
  const status = given.status ?? 0;
  return {
    id,
    title: given.title,
    type: given.type,
    userId: given.userId,
    parentId: given.parentId ?? null,
    datasetId: given.datasetId ?? null,
    public: given.public ?? false,
    status,
    handler: given.handler,
    args: given.args ?? [],
    kwargs: given.kwargs ?? {},
    meta: given.meta ?? {},
    params: given.params ?? null,
    dedupeKey: given.dedupeKey ?? null,
    progress: null,
    timestamps: status === 0 ? [] : [{ status, timeMs: nowMs }],
    createdMs: nowMs,
    updatedMs: nowMs,
    whenMs: nowMs,
  };
}

/** Its owner administers it. */
export function accessOf({ access = [], userId }: Pick<NewJob, "access" | "userId">): readonly AccessEntry[] {
  if (userId === null) return access;
  const others = access.filter(({ subjectType, subjectId }) => subjectType !== "user" || subjectId !== userId);
  return [...others, { subjectType: "user", subjectId: userId, level: AccessLevel.admin }];
}
