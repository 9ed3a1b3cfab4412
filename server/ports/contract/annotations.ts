/**
 * Contract of every `AnnotationRepository`. An adapter's test calls this with a function that opens an empty database.
 */
import { beforeEach, describe, expect, test } from "vitest";

import type { AnnotationKind, AnnotationRecord } from "../../domain/annotation-save.ts";
import { release } from "../../base/pooled-bytes.ts";
import { newObjectId } from "../../base/object-id.ts";
import { type AnnotationQuery, type RevisionRecord, stageNumber } from "../annotation.repository.ts";
import type { Database } from "../database.ts";

const byId = { by: "id", descending: false, limit: 0, offset: 0 } as const;

function record(id: number, label = "fish", kind: AnnotationKind = "track"): AnnotationRecord {
  return { kind, id, begin: id, end: id + 5, label, payload: `{"id":${id},"label":"${label}"}` };
}

export function describeAnnotations(open: () => Promise<Database>): void {
  describe("annotations", () => {
    let db: Database;
    let datasetId: string;
    beforeEach(async () => {
      db = await open();
      datasetId = newObjectId();
    });

    const revisionOf = (revision: number, setName = "", changes: Partial<RevisionRecord> = {}): RevisionRecord => ({
      datasetId,
      setName,
      revision,
      authorId: newObjectId(),
      authorName: "ada1",
      description: "save",
      additions: 1,
      deletions: 0,
      createdMs: 1_700_000_000_123,
      saveId: null,
      ...changes,
    });
    /** Tombstones and writes records as one revision, as the service does. */
    const write = async (revision: number, records: readonly AnnotationRecord[], setName = ""): Promise<number> => {
      const scope = { datasetId, setName };
      const ids = records.map(({ id }) => id);
      const ended = await db.annotations.tombstone(scope, revision, { kind: "track", ids });
      await db.annotations.insert(scope, revision, records);
      await db.annotations.insertRevision(revisionOf(revision, setName));
      return ended;
    };
    const read = async (revision: number, more: Partial<AnnotationQuery> = {}): Promise<string[]> => {
      const query = { datasetId, setName: "", kind: "track", revision, ...more } as const;
      const found: string[] = [];
      for await (const { id, label } of entriesOf(db.annotations.stream(query, byId))) found.push(`${id} ${label}`);
      expect(await db.annotations.count(query)).toBe(found.length);
      return found;
    };

    test("a revision is read as it was, whatever came later", async () => {
      expect(await write(1, [record(1), record(2)])).toBe(0);
      expect(await write(2, [record(2, "seal")])).toBe(1);
      await db.annotations.tombstone({ datasetId, setName: "" }, 3, { kind: "track", ids: [1] });
      expect(await read(0)).toEqual([]);
      expect(await read(1)).toEqual(["1 fish", "2 fish"]);
      expect(await read(2)).toEqual(["1 fish", "2 seal"]);
      expect(await read(3)).toEqual(["2 seal"]);
    });

    test("versions of one record, newest first, up to a revision; and the revisions that wrote them", async () => {
      await write(1, [record(1), record(2)]);
      await write(2, [record(1, "seal")]);
      await write(3, [record(2, "crab")]);
      await write(4, [record(1, "whale")], "model");
      await write(5, [record(1, "whale")]);
      const scope = { datasetId, setName: "", kind: "track", id: 1 } as const;
      const revisions = async (revision: number, limit: number) =>
        (await db.annotations.versions({ ...scope, revision }, limit)).map((version) => version.revision);
      expect(await revisions(5, 10)).toEqual([5, 2, 1]);
      expect(await revisions(5, 2)).toEqual([5, 2]);
      expect(await revisions(4, 10)).toEqual([2, 1]);
      expect(await revisions(0, 10)).toEqual([]);
      const [newest] = await db.annotations.versions({ ...scope, revision: 5 }, 1);
      expect(JSON.parse(newest?.payload ?? "")).toMatchObject({ id: 1 });
      const found = await db.annotations.findRevisions(datasetId, [5, 2, 77]);
      expect(found.map(({ revision }) => revision).toSorted()).toEqual([2, 5]);
      expect(await db.annotations.findRevisions(newObjectId(), [2])).toEqual([]);
    });

    test("sets and kinds do not touch each other, not even with the same id in the same revision", async () => {
      await write(1, [record(1)]);
      await write(2, [record(1, "seal")], "model");
      await db.annotations.insert({ datasetId, setName: "model" }, 2, [record(1, "school", "group")]);
      await write(3, [record(1, "boat")]);
      expect(await read(3)).toEqual(["1 boat"]);
      expect(await read(3, { setName: "model" })).toEqual(["1 seal"]);
      expect(await read(3, { setName: "model", kind: "group" })).toEqual(["1 school"]);
      expect(await db.annotations.tombstone({ datasetId, setName: "model" }, 4)).toBe(2);
      expect(await read(4)).toEqual(["1 boat"]);
    });

    test("the name of a set may hold whatever a text holds", async () => {
      const names = [`o'brien"`, "back\\slash'; --", "$1 $2", "é\n\t😀"];
      for (const [n, name] of names.entries()) await write(n + 1, [record(n)], name);
      for (const [n, name] of names.entries()) {
        expect(await read(names.length, { setName: name })).toEqual([`${n} fish`]);
      }
    });

    test("heads: of one set, of all, and none", async () => {
      expect(await db.annotations.head(datasetId)).toBe(0);
      await write(1, [record(1)]);
      await write(2, [record(1)], "model");
      expect(await db.annotations.head(datasetId)).toBe(2);
      expect(await db.annotations.head(datasetId, "")).toBe(1);
      expect(await db.annotations.head(datasetId, "model")).toBe(2);
      expect(await db.annotations.listSets(datasetId)).toEqual(["", "model"]);
      const others = Array.from({ length: 600 }, () => newObjectId());
      expect(await db.annotations.heads([...others, datasetId])).toEqual(new Map([[datasetId, 2]]));
      expect(await db.annotations.heads([datasetId], "job:1:")).toEqual(new Map([[datasetId, 2]]));
    });

    test("heads without the saves of a job", async () => {
      const saved = { datasetId, setName: "", authorId: "a", authorName: "ada", description: "import" };
      const counts = { additions: 1, deletions: 0, createdMs: 0 };
      const heads = (prefix?: string) => db.annotations.heads([datasetId], prefix);
      await db.annotations.insertRevision({ ...saved, ...counts, revision: 1, saveId: "job:1:a.json" });
      expect(await heads()).toEqual(new Map([[datasetId, 1]]));
      expect(await heads("job:1:")).toEqual(new Map());
      expect(await heads("job:2:")).toEqual(new Map([[datasetId, 1]]));
      await db.annotations.insertRevision({ ...saved, ...counts, revision: 2, saveId: null });
      expect(await heads("job:1:")).toEqual(new Map([[datasetId, 2]]));
    });

    test("writers are people, pipelines and imports, a hundred of each; a pipeline means all of its runs", async () => {
      const byJob = (revision: number, description: string): RevisionRecord =>
        revisionOf(revision, "", { authorId: "a", description, saveId: `job:${revision}`, createdMs: revision });
      const people = [1, 2].map((revision) =>
        revisionOf(revision, "", { authorId: `p${revision}`, createdMs: revision }),
      );
      const runs = Array.from({ length: 101 }, (_, n) => `Run motion: ${n + 1} tracks in place of ${n}`);
      const rest = [
        "Run motion",
        "Run motion: added 1 track",
        "Run motion on frames 3 to 5",
        "Run motion: 1 track in place of 2 on frames 3 to 5, 4 saved meanwhile kept",
        "Run Motion: added 2 tracks",
        "Run motion, slow: added 1 track",
        ...Array.from({ length: 101 }, (_, n) => `Import COCO from ${n}.json`),
      ];
      const jobs = [...runs, ...rest].map((description, n) => byJob(n + 3, description));
      await db.transaction("site", async (tx) => {
        for (const revision of [...people, ...jobs]) await tx.annotations.insertRevision(revision);
        const withTracks = jobs.slice(runs.length - 2, runs.length + 8);
        for (const { revision } of withTracks) {
          await tx.annotations.insert({ datasetId, setName: "" }, revision, [record(revision)]);
        }
      });
      const writers = await db.review.writers([datasetId], "");
      const namesOf = (kind: string) => writers.filter((writer) => writer.kind === kind).map(({ name }) => name);
      expect(writers.filter(({ kind }) => kind === "person").map(({ authorId }) => authorId)).toEqual(["p2", "p1"]);
      expect(namesOf("pipeline")).toEqual(["Run motion, slow", "Run Motion", "Run motion"]);
      expect(namesOf("import")).toEqual(Array.from({ length: 100 }, (_, n) => `Import COCO from ${100 - n}.json`));
      const counted = async (source: string): Promise<number> =>
        await db.review.count({
          datasetIds: [datasetId],
          setName: "",
          types: [],
          leastConfidence: undefined,
          isReviewed: undefined,
          lastChange: undefined,
          source,
        });
      expect(await counted("Run motion")).toBe(6);
      expect(await counted("Run Motion")).toBe(1);
      expect(await counted("Run motion, slow")).toBe(1);
      expect([await counted("Run mot"), await counted("Run motion: 101 tracks in place of 100")]).toEqual([0, 1]);
    });

    test("pages, in every order", async () => {
      await write(1, [record(3, "a"), record(1, "c"), record(2, "b"), record(10, "d")]);
      const query = { datasetId, setName: "", kind: "track", revision: 1 } as const;
      const page = async (
        by: "id" | "label" | "end",
        descending: boolean,
        limit: number,
        offset: number,
      ): Promise<number[]> => {
        const ids: number[] = [];
        const stream = db.annotations.stream(query, { by, descending, limit, offset });
        for await (const { id } of entriesOf(stream)) ids.push(id);
        return ids;
      };
      expect(await page("id", false, 0, 0)).toEqual([1, 2, 3, 10]);
      expect(await page("id", true, 2, 1)).toEqual([3, 2]);
      expect(await page("label", false, 2, 0)).toEqual([3, 2]);
      expect(await page("end", true, 0, 3)).toEqual([1]);
    });

    test("ids at steps, and pages from an id on, leave out what is not of the revision", async () => {
      await write(1, [record(3), record(1), record(2), record(10), record(4)]);
      await db.annotations.tombstone({ datasetId, setName: "" }, 2, { kind: "track", ids: [2] });
      await db.annotations.insertRevision(revisionOf(2, ""));
      await write(3, [record(0), record(7)]);
      const at = { datasetId, setName: "", kind: "track" } as const;
      expect(await db.annotations.idsAtSteps({ ...at, revision: 1 }, 2)).toEqual([1, 3, 10]);
      expect(await db.annotations.idsAtSteps({ ...at, revision: 2 }, 2)).toEqual([1, 4]);
      expect(await db.annotations.idsAtSteps({ ...at, revision: 0 }, 2)).toEqual([]);
      const found: number[] = [];
      const query = { ...at, revision: 2, firstId: 3 };
      const page = { by: "id", descending: false, limit: 2, offset: 1 } as const;
      for await (const { id } of entriesOf(db.annotations.stream(query, page))) found.push(id);
      expect(found).toEqual([4, 10]);
    });

    test("a stream is a snapshot and may be given up early", async () => {
      const large = (id: number): AnnotationRecord => ({
        ...record(id),
        payload: `{"id":${id},"label":"${"é".repeat(5000)}"}`,
      });
      await write(
        1,
        Array.from({ length: 500 }, (_, id) => large(id)),
      );
      const query = { datasetId, setName: "", kind: "track", revision: 1 } as const;
      const seen: number[] = [];
      let pieces = 0;
      for await (const piece of db.annotations.stream(query, byId)) {
        if (pieces++ === 0) await db.annotations.removeDatasets([datasetId]);
        const entries = JSON.parse(`[${Buffer.from(piece).toString()}]`) as { id: number; label: string }[];
        expect(entries.every(({ label }) => label.length === 5000)).toBe(true);
        seen.push(...entries.map(({ id }) => id));
        if (seen.length > 300) break;
      }
      expect(pieces).toBeGreaterThan(1);
      expect(seen).toEqual(seen.map((_, id) => id));
      expect(await read(1)).toEqual([]);
    });

    test("pieces that are given back do not disturb what is read next to them", async () => {
      const sizes = [
        10,
        700_000,
        3,
        200_000,
        200_000,
        200_000,
        ...Array.from({ length: 3000 }, (_, n) => 300 + (n % 50)),
      ];
      const payload = (id: number): string => `{"id":${id},"text":"${"é".repeat((sizes[id] ?? 0) / 2)}"}`;
      const texts = sizes.map((_, id) => payload(id));
      // Payloads may be bytes, including views of a larger buffer.
      const bytes = Buffer.from(texts.join(""));
      let end = 0;
      const records = texts.map((text, id): AnnotationRecord => {
        const begin = end;
        end += Buffer.byteLength(text);
        return { ...record(id), payload: id % 2 === 0 ? text : bytes.subarray(begin, end) };
      });
      await write(1, records);
      const query = { datasetId, setName: "", kind: "track", revision: 1 } as const;
      const readAll = async (): Promise<string> => {
        const read: string[] = [];
        for await (const piece of db.annotations.stream(query, byId)) {
          read.push(Buffer.from(piece).toString());
          release(piece);
        }
        return read.join(",");
      };
      const all = await Promise.all([readAll(), readAll(), readAll()]);
      for (const text of [...all, await readAll()]) expect(text === texts.join(",")).toBe(true);
    });

    test("who was touched since: written, replaced or deleted", async () => {
      await write(1, [record(1), record(2), record(3), record(4)]);
      await write(2, [record(2, "seal"), record(9)]);
      await db.annotations.tombstone({ datasetId, setName: "" }, 3, { kind: "track", ids: [3] });
      await write(4, [record(4)], "model");
      const scope = { datasetId, setName: "" };
      const asked = { kind: "track", ids: [1, 2, 3, 4, 9] } as const;
      expect(await db.annotations.touchedSince(scope, 1, asked)).toEqual([2, 3, 9]);
      expect(await db.annotations.touchedSince(scope, 2, asked)).toEqual([3]);
      expect(await db.annotations.touchedSince(scope, 3, asked)).toEqual([]);
    });

    test("which records some revisions wrote, replaced or deleted", async () => {
      const scope = { datasetId, setName: "" };
      await write(1, [record(1), record(9)]);
      await write(2, [record(1, "seal"), record(3)]);
      await write(3, [record(9, "seal")]);
      await db.annotations.tombstone(scope, 4, { kind: "track", ids: [3] });
      await write(5, [record(7)], "model");
      expect(await db.annotations.touchedBy(scope, [2], "track")).toEqual([1, 3]);
      expect(await db.annotations.touchedBy(scope, [3, 4, 5], "track")).toEqual([3, 9]);
      expect(await db.annotations.touchedBy(scope, [1, 2, 3, 4], "group")).toEqual([]);
    });

    test("which records a revision has, and the largest id there ever was", async () => {
      const scope = { datasetId, setName: "" };
      expect(await db.annotations.largestId(scope, "track")).toBe(-1);
      await write(1, [record(1), record(9)]);
      await write(2, [record(1, "seal"), record(3)]);
      await write(3, [record(20)], "model");
      await db.annotations.tombstone(scope, 4, { kind: "track", ids: [9] });
      const asked = { kind: "track", ids: [1, 3, 9, 20] } as const;
      expect(await db.annotations.existingAt(scope, 1, asked)).toEqual([1, 9]);
      expect(await db.annotations.existingAt(scope, 2, asked)).toEqual([1, 3, 9]);
      expect(await db.annotations.existingAt(scope, 4, asked)).toEqual([1, 3]);
      expect(await db.annotations.largestId(scope, "track")).toBe(9);
      expect(await db.annotations.largestId(scope, "group")).toBe(-1);
    });

    test("the last frame of all sets, as they are now", async () => {
      expect(await db.annotations.lastFrame(datasetId)).toBe(-1);
      await write(1, [{ ...record(1), end: 40 }]);
      await write(2, [{ ...record(3), end: 70 }], "model");
      expect(await db.annotations.lastFrame(datasetId)).toBe(70);
      await db.annotations.tombstone({ datasetId, setName: "model" }, 3, { kind: "track", ids: [3] });
      expect(await db.annotations.lastFrame(datasetId)).toBe(40);
    });

    test("a set is restored by a revision that revives what was ended and ends what came later", async () => {
      await write(1, [record(1), record(2)]);
      await write(2, [record(1, "seal"), record(5)]);
      await write(3, [record(7)], "model");
      const scope = { datasetId, setName: "" };
      await db.annotations.tombstone(scope, 4, { kind: "track", ids: [2] });
      expect(await db.annotations.restore(scope, 1, 5)).toEqual({ additions: 2, deletions: 2 });
      expect(await read(5)).toEqual(["1 fish", "2 fish"]);
      expect(await read(4)).toEqual(["1 seal", "5 fish"]);
      expect(await read(5, { setName: "model" })).toEqual(["7 fish"]);
      expect(await db.annotations.restore(scope, 4, 6)).toEqual({ additions: 2, deletions: 2 });
      expect(await read(6)).toEqual(["1 seal", "5 fish"]);
      expect(await db.annotations.restore(scope, 6, 7)).toEqual({ additions: 0, deletions: 0 });
    });

    test("the history by page and set; a save is found by its own name, which is taken once", async () => {
      const [first, second, third] = [revisionOf(1), revisionOf(2, "model", { saveId: "s-1" }), revisionOf(3)];
      for (const revision of [first, second, third]) await db.annotations.insertRevision(revision);
      const newest = { descending: true, limit: 2, offset: 0 };
      expect(await db.annotations.listRevisions(datasetId, newest)).toEqual({ rows: [third, second], total: 3 });
      const ofModel = { setName: "model", descending: false, limit: 0, offset: 0 };
      expect(await db.annotations.listRevisions(datasetId, ofModel)).toEqual({ rows: [second], total: 1 });
      expect(await db.annotations.findSave(datasetId, "s-1")).toEqual(second);
      expect(await db.annotations.findSave(newObjectId(), "s-1")).toBeUndefined();
      await expect(db.annotations.insertRevision(revisionOf(4, "", { saveId: "s-1" }))).rejects.toThrow(/./);
    });

    test("no call sees what is staged, until it is published; a crash leaves what the sweep finds by its time", async () => {
      const scope = { datasetId, setName: "" };
      await write(1, [record(1), record(2)]);
      const seen = async () => ({
        now: await read(1),
        later: await read(Number.MAX_SAFE_INTEGER),
        labels: (await db.annotations.countLabels([datasetId])).map(({ label, count }) => `${label} ${count}`),
        largest: await db.annotations.largestId(scope, "track"),
        touched: await db.annotations.touchedSince(scope, 0, { kind: "track", ids: [1, 2, 3, 9] }),
        existing: await db.annotations.existingAt(scope, 1e17, { kind: "track", ids: [1, 2, 3, 9] }),
        versions: (await db.annotations.versions({ ...scope, kind: "track", id: 2, revision: 1e17 }, 9)).length,
        wrong: await db.consistency.find(),
      });
      const before = await seen();
      const staged = { scope, stage: stageNumber(5000) };
      await db.annotations.stage(staged, [record(2, "shark"), record(9, "shark")]);
      await db.annotations.stage(staged, [record(3, "shark")]);
      const crashed = { scope: { datasetId, setName: "other" }, stage: stageNumber(4000) };
      await db.annotations.stage(crashed, [record(1), record(1, "group", "group")]);
      expect(await seen()).toMatchObject({ ...before, wrong: expect.any(Array) });
      expect((await db.consistency.find()).map(({ what }) => what)).not.toContain(
        "annotations of a revision that is not in the log",
      );
      // A later save does not affect it either.
      expect(await write(2, [record(2, "ray")])).toBe(1);

      await db.transaction({ dataset: datasetId }, async (tx) => {
        expect(await tx.annotations.tombstone(scope, 3)).toBe(2);
        expect(await tx.annotations.publish(staged, 3)).toBe(3);
        await tx.annotations.insertRevision(revisionOf(3));
      });
      expect(await read(2)).toEqual(["1 fish", "2 ray"]);
      expect(await read(3)).toEqual(["2 shark", "3 shark", "9 shark"]);
      expect(await db.annotations.unstage(staged)).toBe(false);
      expect(await read(3)).toEqual(["2 shark", "3 shark", "9 shark"]);

      expect(await db.annotations.listStaged(4000)).toEqual([]);
      expect(await db.annotations.listStaged(4001)).toEqual([crashed]);
      while (await db.annotations.unstage(crashed));
      expect(await db.annotations.listStaged(1e12)).toEqual([]);
    });

    test("labels are counted over live tracks of default sets, with where they begin", async () => {
      await write(1, [record(1), record(2), record(3, "seal")]);
      await write(2, [record(2, "seal")]);
      await write(3, [record(1, "boat")], "model");
      const counts = await db.annotations.countLabels([datasetId, newObjectId()]);
      expect(counts.sort((a, b) => a.count - b.count)).toEqual([
        { label: "fish", datasetId, count: 1, firstFrame: 1 },
        { label: "seal", datasetId, count: 2, firstFrame: 2 },
      ]);
    });

    test("a copy starts with one revision of one set; removing a dataset leaves others alone", async () => {
      await write(1, [record(1), record(2)]);
      await write(2, [record(1, "seal")]);
      const clone = newObjectId();
      const from = { datasetId, setName: "", revision: 1 };
      expect(await db.annotations.copy(from, { datasetId: clone, setName: "" })).toBe(2);
      await db.annotations.removeDatasets([datasetId]);
      expect(await read(2)).toEqual([]);
      expect(await read(1, { datasetId: clone })).toEqual(["1 fish", "2 fish"]);
    });
  });
}

async function* entriesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<{ id: number; label: string }> {
  for await (const piece of pieces) {
    yield* JSON.parse(`[${Buffer.from(piece).toString()}]`) as { id: number; label: string }[];
  }
}
