/**
 * Contract of every `ReviewRepository`: random sets and questions, answered as a plain list of all tracks would be.
 */
import { beforeEach, describe, expect, test } from "vitest";

import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import type { ReviewChange, ReviewPlace, ReviewSort } from "../../domain/review.ts";
import { type RevisionRecord, stageNumber } from "../annotation.repository.ts";
import type { Database } from "../database.ts";
import type { ReviewQuery } from "../review.repository.ts";

const authors = ["5f00000000000000000000a1", "5f00000000000000000000a2"];
const descriptions: readonly (readonly [ReviewChange, string])[] = [
  ["person", "save"],
  ["import", "Import COCO from a.json"],
  ["pipeline", "Run motion: added 5 tracks"],
  ["pipeline", "Run motion"],
];
/** Texts that a database could mistake for something else. */
const types = ["fish", "crab", 'a "],0.99] \\ ["', "", "Ünï"];
const sorts: readonly ReviewSort[] = ["dataset", "confidence", "frame", "size"];
const confidences = [0, 0.25, 0.5, 0.5, 0.75, 1];

interface WorldTrack {
  readonly datasetId: string;
  readonly setName: string;
  readonly record: AnnotationRecord;
  readonly ranks: { readonly confidence: number; readonly size: number };
  readonly isReviewed: boolean;
  readonly revision: RevisionRecord;
}

/** Integers below a limit, the same in every run. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Equal ones by dataset and id; from the other end, exactly reversed. */
function compare({ sort, descending }: ReviewQuery, a: ReviewPlace, b: ReviewPlace): number {
  const isLargestFirst = sort === "confidence" || sort === "size";
  const byId = a.datasetId === b.datasetId ? a.trackId - b.trackId : a.datasetId < b.datasetId ? -1 : 1;
  const inOrder = (isLargestFirst ? b.rank - a.rank : a.rank - b.rank) || byId;
  return descending === isLargestFirst ? inOrder : -inOrder;
}

