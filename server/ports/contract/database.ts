/** What every `Database` does. An adapter's test calls this with a way to open a fresh one. */
import { beforeEach, describe, expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { Database } from "../database.ts";
import { describeConsistency } from "./consistency.ts";
import { fileRecord, folderRecord, itemRecord, jobRecord, userRecord } from "./example-records.ts";
import type { AuditRecord, CollectionRecord, FolderRecord, UploadRecord, UserRecord, Viewer } from "../records.ts";

const everything: Viewer = { userId: null, seesAll: true };
const nobody: Viewer = { userId: null, seesAll: false };
const all = { limit: 0, offset: 0 };
const byName = { by: "lowerName", descending: false } as const;

/** @param open gives an empty database; the suite's caller closes it */
export function describeDatabase(open: () => Promise<Database>): void {
  let db: Database;
  let ada: UserRecord;
  beforeEach(async () => {
    db = await open();
    ada = userRecord("ada1");
    await db.users.insert(ada);
  });

  describeConsistency(() => db);

  describe("transactions", () => {
    test("all or nothing", async () => {
      const folder = folderRecord("a", ada);
      const failing = db.transaction(async (tx) => {
        await tx.folders.insert(folder);
        expect(await tx.folders.find(folder.id)).toEqual(folder);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await db.folders.find(folder.id)).toBeUndefined();
    });

    test("run one after the other, and readers see only what is committed", async () => {
      const folder = folderRecord("a", ada);
      await db.folders.insert(folder);
      const grow = () =>
        db.transaction(async (tx) => {
          const before = await tx.folders.find(folder.id);
          await new Promise((resolve) => setTimeout(resolve, 1));
          expect((await db.folders.find(folder.id))?.size).toBe(before?.size);
          await tx.folders.update(folder.id, { size: (before?.size ?? 0) + 1 });
        });
      await Promise.all(Array.from({ length: 10 }, grow));
      expect((await db.folders.find(folder.id))?.size).toBe(10);
    });

    test("writes outside wait for a transaction and come after it", async () => {
      const folder = folderRecord("a", ada);
      const inside = db.transaction(async (tx) => {
        await tx.folders.insert(folder);
        await new Promise((resolve) => setTimeout(resolve, 5));
      });
      await Promise.all([inside, db.settings.set("key", 1)]);
      await db.folders.update(folder.id, { name: "b" });
      expect((await db.folders.find(folder.id))?.name).toBe("b");
      expect(await db.settings.get("key")).toBe(1);
    });
  });

  describe("users", () => {
    test("come back as they were", async () => {
      const user = userRecord("bob1", {
        admin: true,
        status: "pending",
        passwordHash: "x",
        emailVerified: true,
        privateQueueEnabled: true,
      });
      await db.users.insert(user);
      expect(await db.users.find(user.id)).toEqual(user);
      expect(await db.users.findByLogin("bob1")).toEqual(user);
      expect(await db.users.findByEmail("bob1@example.org")).toEqual(user);
      expect(await db.users.count()).toBe(2);
      expect(await db.users.countAdministrators()).toBe(0);
      await db.users.update(user.id, { status: "enabled" });
      expect(await db.users.countAdministrators()).toBe(1);
      await db.users.update(user.id, { status: "pending" });
      await db.users.update(user.id, { lastName: "New", admin: false });
      expect(await db.users.find(user.id)).toEqual({ ...user, lastName: "New", admin: false });
    });

    test("a login is taken once", async () => {
      await expect(db.users.insert(userRecord("ada1", { email: "other@example.org" }))).rejects.toThrow(/unique/i);
    });

    test("lists search, sort and page", async () => {
      await db.users.insert(userRecord("bob1", { lastName: "Zz" }));
      await db.users.insert(userRecord("cyd1", { firstName: "100%_sure", lastName: "Aa" }));
      const logins = async (query: { text?: string }, page = all) =>
        (await db.users.list({ ...query, ...page }, { by: "lastName", descending: false })).map((user) => user.login);
      expect(await logins({})).toEqual(["cyd1", "ada1", "bob1"]);
      expect(await logins({}, { limit: 1, offset: 1 })).toEqual(["ada1"]);
      expect(await logins({}, { limit: 0, offset: 2 })).toEqual(["bob1"]);
      expect(await logins({ text: "BO" })).toEqual(["bob1"]);
      expect(await logins({ text: "100%" })).toEqual(["cyd1"]);
      expect(await logins({ text: "%" })).toEqual([]);
    });
  });

  test("tokens are found by hash, and end with their user or their time", async () => {
    const token = {
      id: newObjectId(),
      hash: "h1",
      userId: ada.id,
      scopes: ["a", "b"],
      createdMs: 1,
      expiresMs: 100,
      apiKeyId: null,
      address: "127.0.0.1",
      agent: "a browser",
      lastUseMs: null,
    };
    const session = { ...token, id: newObjectId(), hash: "h2", userId: null };
    await db.tokens.insert(token);
    await db.tokens.insert(session);
    expect(await db.tokens.findByHash("h1")).toEqual(token);
    await db.tokens.setScopes(token.id, ["b"]);
    expect(await db.tokens.findByHash("h1")).toEqual({ ...token, scopes: ["b"] });
    expect(await db.tokens.findByHash("h2")).toEqual(session);
    const later = { ...token, id: newObjectId(), hash: "h3", createdMs: 2, address: null, agent: null };
    await db.tokens.insert(later);
    await db.tokens.touch(token.id, 50);
    expect(await db.tokens.listOfUser(ada.id)).toEqual([later, { ...token, scopes: ["b"], lastUseMs: 50 }]);
    expect(await db.tokens.removeExpired(99)).toBe(0);
    await db.users.remove(ada.id);
    expect(await db.tokens.findByHash("h1")).toBeUndefined();
    expect(await db.tokens.removeExpired(100)).toBe(1);
  });

  test("the audit list: newest first, by area and text, a page at a time", async () => {
    const entry = (createdMs: number, changes: Partial<AuditRecord> = {}): AuditRecord => ({
      ...{ id: newObjectId(), createdMs, actorId: ada.id, actorLogin: "ada1", area: "user", action: "user.changed" },
      ...{
        targetType: "user",
        targetId: ada.id,
        targetName: "bob1",
        changes: [{ name: "admin", from: "no", to: "yes" }],
      },
      ...changes,
    });
    const entries = [
      entry(1),
      entry(2, { area: "access", action: "access.changed", targetName: "Harbour 100%", changes: [] }),
      entry(3, { actorId: null, actorLogin: "" }),
    ];
    for (const each of entries) await db.audit.append(each);
    const [first, second, third] = entries;
    expect(await db.audit.list(all)).toEqual({ total: 3, rows: [third, second, first] });
    expect(await db.audit.list({ limit: 1, offset: 1 })).toEqual({ total: 3, rows: [second] });
    expect(await db.audit.list({ ...all, area: "access" })).toEqual({ total: 1, rows: [second] });
    expect((await db.audit.list({ ...all, text: "BOB" })).rows).toEqual([third, first]);
    expect((await db.audit.list({ ...all, text: "100%" })).rows).toEqual([second]);
    // Who did it is still told when the account is gone.
    await db.users.remove(ada.id);
    expect((await db.audit.list({ ...all, text: "ada1" })).total).toBe(2);
  });

  test("keys of a user go together, those of others stay", async () => {
    const bob = { ...ada, id: newObjectId(), login: "bob1", email: "bob1@example.org" };
    await db.users.insert(bob);
    const key = { hint: "abcd", name: "", scopes: null, tokenDays: null, active: true, createdMs: 1, lastUseMs: null };
    for (const [hash, userId] of [
      ["k1", ada.id],
      ["k2", ada.id],
      ["k3", bob.id],
    ] as const) {
      await db.apiKeys.insert({ ...key, id: newObjectId(), hash, userId });
    }
    await db.apiKeys.removeOfUser(ada.id);
    const left = await Promise.all(["k1", "k2", "k3"].map((hash) => db.apiKeys.findByHash(hash)));
    expect(left.map((found) => found?.userId)).toEqual([undefined, undefined, bob.id]);
  });

  describe("folders", () => {
    test("come back as they were", async () => {
      const folder = folderRecord("Größe", ada, {
        meta: { fps: 5, nested: { a: [1, null] } },
        foreignMediaId: newObjectId(),
        public: true,
      });
      await db.folders.insert(folder);
      expect(await db.folders.find(folder.id)).toEqual(folder);
      expect(await db.folders.findByName({ type: "user", id: ada.id }, "Größe")).toEqual(folder);
      expect(await db.folders.findByName({ type: "folder", id: ada.id }, "Größe")).toBeUndefined();
      await db.folders.update(folder.id, { meta: { annotate: true }, name: "x" });
      expect(await db.folders.find(folder.id)).toEqual({ ...folder, meta: { annotate: true }, name: "x" });
      await expect(db.folders.insert(folderRecord("x", ada))).rejects.toThrow(/unique/i);
    });

    test("a list holds what the viewer may read, and counts before paging", async () => {
      const bob = userRecord("bob1");
      await db.users.insert(bob);
      const open = folderRecord("b open", ada, { public: true });
      const shared = folderRecord("A shared", ada);
      const hidden = folderRecord("c hidden", ada);
      for (const folder of [open, shared, hidden]) await db.folders.insert(folder);
      await db.access.replace("folder", shared.id, [{ subjectType: "user", subjectId: bob.id, level: 0 }]);
      const parent = { type: "user", id: ada.id } as const;
      const seen = async (viewer: Viewer) =>
        (await db.folders.list({ parent, ...all }, byName, viewer)).rows.map((one) => one.name);
      expect(await seen(everything)).toEqual(["A shared", "b open", "c hidden"]);
      expect(await seen(nobody)).toEqual(["b open"]);
      expect(await seen({ userId: bob.id, seesAll: false })).toEqual(["A shared", "b open"]);
      expect(await db.folders.count(parent, { userId: bob.id, seesAll: false })).toBe(2);
      const page = await db.folders.list({ parent, limit: 1, offset: 2 }, byName, everything);
      expect([page.total, page.rows.map((one) => one.name)]).toEqual([3, ["c hidden"]]);
      const found = await db.folders.list({ text: "OPEN nothing", ...all }, byName, everything);
      expect(found.rows.map((one) => one.name)).toEqual(["b open"]);
      const prefixed = await db.folders.list({ prefix: "a s", ...all }, byName, everything);
      expect(prefixed.rows.map((one) => one.name)).toEqual(["A shared"]);
    });

    test("datasets, published ones and shared ones", async () => {
      const bob = userRecord("bob1");
      await db.users.insert(bob);
      const viewer = { userId: bob.id, seesAll: false };
      const plain = folderRecord("plain", ada, { public: true });
      const dataset = folderRecord("dataset", ada, { public: true, meta: { annotate: "true" } });
      const published = folderRecord("published", ada, { public: true, meta: { annotate: true, published: 1 } });
      const shared = folderRecord("shared", ada, { meta: { annotate: true } });
      const inside = folderRecord("inside", shared, { meta: { annotate: true } });
      for (const folder of [plain, dataset, published, shared, inside]) await db.folders.insert(folder);
      for (const folder of [shared, inside]) {
        await db.access.replace("folder", folder.id, [{ subjectType: "user", subjectId: bob.id, level: 1 }]);
      }
      const names = async (query: object) =>
        (await db.folders.list({ ...query, ...all }, byName, viewer)).rows.map((one) => one.name);
      expect(await names({ datasetsOnly: true })).toEqual(["dataset", "inside", "published", "shared"]);
      expect(await names({ datasetsOnly: true, published: true })).toEqual(["published"]);
      expect(await names({ datasetsOnly: true, sharedWith: bob.id })).toEqual(["inside", "shared"]);
      expect(await names({ datasetsOnly: true, published: true, sharedWith: bob.id })).toEqual([
        "inside",
        "published",
        "shared",
      ]);
      expect(await names({ privateOnly: true, sharedWith: bob.id, topmostSharedOnly: true })).toEqual(["shared"]);
    });

    test("trees go down and up", async () => {
      const top = folderRecord("top", ada);
      const middle = folderRecord("middle", top);
      const leaf = folderRecord("leaf", middle);
      const beside = folderRecord("beside", ada);
      for (const folder of [top, middle, leaf, beside]) await db.folders.insert(folder);
      expect(await db.folders.listSubtreeIds(top.id)).toEqual([top.id, middle.id, leaf.id]);
      expect((await db.folders.listAncestors(leaf.id)).map((one) => one.name)).toEqual(["middle", "top"]);
      expect(await db.folders.listAncestors(top.id)).toEqual([]);
    });
  });

  test("collections come back as they were, to those who may see them", async () => {
    const collection: CollectionRecord = {
      id: newObjectId(),
      name: "Reef",
      description: "d",
      public: false,
      meta: { a: 1 },
      createdMs: 1,
      updatedMs: 2,
    };
    await db.collections.insert(collection);
    expect(await db.collections.find(collection.id)).toEqual(collection);
    expect(await db.collections.findByName("Reef")).toEqual(collection);
    expect((await db.collections.list(all, byName, nobody)).total).toBe(0);
    expect((await db.collections.list({ text: "ree", ...all }, byName, everything)).rows).toEqual([collection]);
    await db.collections.remove(collection.id);
    expect(await db.collections.find(collection.id)).toBeUndefined();
  });

  describe("items and files", () => {
    test("come back as they were, and count", async () => {
      const folder = folderRecord("f", ada);
      const item = itemRecord("a.PNG", folder, { meta: { codec: "h264" }, size: 5 });
      const file = fileRecord("a.PNG", item, { size: 5, linkUrl: "https://example.org/a" });
      await db.folders.insert(folder);
      await db.items.insert(item);
      await db.files.insert(file);
      expect(await db.items.find(item.id)).toEqual(item);
      expect(await db.items.findByName(folder.id, "a.PNG")).toEqual(item);
      expect(await db.items.count(folder.id)).toBe(1);
      expect(await db.items.listInFolder(folder.id, { text: "png", ...all }, byName)).toEqual({
        rows: [item],
        total: 1,
      });
      expect(await db.files.find(file.id)).toEqual(file);
      expect(await db.files.listInItem(item.id, all)).toEqual({ rows: [file], total: 1 });
      await db.items.addSize(item.id, -2);
      await db.folders.addSize(folder.id, 7);
      expect((await db.items.find(item.id))?.size).toBe(3);
      expect((await db.folders.find(folder.id))?.size).toBe(7);
      expect((await db.items.search({ prefix: "a.p", ...all }, byName, nobody)).total).toBe(0);
      expect((await db.items.search({ prefix: "a.p", ...all }, byName, everything)).total).toBe(1);
      await db.files.removeInItems([item.id]);
      await db.items.removeMany(await db.items.listIdsInFolders([folder.id]));
      expect(await db.items.find(item.id)).toBeUndefined();
    });

    test("long lists of ids are fine", async () => {
      const folder = folderRecord("f", ada);
      await db.folders.insert(folder);
      await db.transaction(async (tx) => {
        for (let n = 0; n < 1200; n++) await tx.items.insert(itemRecord(`${n}`, folder));
      });
      const ids = await db.items.listIdsInFolders([folder.id]);
      expect(ids.length).toBe(1200);
      await db.items.removeMany(ids);
      expect(await db.items.count(folder.id)).toBe(0);
    });
  });

  test("an upload moves forward once", async () => {
    const upload: UploadRecord = {
      id: newObjectId(),
      userId: ada.id,
      parentType: "folder",
      parentId: newObjectId(),
      name: "a",
      mimeType: "text/plain",
      size: 10,
      received: 0,
      createdMs: 1,
      updatedMs: 1,
      fileId: null,
    };
    await db.uploads.insert(upload);
    expect(await db.uploads.advance(upload.id, 0, 5, 50)).toBe(true);
    expect(await db.uploads.advance(upload.id, 0, 5, 60)).toBe(false);
    expect(await db.uploads.find(upload.id)).toEqual({ ...upload, received: 5, updatedMs: 50 });
    expect(await db.uploads.listStale(50)).toEqual([]);
    expect(await db.uploads.listStale(51)).toHaveLength(1);
    expect(await db.uploads.list()).toHaveLength(1);
    const fileId = newObjectId();
    expect(await db.uploads.finish(upload.id, fileId, 60)).toBe(true);
    expect(await db.uploads.finish(upload.id, newObjectId(), 70)).toBe(false);
    expect(await db.uploads.find(upload.id)).toEqual({ ...upload, received: 10, updatedMs: 60, fileId });
    expect(await db.uploads.list()).toEqual([]);
    await db.uploads.remove(upload.id);
    expect(await db.uploads.find(upload.id)).toBeUndefined();
  });

  test("a content is swept only when nobody claims or references it", async () => {
    const folder = folderRecord("f", ada);
    const item = itemRecord("i", folder);
    await db.folders.insert(folder);
    await db.items.insert(item);
    for (const hash of ["used", "unused", "fresh"])
      expect(await db.blobs.claim(hash, 1, hash === "fresh" ? 100 : 1)).toBe(true);
    await db.files.insert(fileRecord("a", item, { blobHash: "used" }));
    expect(await db.blobs.markUnreferenced(50, 10)).toEqual(["unused"]);
    expect(await db.blobs.claim("unused", 1, 60)).toBe(false);
    expect(await db.transaction((tx) => tx.blobs.isKept("unused"))).toBe(false);
    expect(await db.transaction((tx) => tx.blobs.isKept("fresh"))).toBe(true);
    await db.blobs.remove("unused");
    expect(await db.blobs.isKept("unused")).toBe(false);
    expect(await db.blobs.claim("unused", 1, 60)).toBe(true);
    await db.blobs.remove("used");
    expect(await db.blobs.markUnreferenced(1000, 10)).toEqual(expect.arrayContaining(["unused", "fresh"]));
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
    expect(await db.dates.bringBack(200, 150)).toBe(5);
    expect(await db.dates.bringBack(200, 150)).toBe(0);
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

  test("an access list is replaced whole, and forgets a subject everywhere", async () => {
    const folder = folderRecord("shared", ada);
    await db.folders.insert(folder);
    const documents = { folder: folder.id, collection: newObjectId() } as const;
    const entry = { subjectType: "user", subjectId: "a", level: 1 } as const;
    const other = { subjectType: "user", subjectId: "b", level: 2 } as const;
    for (const model of ["folder", "collection"] as const) {
      const document = documents[model];
      await db.access.replace(model, document, [other, { ...entry, level: 0 }]);
      await db.access.replace(model, document, [entry]);
      expect(await db.access.list(model, document)).toEqual([entry]);
      expect(await db.access.levelsOfUser(model, [document, newObjectId()], "a")).toEqual(new Map([[document, 1]]));
    }
    expect(await db.access.list("collection", folder.id)).toEqual([]);
    await db.access.removeSubject("user", "a");
    for (const model of ["folder", "collection"] as const) {
      expect(await db.access.list(model, documents[model])).toEqual([]);
    }
  });

  test("a list that folders share stays until the last of them has another, and changes for none but the given", async () => {
    const folders = ["one", "two", "three"].map((name) => folderRecord(name, ada));
    await db.folders.insertMany(folders);
    const [one = "", two = "", three = ""] = folders.map(({ id }) => id);
    const entries = [
      { subjectType: "group", subjectId: "a", level: 0 },
      { subjectType: "user", subjectId: "b", level: 2 },
    ] as const;
    await db.access.replaceMany("folder", [one, two], entries);
    await db.access.replace("folder", three, entries.toReversed());
    await db.access.replace("folder", one, []);
    await db.access.removeDocuments("folder", [two]);
    const lists = () => Promise.all([one, two, three].map((id) => db.access.list("folder", id)));
    expect(await lists()).toEqual([[], [], entries]);
    // Whoever is removed and named again is so in this folder alone.
    await db.access.removeSubject("user", "b");
    expect(await lists()).toEqual([[], [], [entries[0]]]);
    await db.access.replace("folder", one, entries);
    expect(await lists()).toEqual([entries, [], [entries[0]]]);
    await db.access.replaceMany("folder", [one, three], [{ ...entries[1], level: 0 }]);
    expect((await db.consistency.find()).map(({ what }) => what)).not.toContain(
      "access lists of something that is gone",
    );
  });

  test("one list for many documents, and one change for many folders, leave others as they are", async () => {
    const folders = Array.from({ length: 601 }, (_, n) => folderRecord(`folder ${n}`, ada));
    await db.folders.insertMany(folders);
    await db.folders.insertMany([]);
    expect(await db.folders.find(folders[600]?.id ?? "")).toEqual(folders[600]);
    const [other, ...changed] = folders.map(({ id }) => id);
    const entry = { subjectType: "user", subjectId: "b", level: 2 } as const;
    await db.access.replace("folder", other ?? "", [entry]);
    for (const entries of [[entry, { subjectType: "group", subjectId: "c", level: 0 } as const], [], [entry]]) {
      await db.access.replaceMany("folder", changed, entries);
      for (const id of [changed[0], changed.at(-1)]) expect(await db.access.list("folder", id ?? "")).toEqual(entries);
    }
    expect(await db.access.list("folder", other ?? "")).toEqual([entry]);
    const [first, last] = [folders[0], folders[600]].map((folder) => folder ?? folderRecord("", ada));
    const items = [
      ["b", first],
      ["a", first],
      ["c", last],
    ].map(([name, folder]) => itemRecord(name as string, folder as FolderRecord));
    await db.items.insertMany(items);
    const names = (await db.items.listInFolders(folders.map(({ id }) => id))).map(({ name }) => name);
    expect(names).toEqual(["a", "b", "c"]);
    await db.folders.updateMany(changed, { public: true });
    const found = await db.folders.findMany(folders.map(({ id }) => id));
    expect(found.filter((folder) => !folder.public).map(({ id }) => id)).toEqual([other]);
    expect(found).toHaveLength(folders.length);
  });
}
