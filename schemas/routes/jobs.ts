/** Jobs and notifications (api-v1 sections 12 and 13). */
import { jobShape, eventShape } from "../wire.ts";
import { p, route } from "../route.ts";
import { exactly, integerShape, listOf, nullShape, textShape } from "../json-shape.ts";

const id = p.need.text();
const filter = {
  userId: p.text(),
  parentId: p.text(),
  datasetId: p.text(),
  types: p.array<string>(),
  statuses: p.array<number>(),
  handlers: p.array<string>(),
  limit: p.integer(50),
  offset: p.integer(0),
  sort: p.text("created"),
  sortdir: p.integer(-1),
} as const;

export const jobRoutes = {
  "job.list": route(listOf(jobShape))("GET", "job", {
    auth: "public",
    summary: "The caller's jobs, another user's (userId) or no one's (None); [] for anonymous callers.",
    parameters: filter,
  }),
  "job.all": route(listOf(jobShape))("GET", "job/all", {
    auth: "user",
    summary: "All jobs the caller can read.",
    parameters: filter,
  }),
  "job.queued": route(exactly({ outstanding: integerShape }))("GET", "job/queued", {
    auth: "user",
    summary: "How many jobs of all users are not finished.",
  }),
  "job.typesAndStatuses": route(exactly({ types: listOf(textShape), statuses: listOf(integerShape) }))(
    "GET",
    "job/typeandstatus",
    {
      auth: "user",
      summary: "Types and statuses of the caller's jobs.",
    },
  ),
  "job.typesAndStatusesAll": route(exactly({ types: listOf(textShape), statuses: listOf(integerShape) }))(
    "GET",
    "job/typeandstatus/all",
    {
      auth: "user",
      summary: "Types and statuses of all jobs the caller can read.",
    },
  ),
  "job.create": route(jobShape)("POST", "job", {
    auth: "token",
    summary: "A job that is run elsewhere; for tokens with the scope jobs.rest.create_job.",
    parameters: {
      title: p.need.text(),
      type: p.need.text(),
      parentId: p.text(),
      public: p.boolean(false),
      handler: p.text(),
      args: p.array(),
      kwargs: p.object(),
      otherFields: p.object(),
    },
  }),
  "job.get": route(jobShape)("GET", "job/:id", {
    auth: "public",
    summary: "One job with its log.",
    parameters: { id },
  }),
  "job.update": route(jobShape)("PUT", "job/:id", {
    auth: "token",
    summary: "Status, progress and log of a job; for its worker and those who can write it.",
    parameters: {
      id,
      log: p.text(),
      overwrite: p.boolean(false),
      status: p.integer(),
      progressTotal: p.number(),
      progressCurrent: p.number(),
      progressMessage: p.text(),
      notify: p.boolean(true),
    },
  }),
  "job.cancel": route(jobShape)("PUT", "job/:id/cancel", {
    auth: "user",
    summary: "Cancels a job that is not finished.",
    parameters: { id },
  }),
  "job.retry": route(jobShape)("PUT", "job/:id/retry", {
    auth: "user",
    summary: "Runs a job that failed or was cancelled again. The answer is the new job.",
    parameters: { id },
  }),
  "job.delete": route(nullShape)("DELETE", "job/:id", { auth: "user", summary: "Deletes a job.", parameters: { id } }),

  "notification.list": route(listOf(eventShape))("GET", "notification", {
    auth: "user",
    summary: "Kept events of the caller, since an ISO date.",
    parameters: { since: p.text() },
  }),
  "notification.stream": route<never>()("GET", "notification/stream", {
    auth: "token",
    cookie: true,
    reply: "raw",
    summary:
      "Server-sent events of the caller, first those since a time (Unix seconds); and `annotations_saved`, `comments_changed` and `presence` of datasets that the caller may read.",
    parameters: { since: p.number(), timeout: p.integer(300) },
  }),
} as const;
