/** A job as clients know it: the API response and the content of messages are the same document (api-v1 13.2). */
import type { Job, JobStatus } from "#schemas";

import type { AccessLevel } from "../../base/access-level.ts";
import { wireDate } from "../../base/wire-date.ts";
import type { JobRecord } from "../../ports/records.ts";

export function jobDocument(job: JobRecord, level: AccessLevel): Job {
  return {
    _id: job.id,
    _modelType: "job",
    _accessLevel: level,
    title: job.title,
    type: job.type,
    status: job.status as JobStatus,
    created: wireDate(job.createdMs),
    updated: wireDate(job.updatedMs),
    when: wireDate(job.whenMs),
    interval: 0,
    progress: job.progress,
    meta: job.meta,
    public: job.public,
    parentId: job.parentId,
    asynchronous: true,
    timestamps: job.timestamps.map(({ status, timeMs }) => ({ status: status as JobStatus, time: wireDate(timeMs) })),
    handler: job.handler,
    ...(job.datasetId === null ? {} : { dataset_id: job.datasetId }),
    ...(job.params === null ? {} : { params: job.params }),
  };
}

/** Includes what only site administrators see. */
export function fullJobDocument(job: JobRecord, level: AccessLevel): Job {
  return { ...jobDocument(job, level), args: job.args, kwargs: job.kwargs };
}
