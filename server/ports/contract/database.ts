/** Contract of every `Database`. An adapter's test calls this with a function that opens an empty one. */
import { beforeEach, describe, expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { Database, Scope } from "../database.ts";
import { describeAccessLists } from "./access-lists.ts";
import { describeAccounts } from "./accounts.ts";
import { describeConsistency } from "./consistency.ts";
import { describeDocuments } from "./documents.ts";
import { folderRecord, jobRecord, userRecord } from "./example-records.ts";
import type { UploadRecord, UserRecord } from "../records.ts";

/** @param open opens an empty database; the caller of the suite closes it */
export function describeDatabase(open: () => Promise<Database>): void {
  let db: Database;
  let ada: UserRecord;
  beforeEach(async () => {
    db = await open();
    ada = userRecord("ada1");
    await db.users.insert(ada);
  });

  describeConsistency(() => db);
  describeAccounts(() => ({ db, ada }));
  describeDocuments(() => ({ db, ada }));
  describeAccessLists(() => ({ db, ada }));

  describe("transactions", () => {
    test("all or nothing", async () => {
      const folder = folderRecord("a", ada);
      const failing = db.transaction("site", async (tx) => {
        await tx.folders.insert(folder);
        expect(await tx.folders.find(folder.id)).toEqual(folder);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await db.folders.find(folder.id)).toBeUndefined();
    });

    test("of parts that run at once, those that continue after another has failed store nothing", async () => {
      const [first, late] = [folderRecord("a", ada), folderRecord("b", ada)];
      let afterwards: Promise<void> | undefined;
      const failing = db.transaction("site", async (tx) => {
        const { promise: end, reject } = Promise.withResolvers<never>();
        afterwards = (async () => {
          await tx.folders.insert(first);
          reject(new Error("no"));
          await new Promise((resolve) => setTimeout(resolve, 20));
          await tx.folders.insert(late);
        })();
        afterwards.catch(() => undefined);
        await end;
      });
      await expect(failing).rejects.toThrow("no");
      await expect(afterwards).rejects.toThrow("the transaction has ended");
      expect(await Promise.all([first, late].map(({ id }) => db.folders.find(id)))).toEqual([undefined, undefined]);
    });

    test("run one after the other, and readers see only what is committed", async () => {
      const folder = folderRecord("a", ada);
      await db.folders.insert(folder);
      const grow = () =>
        db.transaction("site", async (tx) => {
          const before = await tx.folders.find(folder.id);
          await new Promise((resolve) => setTimeout(resolve, 1));
          expect((await db.folders.find(folder.id))?.size).toBe(before?.size);
          await tx.folders.update(folder.id, { size: (before?.size ?? 0) + 1 });
        });
      await Promise.all(Array.from({ length: 10 }, grow));
      expect((await db.folders.find(folder.id))?.size).toBe(10);
    });

    test("each scope has one at a time, the site is alone, and what a transaction has read stays true", async () => {
      const folders = [folderRecord("a", ada), folderRecord("b", ada)];
      await db.folders.insertMany(folders);
      const [a, b] = folders.map(({ id }) => id) as [string, string];
      const grow = (scope: Scope | readonly Scope[], ids: readonly string[]) =>
        db.transaction(scope, async (tx) => {
          const before = await Promise.all(ids.map((id) => tx.folders.find(id)));
          await new Promise((resolve) => setTimeout(resolve, 2));
          for (const folder of before)
            if (folder !== undefined) await tx.folders.update(folder.id, { size: folder.size + 1 });
        });
      const both = [{ dataset: b }, { dataset: a }] as const;
      await Promise.all(
        Array.from({ length: 6 }, () => [
          grow({ dataset: a }, [a]),
          grow({ dataset: b }, [b]),
          grow(both, [a, b]),
          grow(both.toReversed(), [b, a]),
          grow("site", [a, b]),
        ]).flat(),
      );
      for (const id of [a, b]) expect((await db.folders.find(id))?.size).toBe(24);
    });

    test("writes outside wait for a transaction and come after it", async () => {
      const folder = folderRecord("a", ada);
      const inside = db.transaction("site", async (tx) => {
        await tx.folders.insert(folder);
        await new Promise((resolve) => setTimeout(resolve, 5));
      });
      await Promise.all([inside, db.settings.set("key", 1)]);
      await db.folders.update(folder.id, { name: "b" });
      expect((await db.folders.find(folder.id))?.name).toBe("b");
      expect(await db.settings.get("key")).toBe(1);
    });
  });

  test("what a clock that was ahead has dated is brought back, and nothing else", async () => {
    const token = { userId: ada.id, scopes: [], apiKeyId: null, address: null, agent: null, lastUseMs: null };
    const upload = {
      userId: ada.id,
      parentType: "folder",
      parentId: newObjectId(),
      name: "f",
      mimeType: "m",
      size: 10,
    };
    const job = jobRecord("j", ada, { status: 2 });
    const note = { userId: ada.id, type: "t", data: {}, createdMs: 1 };
    const [right, ahead] = [100, 5000];
    for (const [name, ms] of Object.entries({ right, ahead })) {
      await db.tokens.insert({ ...token, id: newObjectId(), hash: name, createdMs: ms, expiresMs: ms + 50 });
      const dates = { createdMs: ms, updatedMs: ms, received: 0, fileId: null };
      await db.uploads.insert({ ...(upload as UploadRecord), ...dates, id: name });
      await db.blobs.claim(name, 1, ms);
      await db.jobs.insert({ ...job, id: name, updatedMs: ms });
      await db.jobs.insert({ ...job, id: `done ${name}`, status: 3, updatedMs: ms });
      await db.notifications.put({ ...note, id: name, updatedMs: ms, expiresMs: ms + 10 });
    }
    expect(await db.dates.resetFutureDates(200, 150)).toBe(5);
    expect(await db.dates.resetFutureDates(200, 150)).toBe(0);
    expect(await db.tokens.findByHash("ahead")).toMatchObject({ createdMs: 150, expiresMs: 200 });
    expect(await db.tokens.findByHash("right")).toMatchObject({ createdMs: 100, expiresMs: 150 });
    expect((await db.uploads.find("ahead"))?.updatedMs).toBe(150);
    expect((await db.uploads.find("right"))?.updatedMs).toBe(100);
    const updated = async (id: string) => (await db.jobs.find(id))?.updatedMs;
    expect([await updated("ahead"), await updated("right"), await updated("done ahead")]).toEqual([150, 100, 5000]);
    expect((await db.blobs.markUnreferenced(151, 10)).sort()).toEqual(["ahead", "right"]);
    const notes = await db.notifications.listSince(ada.id, undefined, 10);
    expect(notes.map(({ id, updatedMs, expiresMs }) => [id, updatedMs, expiresMs])).toEqual([
      ["right", 100, 110],
      ["ahead", 5000, 200],
    ]);
  });

  test("settings are JSON", async () => {
    expect(await db.settings.get("k")).toBeUndefined();
    await db.settings.set("k", { a: [1] });
    await db.settings.set("k", { a: [2] });
    expect(await db.settings.get("k")).toEqual({ a: [2] });
    await db.settings.remove("k");
    expect(await db.settings.get("k")).toBeUndefined();
  });
}
