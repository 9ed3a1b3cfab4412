/** Jobs in SQL. */
import { type Insertable, sql, type Selectable, type Updateable } from "kysely";

import type { JobQuery, JobRepository, JobSort } from "../../ports/job.repository.ts";
import type { JobRecord, Meta } from "../../ports/records.ts";
import { paged, readable } from "./queries.ts";
import type { Db } from "./tables.ts";
import { bit } from "./tables.ts";
import type { JobsTable } from "./tables/site.ts";

const sortColumns = {
  created: "created_ms",
  updated: "updated_ms",
  when: "when_ms",
  title: "title",
  type: "type",
  status: "status",
} as const satisfies Record<JobSort, keyof JobsTable>;

export function jobsRepository(db: Db): JobRepository {
  const select = (query: JobQuery) => {
    let jobs = db.selectFrom("jobs");
    const { userId, parentId, datasetId, types, statuses, handlers, updatedBeforeMs, dedupeKey } = query;
    if (userId === null) jobs = jobs.where("user_id", "is", null);
    else if (userId !== undefined) jobs = jobs.where("user_id", "=", userId);
    if (parentId !== undefined) jobs = jobs.where("parent_id", "=", parentId);
    if (datasetId !== undefined) jobs = jobs.where("dataset_id", "=", datasetId);
    if (dedupeKey === null) jobs = jobs.where("dedupe_key", "is", null);
    else if (dedupeKey !== undefined) jobs = jobs.where("dedupe_key", "=", dedupeKey);
    if (updatedBeforeMs !== undefined) jobs = jobs.where("updated_ms", "<", updatedBeforeMs);
    // An empty list does not filter.
    const among = (column: "type" | "handler" | "status", values: readonly (string | number)[] | undefined): void => {
      if (values === undefined) return;
      jobs = values.length === 0 ? jobs.where(sql<boolean>`1 = 0`) : jobs.where(column, "in", [...values] as string[]);
    };
    among("type", types);
    among("handler", handlers);
    among("status", statuses);
    return jobs;
  };

  return {
    async insert(job) {
      await db.insertInto("jobs").values(toRow(job)).execute();
    },
    async update(id, changes) {
      await db.updateTable("jobs").set(toChanges(changes)).where("id", "=", id).execute();
    },
    async remove(id) {
      await db.deleteFrom("jobs").where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
      return row && jobFromRow(row);
    },
    async list(query, sort, viewer) {
      const direction = sort.descending ? "desc" : "asc";
      const ordered = select(query)
        .where(readable("jobs", "job", viewer))
        .selectAll()
        .orderBy(sortColumns[sort.by], direction)
        .orderBy("id", direction);
      return (await paged(ordered, query).execute()).map(jobFromRow);
    },
    async count(query) {
      const { n } = await select(query)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async typesAndStatuses(query, viewer) {
      const rows = await select(query)
        .where(readable("jobs", "job", viewer))
        .select(["type", "status"])
        .distinct()
        .orderBy("type")
        .orderBy("status")
        .execute();
      return {
        types: [...new Set(rows.map(({ type }) => type))],
        statuses: [...new Set(rows.map(({ status }) => status))].sort((a, b) => a - b),
      };
    },
    async log(id) {
      const rows = await db
        .selectFrom("job_logs")
        .select("text")
        .where("job_id", "=", id)
        .orderBy("position")
        .execute();
      return rows.map(({ text }) => text);
    },
    async appendLog(id, text, keep) {
      const { last } = await db
        .selectFrom("job_logs")
        .select((eb) => eb.fn.max("position").as("last"))
        .where("job_id", "=", id)
        .executeTakeFirstOrThrow();
      const position = Number(last ?? -1) + 1;
      await db.insertInto("job_logs").values({ job_id: id, position, text }).execute();
      await db
        .deleteFrom("job_logs")
        .where("job_id", "=", id)
        .where("position", "<=", position - keep)
        .execute();
    },
    async clearLog(id) {
      await db.deleteFrom("job_logs").where("job_id", "=", id).execute();
    },
  };
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Queue and lease are written only by the queue. */
function toRow(job: JobRecord): Insertable<JobsTable> {
  return {
    id: job.id,
    title: job.title,
    type: job.type,
    user_id: job.userId,
    parent_id: job.parentId,
    dataset_id: job.datasetId,
    public: bit(job.public),
    status: job.status,
    handler: job.handler,
    args: JSON.stringify(job.args),
    kwargs: JSON.stringify(job.kwargs),
    meta: JSON.stringify(job.meta),
    params: jsonOrNull(job.params),
    dedupe_key: job.dedupeKey,
    progress: jsonOrNull(job.progress),
    timestamps: JSON.stringify(job.timestamps),
    created_ms: job.createdMs,
    updated_ms: job.updatedMs,
    when_ms: job.whenMs,
  };
}

function toChanges(changes: Partial<JobRecord>): Updateable<JobsTable> {
  const row: Updateable<JobsTable> = {};
  if (changes.title !== undefined) row.title = changes.title;
  if (changes.type !== undefined) row.type = changes.type;
  if (changes.public !== undefined) row.public = bit(changes.public);
  if (changes.status !== undefined) row.status = changes.status;
  if (changes.meta !== undefined) row.meta = JSON.stringify(changes.meta);
  if (changes.kwargs !== undefined) row.kwargs = JSON.stringify(changes.kwargs);
  if (changes.params !== undefined) row.params = jsonOrNull(changes.params);
  if (changes.dedupeKey !== undefined) row.dedupe_key = changes.dedupeKey;
  if (changes.progress !== undefined) row.progress = jsonOrNull(changes.progress);
  if (changes.timestamps !== undefined) row.timestamps = JSON.stringify(changes.timestamps);
  if (changes.updatedMs !== undefined) row.updated_ms = changes.updatedMs;
  if (changes.whenMs !== undefined) row.when_ms = changes.whenMs;
  return row;
}

export function jobFromRow(row: Selectable<JobsTable>): JobRecord {
  return {
    id: row.id,
    title: row.title,
    type: row.type,
    userId: row.user_id,
    parentId: row.parent_id,
    datasetId: row.dataset_id,
    public: row.public === 1,
    status: row.status,
    handler: row.handler,
    args: JSON.parse(row.args) as unknown[],
    kwargs: JSON.parse(row.kwargs) as Meta,
    meta: JSON.parse(row.meta) as Meta,
    params: row.params === null ? null : (JSON.parse(row.params) as Meta),
    dedupeKey: row.dedupe_key,
    progress: row.progress === null ? null : (JSON.parse(row.progress) as JobRecord["progress"]),
    timestamps: JSON.parse(row.timestamps) as JobRecord["timestamps"],
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    whenMs: row.when_ms,
  };
}
