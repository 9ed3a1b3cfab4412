/** Contract of jobs and notifications for every `Database`. */
import { beforeEach, describe, expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { Database } from "../database.ts";
import { jobRecord, userRecord } from "./example-records.ts";
import type { JobRecord, NotificationRecord, UserRecord, Viewer } from "../records.ts";

const everything: Viewer = { userId: null, seesAll: true };
const all = { limit: 0, offset: 0 };
const byAge = { by: "created", descending: true } as const;

/** @param open opens an empty database; the caller of the suite closes it */
export function describeJobs(open: () => Promise<Database>): void {
  let db: Database;
  let ada: UserRecord;
  let bob: UserRecord;
  beforeEach(async () => {
    db = await open();
    [ada, bob] = [userRecord("ada1"), userRecord("bob1")];
    await db.users.insert(ada);
    await db.users.insert(bob);
  });
  const titles = (jobs: readonly JobRecord[]): string[] => jobs.map(({ title }) => title);

  describe("jobs", () => {
    test("come back as they were stored, and as they were changed", async () => {
      const job = jobRecord("a", ada, {
        parentId: newObjectId(),
        datasetId: newObjectId(),
        public: true,
        args: [1, "x"],
        kwargs: { deep: { er: [null] } },
        meta: { a: 1 },
        params: { input_folder: "f" },
        progress: { total: 10, current: 2.5, message: "half — 🐟" },
        timestamps: [{ status: 1, timeMs: 5 }],
      });
      await db.jobs.insert(job);
      expect(await db.jobs.find(job.id)).toEqual(job);
      const changes = { status: 2, progress: null, timestamps: [{ status: 2, timeMs: 6 }], updatedMs: 2000 };
      await db.jobs.update(job.id, changes);
      expect(await db.jobs.find(job.id)).toEqual({ ...job, ...changes });
      await db.jobs.remove(job.id);
      expect(await db.jobs.find(job.id)).toBeUndefined();
    });

    test("are listed by owner, type, status and handler, newest first, page by page", async () => {
      for (const [index, status] of [0, 1, 2, 3].entries()) {
        await db.jobs.insert(jobRecord(`a${index}`, ada, { status, createdMs: 1000 + index }));
      }
      await db.jobs.insert(jobRecord("b", bob, { type: "pipelines", handler: "local", status: 2 }));
      await db.jobs.insert(jobRecord("of no one", null));
      const list = async (query: object) => titles(await db.jobs.list({ ...all, ...query }, byAge, everything));
      expect(await list({ userId: ada.id })).toEqual(["a3", "a2", "a1", "a0"]);
      expect(await list({ userId: ada.id, limit: 2, offset: 1 })).toEqual(["a2", "a1"]);
      expect(await list({ userId: ada.id, statuses: [2, 1] })).toEqual(["a2", "a1"]);
      expect(await list({ userId: null })).toEqual(["of no one"]);
      expect(await list({ types: ["pipelines", "x"] })).toEqual(["b"]);
      expect(await list({ handlers: ["local"] })).toEqual(["b"]);
      expect(await list({ statuses: [] })).toEqual([]);
      expect(await db.jobs.count({ statuses: [1, 2] })).toBe(3);
      expect(await db.jobs.typesAndStatuses({}, everything)).toEqual({
        types: ["convert", "pipelines"],
        statuses: [0, 1, 2, 3],
      });
    });

    test("are seen by those whom their access list names, and by all when public", async () => {
      const [own, open] = [jobRecord("own", ada), jobRecord("open", ada, { public: true })];
      for (const job of [own, open]) {
        await db.jobs.insert(job);
        await db.access.replace("job", job.id, [{ subjectType: "user", subjectId: ada.id, level: 2 }]);
      }
      const seen = async (userId: string | null) =>
        titles(await db.jobs.list(all, { by: "title", descending: false }, { userId, seesAll: false }));
      expect(await seen(ada.id)).toEqual(["open", "own"]);
      expect(await seen(bob.id)).toEqual(["open"]);
      expect(await seen(null)).toEqual(["open"]);
    });

    test("keep the newest pieces of their log, in order", async () => {
      const job = jobRecord("a", ada);
      await db.jobs.insert(job);
      for (const text of ["1", "2", "3"]) await db.jobs.appendLog(job.id, text, 2);
      expect(await db.jobs.log(job.id)).toEqual(["2", "3"]);
      await db.jobs.clearLog(job.id);
      expect(await db.jobs.log(job.id)).toEqual([]);
      await db.jobs.appendLog(job.id, "", 1);
      expect(await db.jobs.log(job.id)).toEqual([""]);
      await db.jobs.remove(job.id);
      expect(await db.jobs.log(job.id)).toEqual([]);
    });

    test("outlive their owner", async () => {
      const job = jobRecord("a", bob);
      await db.jobs.insert(job);
      await db.users.remove(bob.id);
      expect((await db.jobs.find(job.id))?.userId).toBeNull();
    });
  });

  test("notifications: one a id, what changed since a time, expiry", async () => {
    const message = (id: string, updatedMs: number, data = {}): NotificationRecord => ({
      id,
      userId: ada.id,
      type: "job_status",
      data,
      createdMs: 1,
      updatedMs,
      expiresMs: updatedMs + 100,
    });
    await db.notifications.put(message("a", 10));
    await db.notifications.put(message("b", 20));
    await db.notifications.put(message("a", 30, { n: 2 }));
    await db.notifications.put({ ...message("c", 20), userId: bob.id });
    const ids = async (since?: number, limit = 10) =>
      (await db.notifications.listSince(ada.id, since, limit)).map(({ id }) => id);
    expect(await ids()).toEqual(["b", "a"]);
    expect(await ids(20)).toEqual(["a"]);
    expect(await ids(undefined, 1)).toEqual(["a"]);
    expect(await db.notifications.listSince(ada.id, 20, 10)).toEqual([message("a", 30, { n: 2 })]);
    expect(await db.notifications.removeExpired(120)).toBe(2);
    expect(await ids()).toEqual(["a"]);
    // The clock was set back, and two come in one millisecond.
    expect(await db.notifications.put(message("d", 5))).toBe(31);
    expect(await db.notifications.put(message("a", 5))).toBe(32);
    expect(await ids(30)).toEqual(["d", "a"]);
    expect(await db.notifications.put({ ...message("e", 5), userId: bob.id })).toBe(5);
    expect(await db.notifications.put(message("f", 2 ** 45))).toBe(2 ** 45);
  });
}
