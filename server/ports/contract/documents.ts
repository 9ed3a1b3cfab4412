/** Contract of folders, collections, items, files, uploads and contents for every database. Part of `database.ts`. */
import { beforeEach, describe, expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { Database } from "../database.ts";
import {
  commentRecord,
  fileRecord,
  folderRecord,
  itemRecord,
  taskRecord,
  userRecord,
  webhookRecord,
  deliveryRecord,
} from "./example-records.ts";
import type { CollectionRecord, UploadRecord, UserRecord, Viewer } from "../records.ts";

const everything: Viewer = { userId: null, seesAll: true };
const anonymous: Viewer = { userId: null, seesAll: false };
const all = { limit: 0, offset: 0 };
const byName = { by: "lowerName", descending: false } as const;

/** @param current a database with nothing but the account `ada` */
export function describeDocuments(current: () => { readonly db: Database; readonly ada: UserRecord }): void {
  describe("documents", () => {
    let db: Database;
    let ada: UserRecord;
    beforeEach(() => {
      ({ db, ada } = current());
    });

    test("comments come back oldest first, are changed one by one, and go with their thread or dataset", async () => {
      const [here, there] = [newObjectId(), newObjectId()];
      const thread = commentRecord(here, ada, {
        createdMs: 2,
        anchor: { set: "a", track: 1, frame: 2, x: 0.5, y: -1 },
      });
      const reply = commentRecord(here, ada, { createdMs: 3, threadId: thread.id });
      const early = commentRecord(here, ada, { createdMs: 1 });
      const other = commentRecord(there, ada);
      await db.comments.insertMany([reply, thread, early, other]);
      expect(await db.comments.list(here)).toEqual([early, thread, reply]);
      expect(await db.comments.find(thread.id)).toEqual(thread);
      expect(await db.comments.count(here)).toBe(3);
      await db.comments.update(thread.id, { text: "Größe", editedMs: 5 });
      await db.comments.update(thread.id, { resolvedMs: 7, resolvedBy: "ada" });
      await db.comments.update(thread.id, {});
      const changed = { ...thread, text: "Größe", editedMs: 5, resolvedMs: 7, resolvedBy: "ada" };
      expect(await db.comments.find(thread.id)).toEqual(changed);
      await db.comments.update(thread.id, { resolvedMs: null, resolvedBy: null });
      expect(await db.comments.find(thread.id)).toEqual({ ...changed, resolvedMs: null, resolvedBy: null });
      await db.comments.removeThread(thread.id);
      expect(await db.comments.list(here)).toEqual([early]);
      await db.comments.remove(early.id);
      expect(await db.comments.count(here)).toBe(0);
      await db.comments.removeDatasets([there]);
      expect(await db.comments.find(other.id)).toBeUndefined();
    });

    test("tasks come back as they were, are found by person and dataset, and go with the dataset", async () => {
      const bea = userRecord("bea-tasks");
      const [here, there, thrown] = [
        folderRecord("here", ada),
        folderRecord("there", ada),
        folderRecord("thrown", ada, { trashId: newObjectId() }),
      ];
      await db.folders.insertMany([here, there, thrown]);
      const more = { setName: "ada", reviewerId: bea.id, priority: "high", due: "2026-12-01" } as const;
      const step = { state: "toDo", atMs: 5, byLogin: "ada", revision: null, text: "Größe", isFixed: false } as const;
      const plain = taskRecord(here.id, ada);
      const full = taskRecord(there.id, ada, {
        ...more,
        content: { ...plain.content, ranges: [[0, 9]], history: [step] },
      });
      const other = taskRecord(here.id, bea, { state: "accepted" });
      await db.tasks.insertMany([plain, full, other, taskRecord(thrown.id, ada)]);
      const idsOf = async (query: Parameters<typeof db.tasks.list>[0]) =>
        (await db.tasks.list(query)).map(({ id }) => id).sort();
      expect(await db.tasks.find(full.id)).toEqual(full);
      expect(await idsOf({ ofUser: ada.id, all: false })).toEqual([plain.id, full.id].sort());
      expect(await idsOf({ ofUser: bea.id, all: false })).toEqual([full.id]);
      expect(await idsOf({ ofUser: bea.id, all: true })).toEqual([full.id, other.id].sort());
      expect(await idsOf({ datasetIds: [here.id, thrown.id], all: true })).toEqual([plain.id, other.id].sort());
      const changed = {
        ...full,
        state: "inReview",
        version: 2,
        assigneeId: bea.id,
        reviewerId: null,
        due: null,
      } as const;
      await db.tasks.update(changed);
      expect(await db.tasks.find(full.id)).toEqual(changed);

      const track = { kind: "track", id: 1, label: "cod", begin: 5, end: 14, payload: "{}" } as const;
      await db.annotations.insert({ datasetId: here.id, setName: "" }, 1, [
        track,
        { ...track, id: 2, begin: 0, end: 2 },
        { kind: "track", id: 3, label: undefined, begin: 5, end: 14, payload: "{}" },
        { ...track, id: 4, begin: 100, end: 100 },
      ]);
      expect(
        (
          await db.tasks.spans(plain, [
            [0, 9],
            [13, 20],
          ])
        ).sort((a, b) => a.frames - b.frames),
      ).toEqual([
        { type: null, objects: 1, frames: 7 },
        { type: "cod", objects: 2, frames: 10 },
      ]);
      expect((await db.tasks.spans(plain, [])).find(({ type }) => type === "cod")).toMatchObject({
        objects: 3,
        frames: 14,
      });
      await db.tasks.remove(plain.id);
      await db.tasks.removeDatasets([there.id]);
      expect(await idsOf({ datasetIds: [here.id, there.id], all: true })).toEqual([other.id]);
    });

    test("webhooks and their messages come back as they were, are taken once, and go with the folder", async () => {
      const folder = folderRecord("hooked", ada);
      await db.folders.insertMany([folder]);
      const site = webhookRecord(ada);
      const off = webhookRecord(ada, { folderId: folder.id, active: false, createdMs: 2, description: "Größe" });
      for (const webhook of [site, off]) await db.webhooks.insert(webhook);
      expect(await db.webhooks.find(off.id)).toEqual(off);
      expect((await db.webhooks.listActive()).map(({ id }) => id)).toContain(site.id);
      expect((await db.webhooks.listActive()).map(({ id }) => id)).not.toContain(off.id);
      expect(await db.webhooks.listOf(folder.id)).toEqual([off]);
      const changes = {
        ...({ url: "https://example.org/2", events: ["test"], description: "b", active: true } as const),
        creatorId: newObjectId(),
        creatorLogin: "grace",
      };
      await db.webhooks.update(off.id, changes);
      await db.webhooks.update(off.id, {});
      expect(await db.webhooks.find(off.id)).toEqual({ ...off, ...changes });

      const early = deliveryRecord(off.id, { dueMs: 5 });
      const late = deliveryRecord(off.id, { dueMs: 50, createdMs: 2 });
      await db.webhooks.insertDeliveries([late, early]);
      expect(await db.webhooks.listDeliveries(off.id, 10)).toEqual([late, early]);
      expect(await db.webhooks.listDue(10, 10, [site.id])).toEqual([early]);
      expect(await db.webhooks.listDue(10, 10, [site.id, off.id])).toEqual([]);
      expect(await db.webhooks.claim(early.id, 5, 60)).toBe(true);
      expect(await db.webhooks.claim(early.id, 5, 60)).toBe(false);
      const done = { dueMs: null, tries: 1, answered: 200, failure: null, endedMs: 7 };
      await db.webhooks.updateDelivery(early.id, done);
      expect(await db.webhooks.findDelivery(early.id)).toEqual({ ...early, ...done });
      expect(await db.webhooks.removeEnded(7)).toBe(0);
      expect(await db.webhooks.removeEnded(8)).toBe(1);
      await db.webhooks.removeFolders([folder.id]);
      expect(await db.webhooks.findDelivery(late.id)).toBeUndefined();
      await db.webhooks.remove(site.id);
      expect(await db.webhooks.listOf(null)).toEqual([]);
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
        expect(await seen(anonymous)).toEqual(["b open"]);
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
        const sibling = folderRecord("sibling", ada);
        for (const folder of [top, middle, leaf, sibling]) await db.folders.insert(folder);
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
      expect((await db.collections.list(all, byName, anonymous)).total).toBe(0);
      expect((await db.collections.list({ text: "ree", ...all }, byName, everything)).rows).toEqual([collection]);
      await db.collections.remove(collection.id);
      expect(await db.collections.find(collection.id)).toBeUndefined();
    });

    describe("items and files", () => {
      test("come back as they were, and count", async () => {
        const folder = folderRecord("f", ada);
        const item = itemRecord("a.PNG", folder, { meta: { codec: "h264" }, size: 5 });
        const file = fileRecord("a.PNG", item, { size: 5, content: { kind: "link", url: "https://example.org/a" } });
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
        expect((await db.items.search({ prefix: "a.p", ...all }, byName, anonymous)).total).toBe(0);
        expect((await db.items.search({ prefix: "a.p", ...all }, byName, everything)).total).toBe(1);
        await db.files.removeInItems([item.id]);
        await db.items.removeMany(await db.items.listIdsInFolders([folder.id]));
        expect(await db.items.find(item.id)).toBeUndefined();
      });

      test("long lists of ids are fine", async () => {
        const folder = folderRecord("f", ada);
        await db.folders.insert(folder);
        await db.transaction("site", async (tx) => {
          for (let n = 0; n < 1200; n++) await tx.items.insert(itemRecord(`${n}`, folder));
        });
        const ids = await db.items.listIdsInFolders([folder.id]);
        expect(ids.length).toBe(1200);
        expect((await db.items.findMany(ids)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
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

    test("the sizes of pictures are kept with their content", async () => {
      for (const hash of ["a", "b", "c"]) await db.blobs.claim(hash, 1, 1);
      const facts = { width: 4000, height: 3000, orientation: 6 };
      await db.blobs.setPictureFacts(
        new Map([
          ["a", facts],
          ["b", undefined],
          ["gone", facts],
        ]),
      );
      const known = await db.blobs.pictureFacts(["a", "b", "c", "gone"]);
      expect([...known].toSorted()).toEqual([
        ["a", facts],
        ["b", undefined],
      ]);
    });

    test("the size of a picture in a media source is stored with its file, until its content changes", async () => {
      const folder = folderRecord("f", ada);
      const item = itemRecord("i", folder);
      const source = { id: newObjectId(), name: "Cruise", location: "/media/cruise", createdMs: 7 };
      const content = { kind: "source", source: source.id, key: "1.png", etag: "e1" } as const;
      const [file, other] = [fileRecord("1.png", item, { content }), fileRecord("2.png", item, { content })];
      await db.folders.insert(folder);
      await db.items.insert(item);
      await db.mediaSources.insert(source);
      await db.files.insertMany([file, other]);
      const facts = { width: 4000, height: 3000, orientation: 6 };
      await db.files.setPictureFacts(new Map([[file.id, facts]]));
      expect([...(await db.files.pictureFacts([file.id, other.id]))]).toEqual([[file.id, facts]]);
      expect(await db.files.find(file.id)).toEqual(file);
      await db.files.update(file.id, { name: "3.png" });
      expect((await db.files.pictureFacts([file.id])).size).toBe(1);
      await db.files.update(file.id, { content: { ...content, etag: "e2" } });
      expect((await db.files.pictureFacts([file.id])).size).toBe(0);
    });

    test("a file can be one of a media source, which stays for as long as it has files", async () => {
      const source = { id: newObjectId(), name: "Cruise", location: "/media/cruise", createdMs: 7 };
      const folder = folderRecord("f", ada);
      const item = itemRecord("i", folder);
      const content = { kind: "source", source: source.id, key: "2024/reef.mp4", etag: "e1" } as const;
      const file = fileRecord("reef.mp4", item, { size: 9, content });
      await db.mediaSources.insert(source);
      await db.folders.insert(folder);
      await db.items.insert(item);
      await db.files.insertMany([file, fileRecord("other", item)]);
      expect([await db.mediaSources.find(source.id), await db.mediaSources.list()]).toEqual([source, [source]]);
      const changed = { ...source, name: "renamed", location: "s3://elsewhere" };
      await db.mediaSources.update(source.id, changed);
      expect(await db.mediaSources.find(source.id)).toEqual(changed);
      expect(await db.files.find(file.id)).toEqual(file);
      expect(await db.files.listFromSource(source.id)).toEqual([file]);
      const later = fileRecord("wreck.mp4", item, { size: 9, content: { ...content, key: "2024/wreck.mp4" } });
      await db.files.insertMany([later]);
      expect(await db.files.countFromSource(source.id)).toBe(2);
      expect(await db.files.listFromSource(source.id, { limit: 1, offset: 0, descending: true })).toEqual([later]);
      expect(await db.files.listFromSource(source.id, { limit: 1, offset: 1, descending: true })).toEqual([file]);
      await db.files.removeMany([later.id]);
      expect(await db.files.listStored({ ...all, descending: false })).toEqual({ rows: [file], total: 1 });
      await db.clones.pinFolder("clone", folder.id);
      expect(await db.clones.listPins("clone")).toEqual([{ itemId: item.id, blobHash: "e1" }]);
      await expect(db.mediaSources.remove(source.id)).rejects.toThrow(/foreign key/i);
      await db.files.update(file.id, { content: { ...content, etag: "e2" } });
      expect((await db.files.find(file.id))?.content).toEqual({ ...content, etag: "e2" });
      await db.files.removeMany([file.id]);
      await db.mediaSources.remove(source.id);
      expect(await db.mediaSources.list()).toEqual([]);
    });

    test("a content is swept only when no one claims or references it", async () => {
      const folder = folderRecord("f", ada);
      const item = itemRecord("i", folder);
      await db.folders.insert(folder);
      await db.items.insert(item);
      for (const hash of ["used", "unused", "fresh"])
        expect(await db.blobs.claim(hash, 1, hash === "fresh" ? 100 : 1)).toBe(true);
      await db.files.insert(fileRecord("a", item, { content: { kind: "blob", hash: "used" } }));
      expect(await db.blobs.markUnreferenced(50, 10)).toEqual(["unused"]);
      expect(await db.blobs.claim("unused", 1, 60)).toBe(false);
      expect(await db.transaction("site", (tx) => tx.blobs.isKept("unused"))).toBe(false);
      expect(await db.transaction("site", (tx) => tx.blobs.isKept("fresh"))).toBe(true);
      await db.blobs.remove("unused");
      expect(await db.blobs.isKept("unused")).toBe(false);
      expect(await db.blobs.claim("unused", 1, 60)).toBe(true);
      await db.blobs.remove("used");
      expect(await db.blobs.markUnreferenced(1000, 10)).toEqual(expect.arrayContaining(["unused", "fresh"]));
    });
  });
}
