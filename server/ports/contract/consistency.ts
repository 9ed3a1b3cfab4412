/**
 * Contract of the consistency check for every database: which contradictions it finds, and what the repair does. Part
 * of `database.ts`.
 */
import { describe, expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { Database } from "../database.ts";
import type { FolderRecord, UploadRecord } from "../records.ts";
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

/** @param current an empty database */
export function describeConsistency(current: () => Database): void {
  describe("consistency", () => {
    const admin = userRecord("boss", { admin: true });
    const repaired = async (): Promise<string[]> => {
      const db = current();
      await db.transaction("site", (tx) => tx.consistency.repair());
      return (await db.consistency.find()).map(({ what }) => what);
    };
    const found = async (): Promise<[string, number][]> =>
      (await current().consistency.find()).map(({ what, count }) => [what, count]);

    test("a tree in which all is well is left alone", async () => {
      const db = current();
      await db.users.insert(admin);
      const [outer, size] = [folderRecord("outer", admin, { size: 5 }), 5];
      const item = itemRecord("a", outer, { size });
      await db.folders.insertMany([outer, folderRecord("inner", outer)]);
      await db.items.insert(item);
      await db.blobs.claim("a", size, 1);
      await db.files.insert(fileRecord("a", item, { content: { kind: "blob", hash: "a" }, size }));
      await db.access.replace("folder", outer.id, [{ subjectType: "user", subjectId: admin.id, level: 2 }]);
      expect(await found()).toEqual([]);
      expect(await repaired()).toEqual([]);
      expect(await db.folders.find(outer.id)).toEqual(outer);
    });

    test("sizes are counted again, from the contents up", async () => {
      const db = current();
      await db.users.insert(admin);
      const folder = folderRecord("a", admin, { size: -7 });
      const item = itemRecord("a", folder, { size: 9 });
      await db.folders.insert(folder);
      await db.items.insert(item);
      await db.blobs.claim("a", 5, 1);
      await db.files.insert(fileRecord("a", item, { content: { kind: "blob", hash: "a" }, size: 3 }));
      expect(await found()).toEqual([
        ["files of another size than their content", 1],
        ["items of another size than their files", 1],
        ["folders of another size than their items", 1],
      ]);
      expect(await repaired()).toEqual([]);
      expect([(await db.items.find(item.id))?.size, (await db.folders.find(folder.id))?.size]).toEqual([5, 5]);
    });

    test("folders that hang on nothing come back at the top, with all that is in them", async () => {
      const db = current();
      await db.users.insert(admin);
      const gone = folderRecord("gone", admin);
      const orphan = folderRecord("orphan", gone);
      const inside = folderRecord("inside", orphan);
      const homeless = folderRecord("homeless", userRecord("gone"));
      const below = folderRecord("below", homeless);
      await db.folders.insertMany([orphan, inside, homeless, below]);
      expect(await found()).toEqual([["folders whose parent is gone", 2]]);
      expect(await repaired()).toEqual([]);
      const place = { parentType: "user", parentId: admin.id, baseParentType: "user", baseParentId: admin.id };
      expect(await db.folders.find(orphan.id)).toMatchObject({ ...place, name: `orphan (${orphan.id})` });
      expect(await db.folders.find(homeless.id)).toMatchObject({ ...place, name: `homeless (${homeless.id})` });
      expect(await db.folders.find(inside.id)).toEqual(inside);
      expect((await db.folders.find(below.id))?.baseParentId).toBe(admin.id);
    });

    test("folders that lie in each other come apart at one place", async () => {
      const db = current();
      await db.users.insert(admin);
      const ids = [newObjectId(), newObjectId(), newObjectId()].toSorted();
      const ring: FolderRecord[] = ids.map((id, n) =>
        folderRecord(`ring${n}`, admin, { id, parentType: "folder", parentId: ids[(n + 1) % 3] ?? "" }),
      );
      const hanging = folderRecord("hanging", ring[1] as FolderRecord);
      await db.folders.insertMany([...ring, hanging]);
      expect(await found()).toEqual([["folders that lie in themselves", 3]]);
      expect(await repaired()).toEqual([]);
      expect(await db.folders.find(ids[0] ?? "")).toMatchObject({ parentType: "user", parentId: admin.id });
      for (const folder of [...ring.slice(1), hanging]) expect(await db.folders.find(folder.id)).toEqual(folder);
    });

    test("what refers to nothing goes; what only a backup brings back is reported", async () => {
      const db = current();
      await db.users.insert(admin);
      const scope = { datasetId: newObjectId(), setName: "" };
      const folder = folderRecord("a", admin);
      await db.folders.insert(folder);
      const revision = { authorId: admin.id, authorName: "boss", description: "", additions: 0, deletions: 0 };
      const second = { ...revision, revision: 2, createdMs: 1, saveId: null, setName: "" };
      await db.annotations.insertRevision({ ...second, revision: 1, datasetId: scope.datasetId });
      await db.annotations.insertRevision({ ...second, datasetId: folder.id });
      await db.access.replace("folder", folder.id, [{ subjectType: "group", subjectId: newObjectId(), level: 1 }]);
      await db.access.replace("collection", newObjectId(), [{ subjectType: "user", subjectId: admin.id, level: 1 }]);
      const upload: UploadRecord = {
        id: newObjectId(),
        userId: admin.id,
        parentType: "folder",
        parentId: folder.id,
        name: "a",
        mimeType: "text/plain",
        size: 1,
        received: 2,
        createdMs: 1,
        updatedMs: 1,
        fileId: null,
      };
      await db.uploads.insert(upload);
      expect(await found()).toEqual([
        ["revisions of a dataset that is gone", 1],
        ["access lists of something that is gone", 1],
        ["rights of users and groups that are gone", 1],
        ["uploads that have more than their size", 1],
        ["datasets whose revisions have gaps", 1],
      ]);
      expect(await repaired()).toEqual(["datasets whose revisions have gaps"]);
      const [gaps] = await db.consistency.find();
      expect(gaps).toMatchObject({ repairable: false, examples: [JSON.stringify({ dataset_id: folder.id })] });
    });

    test("each kind is found among all the others, and goes where it can be repaired", async () => {
      const db = current();
      await db.users.insert(admin);
      const well = folderRecord("well", admin);
      const item = itemRecord("a", well, { size: 1 });
      const [left, right] = [newObjectId(), newObjectId()];
      await db.folders.insertMany([
        well,
        folderRecord("elsewhere", well, { baseParentId: newObjectId() }),
        folderRecord("orphan", folderRecord("gone", admin)),
        folderRecord("left", admin, { id: left, parentType: "folder", parentId: right }),
        folderRecord("right", admin, { id: right, parentType: "folder", parentId: left }),
        folderRecord("thrown away", admin, { trashId: newObjectId() }),
      ]);
      const thrown = { folderId: newObjectId(), parentType: "user", parentId: admin.id, deletedBy: admin.id } as const;
      await db.trash.insert({ id: newObjectId(), ...thrown, deletedMs: 1, files: 0 });
      await db.items.insert(item);
      await db.blobs.claim("a", 5, 1);
      await db.files.insert(fileRecord("a", item, { content: { kind: "blob", hash: "a" }, size: 3 }));
      await db.files.insert(fileRecord("empty", item));
      await db.access.replace("collection", newObjectId(), [
        { subjectType: "user", subjectId: newObjectId(), level: 1 },
      ]);
      await db.uploads.insert({
        id: newObjectId(),
        userId: admin.id,
        parentType: "folder",
        parentId: well.id,
        name: "a",
        mimeType: "text/plain",
        size: 1,
        received: 2,
        createdMs: 1,
        updatedMs: 1,
        fileId: null,
      });
      const [dataset, gone] = [well.id, newObjectId()].map((datasetId) => ({ datasetId, setName: "" }));
      if (dataset === undefined || gone === undefined) throw new Error("there are two");
      const track = { kind: "track", id: 7, label: "fish", begin: 0, end: 0, payload: "{}" } as const;
      const feature = '{"frame":1,"bounds":[1,2,3,4],"attributes":{"note":"' + "x".repeat(2 ** 16) + '"}}';
      const long = { ...track, id: 9, payload: `{"features":[{"frame":0,"bounds":[0,0,1,1]},${feature}]}` };
      await db.annotations.insert(gone, 1, [track, long]);
      const log = { ...dataset, authorId: admin.id, authorName: "boss", description: "", createdMs: 1, saveId: null };
      for (const revision of [1, 3]) {
        await db.annotations.insertRevision({ ...log, revision, additions: 1, deletions: 0 });
        // Two current versions: nothing has ended the first one.
        await db.annotations.insert(dataset, revision, [track]);
      }
      await db.annotations.insert(dataset, 4, [{ ...track, id: 8 }]);
      await db.annotations.tombstone(dataset, 5, { kind: "track", ids: [8] });
      await db.annotations.insertRevision({ ...log, ...gone, revision: 1, additions: 1, deletions: 0 });
      await db.clones.insert({ datasetId: gone.datasetId, sourceId: well.id, cutMs: null });
      await db.clones.insertPins(gone.datasetId, [{ itemId: item.id, blobHash: null }]);
      await db.identities.insert({ issuer: "https://a", subject: "1", userId: newObjectId(), createdMs: 1 });
      const lost = commentRecord(gone.datasetId, admin);
      await db.comments.insertMany([lost, { ...commentRecord(well.id, admin), threadId: newObjectId() }]);
      await db.tasks.insertMany([taskRecord(gone.datasetId, admin)]);
      await db.webhooks.insert(webhookRecord(admin, { folderId: gone.datasetId }));
      await db.webhooks.insertDeliveries([deliveryRecord(newObjectId())]);

      const all = await db.consistency.find();
      expect(all.map(({ what }) => what)).toEqual(db.consistency.kinds);
      const incurable = all.filter(({ repairable }) => !repairable).map(({ what }) => what);
      expect(incurable).toHaveLength(5);
      expect(await repaired()).toEqual(incurable);
    });
  });
}
