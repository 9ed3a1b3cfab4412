/** Contract of every `JobQueue`: order, leases, workers that die, transactions that fail. */
import { beforeEach, describe, expect, test } from "vitest";

import type { Database } from "../database.ts";
import type { Lease, WorkerOffer } from "../job-queue.ts";
import type { JobRecord, UserRecord } from "../records.ts";
import { jobRecord, userRecord } from "./example-records.ts";

const leaseMs = 60_000;
/** A lease that has expired by the next call. */
const overMs = -1;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @param open opens an empty database; the caller of the suite closes it */
export function describeJobQueue(open: () => Promise<Database>): void {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });

  const nothing: WorkerOffer = { pipelines: [], configurations: [], has: [] };
  const announce = (name: string, queues: readonly string[], ms: number, own: WorkerOffer = nothing) =>
    db.jobQueue.announce({ name, queues, offer: own }, ms);
  async function offer(
    title: string,
    createdMs: number,
    queue = "convert",
    needs?: string,
    owner: UserRecord | null = null,
  ): Promise<JobRecord> {
    const job = jobRecord(title, owner, { createdMs });
    await db.transaction("site", async (tx) => {
      await tx.jobs.insert(job);
      await tx.jobQueue.offer(job.id, queue, needs);
    });
    return job;
  }
  const claim = (queues: readonly string[], worker = "w1", ms = leaseMs, has: readonly string[] = []) =>
    db.transaction("site", (tx) => tx.jobQueue.claim({ queues, has }, worker, ms));
  const hasWaiting = (...queues: string[]) => db.jobQueue.hasWaiting({ queues, has: [] });
  const claimTitle = async (...queues: string[]) => (await claim(queues))?.job.title;
  const requireLease = async (worker: string, ms = leaseMs): Promise<Lease> => {
    const claimed = await claim(["convert"], worker, ms);
    if (claimed === undefined) throw new Error("nothing to claim");
    return claimed.lease;
  };
  const reclaim = async (maxAttempts = 3) => {
    await wait(2);
    const { requeued, over } = await db.transaction("site", (tx) => tx.jobQueue.reclaim(maxAttempts));
    return { requeued: requeued.map(({ title }) => title), over: over.map(({ title }) => title) };
  };

  describe("job queue", () => {
    test("hands out each job once, in the order received, to workers of its queue", async () => {
      await offer("first", 1000);
      await offer("second", 2000);
      await offer("other", 500, "ada.löve+1@private");
      await db.jobs.insert(jobRecord("never offered", null, { createdMs: 1 }));
      expect(await hasWaiting("pipelines")).toBe(false);
      expect(await claimTitle("pipelines")).toBeUndefined();
      expect(await hasWaiting("pipelines", "convert")).toBe(true);
      expect(await claimTitle("convert")).toBe("first");
      expect(await claimTitle("convert")).toBe("second");
      expect(await claimTitle("convert")).toBeUndefined();
      expect(await hasWaiting("convert")).toBe(false);
      expect(await claimTitle("convert", "ada.löve+1@private")).toBe("other");
      expect(await claimTitle()).toBeUndefined();
    });

    test("owners take turns: many jobs of one do not keep others' waiting, and what waits says how many are ahead", async () => {
      const [ada, bob] = [userRecord("ada1"), userRecord("bob1")];
      await db.users.insert(ada);
      await db.users.insert(bob);
      let ms = 0;
      const ask = (title: string, owner: UserRecord) => offer(title, ++ms, "convert", undefined, owner);
      const take = async () => (await claim(["convert"]))?.job;
      const end = async (job: JobRecord | undefined) => {
        await db.jobs.update(job?.id ?? "", { status: 3 });
        await db.jobQueue.end(job?.id ?? "");
      };
      for (let n = 1; n <= 6; n++) await ask(`ada ${n}`, ada);
      const first = await take();
      const bobs = await ask("bob 1", bob);
      const last = await ask("ada 7", ada);
      await ask("other queue", bob).then(({ id }) => db.jobQueue.offer(id, "training"));
      const ahead = async (...jobs: JobRecord[]) => {
        const waiting = new Map(
          (await db.jobQueue.waiting(jobs.map(({ id }) => id))).map((one) => [one.jobId, one.ahead]),
        );
        return jobs.map(({ id }) => waiting.get(id));
      };
      // One job is running, and one of ada's comes first.
      expect(await ahead(bobs, last)).toEqual([2, 7]);
      const titles = [first?.title];
      await end(first);
      for (let n = 0; n < 3; n++) {
        const job = await take();
        titles.push(job?.title);
        await end(job);
        // Offering again and again, one job at a time, gets one turn each time.
        if (n === 1) await ask("bob 2", bob);
      }
      titles.push((await take())?.title, (await take())?.title);
      expect(titles).toEqual(["ada 1", "ada 2", "bob 1", "ada 3", "bob 2", "ada 4"]);
    });

    test("claims at the same time get different jobs, and none is forgotten", async () => {
      for (let n = 0; n < 12; n++) await offer(`${n}`, n);
      const claims = await Promise.all(Array.from({ length: 16 }, (_, n) => claim(["convert"], `w${n}`)));
      const titles = claims.flatMap((claimed) => claimed?.job.title ?? []);
      expect(titles.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n));
    });

    test("a transaction that fails has neither offered nor claimed", async () => {
      const failing = db.transaction("site", async (tx) => {
        const job = jobRecord("a", null);
        await tx.jobs.insert(job);
        await tx.jobQueue.offer(job.id, "convert");
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await claimTitle("convert")).toBeUndefined();
      await offer("b", 1);
      const claiming = db.transaction("site", async (tx) => {
        expect((await tx.jobQueue.claim({ queues: ["convert"], has: [] }, "w1", leaseMs))?.job.title).toBe("b");
        throw new Error("no");
      });
      await expect(claiming).rejects.toThrow("no");
      expect(await claimTitle("convert")).toBe("b");
    });

    test("a job that is cancelled or dated later is not handed out, the next one is", async () => {
      const cancelled = await offer("cancelled", 1);
      const later = await offer("later", 2);
      await offer("next", 3);
      await db.jobs.update(cancelled.id, { status: 5 });
      await db.jobs.update(later.id, { whenMs: Date.now() + 3_600_000 });
      expect(await claimTitle("convert")).toBe("next");
      expect(await claimTitle("convert")).toBeUndefined();
    });

    test("a lease is renewed, and lost when it ran out and another worker took the job over", async () => {
      await offer("a", 1);
      const first = await requireLease("w1", overMs);
      expect(first.attempt).toBe(1);
      expect(await reclaim()).toEqual({ requeued: ["a"], over: [] });
      expect(await db.jobQueue.renew(first, leaseMs)).toBe(false);
      const second = await requireLease("w2");
      expect(second).toMatchObject({ worker: "w2", attempt: 2 });
      expect([await db.jobQueue.isHeld(first), await db.jobQueue.isHeld(second)]).toEqual([false, true]);
      expect(await db.jobQueue.renew(second, leaseMs)).toBe(true);
      expect(await reclaim()).toEqual({ requeued: [], over: [] });
      await db.jobQueue.release(first);
      expect(await db.jobQueue.isHeld(second)).toBe(true);
    });

    test("the same worker that lost a job and got it again holds the new lease, not the old one", async () => {
      await offer("a", 1);
      const first = await requireLease("w1", overMs);
      await reclaim();
      const second = await requireLease("w1");
      expect([await db.jobQueue.isHeld(first), await db.jobQueue.isHeld(second)]).toEqual([false, true]);
    });

    test("a job given back waits in its old place, and that attempt does not count", async () => {
      await offer("a", 1);
      await offer("b", 2);
      await db.jobQueue.release(await requireLease("w1"));
      const again = await requireLease("w2");
      expect(again.attempt).toBe(1);
      expect(again.jobId).not.toBe((await requireLease("w1")).jobId);
    });

    test("a job whose workers keep dying is over after so many attempts; so is one that was being cancelled", async () => {
      const job = await offer("a", 1);
      await requireLease("w1", overMs);
      expect(await reclaim(2)).toEqual({ requeued: ["a"], over: [] });
      await requireLease("w2", overMs);
      expect(await reclaim(2)).toEqual({ requeued: [], over: ["a"] });
      await db.jobQueue.end(job.id);
      expect(await claimTitle("convert")).toBeUndefined();
      const cancelled = await offer("b", 2);
      await requireLease("w1", overMs);
      await db.jobs.update(cancelled.id, { status: 824 });
      expect(await reclaim(2)).toEqual({ requeued: [], over: ["b"] });
    });

    test("a job that ended belongs to no worker", async () => {
      await offer("a", 1);
      const lease = await requireLease("w1");
      expect(await db.jobQueue.hasEnded(lease)).toBe(false);
      await db.jobQueue.end(lease.jobId);
      expect(await db.jobQueue.hasEnded(lease)).toBe(true);
      expect(await db.jobQueue.hasEnded({ ...lease, attempt: lease.attempt + 1 })).toBe(false);
      expect(await db.jobQueue.isHeld(lease)).toBe(false);
      expect(await db.jobQueue.renew(lease, leaseMs)).toBe(false);
    });

    test("load: what waits and what runs in each queue, and the workers that are there", async () => {
      await offer("a", 5);
      await offer("b", 7);
      await offer("c", 8, "training");
      expect(await db.jobQueue.load()).toEqual([
        { queue: "convert", waiting: 2, running: 0, oldestMs: 5 },
        { queue: "training", waiting: 1, running: 0, oldestMs: 8 },
      ]);
      await requireLease("w1");
      expect((await db.jobQueue.load())[0]).toEqual({ queue: "convert", waiting: 1, running: 1, oldestMs: 7 });
      const own = {
        pipelines: [{ pipe: "filter_löve.pipe", description: null, parameters: [] }],
        configurations: ["a.conf"],
        has: ["train a.conf"],
      };
      await announce("w1", ["convert"], leaseMs);
      await announce("w1", ["convert"], leaseMs, own);
      expect(await db.jobQueue.workers()).toEqual([{ name: "w1", queues: ["convert"], offer: own }]);
    });

    test("workers are there until their time is over or they withdraw", async () => {
      const names = async () => (await db.jobQueue.workers()).map(({ name }) => name);
      await announce("w2", ["convert", "training"], leaseMs);
      await announce("w1", ["convert", "pipelines"], leaseMs);
      expect(await names()).toEqual(["w1", "w2"]);
      await announce("w2", ["training"], overMs);
      await wait(2);
      expect(await names()).toEqual(["w1"]);
      await db.jobQueue.withdraw("w1");
      expect(await names()).toEqual([]);
    });

    test("a job goes only to a worker that has what it needs, and keeps no one else's waiting", async () => {
      const first = await offer("of a", 1, "pipelines", "pipeline a");
      const second = await offer("of b", 2, "pipelines", "pipeline b");
      const third = await offer("of nothing", 3, "pipelines");
      const titleFor = async (...has: string[]) => (await claim(["pipelines"], "w1", leaseMs, has))?.job.title;
      const all = [first, second, third].map(({ id }) => id);
      expect((await db.jobQueue.waiting([...all, "0".repeat(24)])).map(({ needs }) => needs).sort()).toEqual(
        ["pipeline a", "pipeline b", null].sort(),
      );
      expect(await db.jobQueue.hasWaiting({ queues: ["pipelines"], has: ["pipeline c"] })).toBe(true);
      expect(await titleFor("pipeline c")).toBe("of nothing");
      expect(await db.jobQueue.hasWaiting({ queues: ["pipelines"], has: ["pipeline c"] })).toBe(false);
      expect(await titleFor("pipeline c")).toBeUndefined();
      expect(await titleFor("pipeline b", "pipeline c")).toBe("of b");
      const claimed = await claim(["pipelines"], "w1", overMs, ["pipeline a"]);
      expect(claimed?.job.title).toBe("of a");
      expect(await db.jobQueue.waiting(all)).toEqual([]);
      // The worker that takes it again must have it too.
      expect((await reclaim()).requeued).toEqual(["of a"]);
      expect(await db.jobQueue.waiting(all)).toEqual([
        { jobId: first.id, queue: "pipelines", needs: "pipeline a", ahead: 2 },
      ]);
      expect(await titleFor()).toBeUndefined();
      expect(await titleFor("pipeline a")).toBe("of a");
    });
  });
}
