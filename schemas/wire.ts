/**
 * Documents as sent by api/v1: each is one shape, from which its type and its API description are derived. Ids are 24
 * lower-case hex digits; dates are ISO 8601 texts with offset. Fields with unknown values are absent, except where
 * `null` is listed.
 */
export * from "./wire/basics.ts";
export * from "./wire/access.ts";
export * from "./wire/documents.ts";
export * from "./wire/accounts.ts";
export * from "./wire/datasets.ts";
export * from "./wire/annotations.ts";
export * from "./wire/jobs.ts";
export * from "./wire/scoring.ts";
export * from "./wire/review.ts";
export * from "./wire/comments.ts";
export * from "./wire/tasks.ts";
export * from "./wire/webhooks.ts";
export * from "./wire/site.ts";
