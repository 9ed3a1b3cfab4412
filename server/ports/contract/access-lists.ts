/** Contract of access lists for every database. Part of `database.ts`. */
import { beforeEach, describe, expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { Database } from "../database.ts";
import { folderRecord, itemRecord } from "./example-records.ts";
import type { FolderRecord, UserRecord } from "../records.ts";

/** @param current a database with nothing but the account `ada` */
export function describeAccessLists(current: () => { readonly db: Database; readonly ada: UserRecord }): void {
  describe("access lists", () => {
    let db: Database;
    let ada: UserRecord;
    beforeEach(() => {
      ({ db, ada } = current());
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
      // A removed user who is added again to one folder has access to that folder only.
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
        for (const id of [changed[0], changed.at(-1)])
          expect(await db.access.list("folder", id ?? "")).toEqual(entries);
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
  });
}
