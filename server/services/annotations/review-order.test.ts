import { expect, test } from "vitest";
import type { ReviewPlace } from "../../domain/review.ts";
import type { ReviewQuery } from "../../ports/review.repository.ts";
import { ReviewOrder } from "./review-order.ts";

const all = Array.from({ length: 5000 }, (_, n): ReviewPlace => ({ rank: n >> 1, datasetId: "a", trackId: n }));
const query: ReviewQuery = {
  datasetIds: ["a"],
  setName: "",
  types: [],
  leastConfidence: undefined,
  isReviewed: undefined,
  lastChange: undefined,
  sort: "size",
  descending: false,
  after: undefined,
  limit: 20,
};

function setUp(tracks = all) {
  const asked: number[] = [];
  const page = ({ after, limit }: ReviewQuery) => {
    asked.push(limit);
    const from = after === undefined ? 0 : tracks.findIndex(({ trackId }) => trackId === after.trackId) + 1;
    return Promise.resolve(tracks.slice(from, from + limit));
  };
  return { asked, order: new ReviewOrder({ page } as never) };
}

test("all tracks are found, each once, and few looks at all of them are needed", async () => {
  const { asked, order } = setUp();
  const found: ReviewPlace[] = [];
  while (true) {
    const page = await order.page({ ...query, after: found.at(-1) });
    if (page.length === 0) break;
    found.push(...page);
  }
  expect(found).toEqual(all);
  expect(asked.length).toBeLessThan(8);
});

test("another question, and a page that no one was shown before, are looked up", async () => {
  const { asked, order } = setUp();
  const after = (await order.page(query)).at(-1);
  await order.page({ ...query, after });
  expect(asked).toHaveLength(1);
  await order.page({ ...query, after, types: ["fish"] });
  await order.page({ ...query, after: all[4000] });
  expect(asked).toHaveLength(3);
  // By dataset, an index finds each page, and no more is read than asked for.
  await order.page({ ...query, sort: "dataset" });
  expect(asked.at(-1)).toBe(20);
});

test("the last pages need no other look", async () => {
  const { asked, order } = setUp(all.slice(0, 30));
  const first = await order.page(query);
  const last = await order.page({ ...query, after: first.at(-1) });
  expect(await order.page({ ...query, after: last.at(-1) })).toEqual([]);
  expect([last.length, asked.length]).toEqual([10, 1]);
});
