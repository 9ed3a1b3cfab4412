/** `job/*`: work that continues after the request was answered. */
import type { Job } from "#schemas";

import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import { localHandler } from "../../domain/job-status.ts";
import type { JobSort } from "../../ports/job.repository.ts";
import type { Meta } from "../../ports/records.ts";
import type { Actor } from "../../services/access/actor.ts";
import { fullJobDocument, jobDocument } from "../../services/jobs/job-document.ts";
import type { JobFilter, JobView } from "../../services/jobs/job.service.ts";
import type { NewJob } from "../../services/jobs/new-job.ts";
import type { JobServices } from "../../services/jobs/job-services.ts";
import type { Call, RegisterRoute } from "../registry.ts";
import { readPage, readSort } from "./paging.ts";
import { readTexts } from "./text-list.ts";

const sortFields: readonly JobSort[] = ["created", "updated", "when", "title", "type", "status"];

export function registerJobRoutes(
  register: RegisterRoute,
  { jobs, jobRetries }: Pick<JobServices, "jobs" | "jobRetries">,
): void {
  register("job.list", async ({ actor, parameters }) => {
    const sort = readSort(parameters, sortFields, "created");
    const views = await jobs.list(actor, { ...readFilter(parameters), ...readPage(parameters) }, sort);
    return views.map((view) => wireJob(actor, view));
  });
  register("job.all", async ({ actor, parameters }) => {
    const sort = readSort(parameters, sortFields, "created");
    const views = await jobs.listAll(actor, { ...readFilter(parameters), ...readPage(parameters) }, sort);
    return views.map((view) => wireJob(actor, view));
  });
  register("job.queued", async ({ actor }) => ({ outstanding: await jobs.countOutstanding(actor) }));
  register("job.typesAndStatuses", ({ actor }) => jobs.typesAndStatuses(actor, "own"));
  register("job.typesAndStatusesAll", ({ actor }) => jobs.typesAndStatuses(actor, "all"));
  register("job.get", async ({ actor, parameters }) => {
    const view = await jobs.get(actor, parameters.id);
    return { ...wireJob(actor, view), log: view.log };
  });
  register("job.create", async ({ actor, parameters }) => {
    const { title, type, parentId, handler = localHandler, args = [], kwargs = {}, otherFields = {} } = parameters;
    const view = await jobs.createForeign(actor, {
      title,
      type,
      handler,
      args,
      kwargs: kwargs as Meta,
      ...fieldsOfJob(otherFields as Meta),
      public: parameters.public ?? false,
      ...defined({ parentId }),
    });
    return wireJob(actor, view);
  });
  register("job.update", async ({ actor, parameters }) => {
    const { id, log, overwrite, status, progressTotal, progressCurrent, progressMessage, notify } = parameters;
    const progress = defined({ total: progressTotal, current: progressCurrent, message: progressMessage });
    const hasProgress = Object.keys(progress).length > 0;
    const change = defined({ log, overwrite, status, notify, progress: hasProgress ? progress : undefined });
    return wireJob(actor, await jobs.update(actor, id, change));
  });
  register("job.cancel", async ({ actor, parameters }) => wireJob(actor, await jobs.cancel(actor, parameters.id)));
  register("job.retry", async ({ actor, parameters }) => wireJob(actor, await jobRetries.retry(actor, parameters.id)));
  register("job.delete", async ({ actor, parameters }) => {
    await jobs.remove(actor, parameters.id);
    return null;
  });
}

/** Other fields of a job: the known ones, and those that a client stores with it. */
function fieldsOfJob({
  dataset_id: datasetId,
  params,
  meta,
  ...rest
}: Meta): Required<Pick<NewJob, "datasetId" | "params" | "meta">> {
  return {
    datasetId: datasetId === undefined || datasetId === null ? null : requireObjectId(String(datasetId), "dataset_id"),
    params: isObject(params) ? params : null,
    meta: { ...rest, ...(isObject(meta) ? meta : {}) },
  };
}

const isObject = (value: unknown): value is Meta =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function wireJob(actor: Actor, { record, level }: JobView): Job {
  return actor.user?.admin === true ? fullJobDocument(record, level) : jobDocument(record, level);
}

function readFilter({
  userId,
  parentId,
  datasetId,
  types,
  statuses,
  handlers,
}: Call<"job.list">["parameters"]): JobFilter {
  if (statuses?.some((status) => !Number.isSafeInteger(Number(status)))) {
    throw new RequestError("Parameter statuses must be a JSON array of numbers.");
  }
  return {
    userId,
    ...defined({
      parentId: parentId === "" ? undefined : parentId,
      datasetId: datasetId === "" ? undefined : datasetId,
      types: types && readTexts("types", types),
      statuses: statuses && [...new Set(statuses.map(Number))],
      handlers: handlers && readTexts("handlers", handlers),
    }),
  };
}