/** @param open opens an empty database */
export function describeReview(open: () => Promise<Database>): void {
  describe("review", () => {
    const random = numbersOf(7);
    const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
    const maybe = <T>(value: () => T): T | undefined => (random(3) === 0 ? value() : undefined);
    const datasets = Array.from({ length: 7 }, (_, n) => `5f0000000000000000000f${(n * 31 + 10).toString(16)}`);
    let db: Database;
    let world: WorldTrack[] = [];

    const randomTrack = (id: number): Pick<WorldTrack, "record" | "ranks" | "isReviewed"> => {
      const isReviewed = random(3) === 0;
      const label = pick(types);
      const confidence = pick(confidences);
      const confidencePairs: [string, number][] = [];
      if (random(8) > 0) confidencePairs.push([label, confidence]);
      if (confidencePairs.length > 0 && random(2) === 0) confidencePairs.unshift(["other", confidence / 2 - 0.01]);
      const begin = random(4);
      const box = [random(3), random(3), 5 + random(3), 5 + random(3)];
      const features = random(8) === 0 ? [] : [{ attributes: {}, bounds: box, frame: begin }];
      const attributes = {
        bounds: ["west", 7],
        note: '"confidencePairs":[["x",1]]',
        ...(isReviewed && { reviewed: true }),
      };
      const track = { attributes, begin, confidencePairs, end: begin, features, id };
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = features[0]?.bounds ?? [];
      const ranks = {
        confidence: Math.max(0, ...confidencePairs.map(([, each]) => each)),
        size: (x2 - x1) * (y2 - y1),
      };
      return {
        ranks,
        isReviewed,
        record: {
          kind: "track",
          id,
          begin,
          end: begin,
          label: confidencePairs.length > 0 ? label : undefined,
          payload: JSON.stringify(track),
          // Tracks of earlier versions have none.
          ranks: random(3) > 0 ? ranks : undefined,
        },
      };
    };

    beforeEach(async () => {
      db = await open();
    });

    const fillWorld = async (): Promise<void> => {
      for (const datasetId of datasets) {
        for (let revision = 1; revision <= 5; revision++) {
          const [kind, description] = pick(descriptions);
          const scope = { datasetId, setName: random(4) === 0 ? "second" : "" };
          const entry: RevisionRecord = {
            ...scope,
            revision,
            authorId: pick(authors),
            authorName: "ada1",
            description,
            additions: 1,
            deletions: 0,
            createdMs: revision,
            saveId: kind === "person" ? null : `job:${revision}`,
          };
          const ids = [...new Set(Array.from({ length: 1 + random(9) }, () => random(14)))];
          await db.annotations.tombstone(scope, revision, { kind: "track", ids });
          const isOld = (track: WorldTrack): boolean =>
            track.datasetId === datasetId && track.setName === scope.setName && ids.includes(track.record.id);
          world = world.filter((track) => !isOld(track));
          const tracks = ids.slice(random(2)).map((id) => ({ ...scope, ...randomTrack(id), revision: entry }));
          await db.annotations.insert(scope, revision, [
            ...tracks.map(({ record }) => record),
            { kind: "group", id: revision, begin: 0, end: 0, label: "fish", payload: "{}" },
          ]);
          await db.annotations.insertRevision(entry);
          world.push(...tracks);
        }
        const staged = { scope: { datasetId, setName: "" }, stage: stageNumber(1) };
        await db.annotations.stage(staged, [randomTrack(99).record]);
      }
    };

    const randomQuery = (): ReviewQuery => {
      const only = new Set(Array.from({ length: 9 }, () => random(14)));
      const idsOf = (datasetId: string) => Promise.resolve(datasetId === datasets[0] ? [] : [...only]);
      const sort = pick(sorts);
      return {
        datasetIds: datasets.filter(() => random(5) > 0).sort(() => random(3) - 1),
        setName: random(4) === 0 ? "second" : "",
        types: random(2) === 0 ? [] : types.filter(() => random(2) === 0),
        leastConfidence: maybe(() => pick(confidences)),
        isReviewed: maybe(() => random(2) === 0),
        lastChange: maybe(() => pick(descriptions)[0]),
        author: maybe(() => pick(authors)),
        source: maybe(() => pick(["Run motion", "Import COCO from a.json", "Run mot"])),
        revision: maybe(() => 1 + random(5)),
        only: maybe(() => ({ key: "only", idsOf })),
        sort,
        // By dataset there is one direction.
        descending: sort !== "dataset" && random(2) === 0,
        after: undefined,
        limit: 1 + random(12),
      };
    };

    /** The same question about a plain list. */
    const expected = async (query: ReviewQuery): Promise<ReviewPlace[]> => {
      const { sort, source, datasetIds } = query;
      const kindOf = ({ description }: RevisionRecord) => descriptions.find(([, each]) => each === description)?.[0];
      const isFrom = ({ description }: RevisionRecord): boolean =>
        description === source || (source === "Run motion" && description.startsWith(`${source}: `));
      const allowed = new Map<string, readonly number[]>();
      for (const id of datasetIds) if (query.only !== undefined) allowed.set(id, await query.only.idsOf(id));
      const found = world.filter(
        ({ datasetId, setName, record, ranks, isReviewed, revision }) =>
          datasetIds.includes(datasetId) &&
          setName === query.setName &&
          (query.types.length === 0 || (record.label !== undefined && query.types.includes(record.label))) &&
          (query.leastConfidence === undefined || ranks.confidence >= query.leastConfidence) &&
          (query.isReviewed === undefined || query.isReviewed === isReviewed) &&
          (query.lastChange === undefined || query.lastChange === kindOf(revision)) &&
          (query.author === undefined || query.author === revision.authorId) &&
          (source === undefined || isFrom(revision)) &&
          (query.revision === undefined || query.revision === revision.revision) &&
          (query.only === undefined || allowed.get(datasetId)!.includes(record.id)),
      );
      const places = found.map(({ datasetId, record, ranks }): ReviewPlace => {
        const rank = { dataset: 0, frame: record.begin, ...ranks }[sort];
        return { rank, datasetId, trackId: record.id };
      });
      if (sort !== "dataset") return places.sort((a, b) => compare(query, a, b));
      return datasetIds.flatMap((id) =>
        places.filter(({ datasetId }) => datasetId === id).sort((a, b) => a.trackId - b.trackId),
      );
    };

    const expectAnswers = async (questions: number): Promise<void> => {
      let found = 0;
      for (let n = 0; n < questions; n++) {
        const query = randomQuery();
        const all = await expected(query);
        found += all.length;
        const pages: ReviewPlace[] = [];
        while (true) {
          const page = await db.review.page({ ...query, after: pages.at(-1) });
          pages.push(...page);
          if (page.length < query.limit) break;
        }
        expect(pages, JSON.stringify(query)).toEqual(all);
        expect(await db.review.count(query), JSON.stringify(query)).toBe(all.length);
      }
      expect(found).toBeGreaterThan(questions);
    };

    test("random questions find what a plain list has, page by page in its order, while ranks are missing and after", async () => {
      await fillWorld();
      await expectAnswers(25);
      let filled = 0;
      for (let scope = await db.review.findUnranked(); scope !== undefined; scope = await db.review.findUnranked()) {
        filled += await db.review.fillRanks(scope);
      }
      expect(filled).toBe(world.filter(({ record }) => record.ranks === undefined).length);
      await expectAnswers(25);
    });

    test("a query ends with its signal", async () => {
      const gone = AbortSignal.abort(new Error("gone"));
      for (const sort of sorts) {
        await expect(db.review.page({ ...randomQuery(), datasetIds: datasets, sort }, gone)).rejects.toThrow("gone");
      }
      await expect(db.review.count({ ...randomQuery(), datasetIds: datasets }, gone)).rejects.toThrow("gone");
      await expect(db.review.types(datasets, "", gone)).rejects.toThrow("gone");
    });
  });
}
