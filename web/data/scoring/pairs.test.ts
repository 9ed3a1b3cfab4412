import { expect, test } from "vitest";
import type { ScoringSources } from "#schemas/wire";
import { notChosen, proposePairs, refusalOf, requestedPairs, type Side } from "./pairs.ts";

const sources = (datasetId: string, truth?: string): ScoringSources => ({
  datasetId,
  name: datasetId,
  revision: 2,
  sets: [],
  ...(truth !== undefined && { truth }),
});
const side = (datasetId: string, more: Partial<Side> = {}): Side => ({ ...notChosen, datasetId, ...more });

test("a set that is called the truth is taken for it, two datasets are compared with each other", () => {
  expect(proposePairs([sources("a", "GT"), sources("b")])).toEqual([
    { computed: side("a"), truth: side("a", { set: "GT" }) },
    { computed: side("b"), truth: notChosen },
  ]);
  expect(proposePairs([sources("a"), sources("b")])).toEqual([{ computed: side("a"), truth: side("b") }]);
  expect(proposePairs([sources("a")])).toEqual([{ computed: side("a"), truth: notChosen }]);
  expect(proposePairs([])).toEqual([]);
});

test("pairs without a truth, and of the same annotations, are refused by their number", () => {
  const good = { id: 0, computed: side("a"), truth: side("b") };
  expect(refusalOf([good])).toBeUndefined();
  expect(refusalOf([good, { ...good, truth: notChosen }])).toEqual({ reason: "truth", number: 2 });
  expect(refusalOf([{ ...good, truth: side("a") }])).toEqual({ reason: "same", number: 1 });
  expect(refusalOf([{ ...good, truth: side("a", { revision: 1 }) }])).toBeUndefined();
});

test("the server is asked for what is chosen, and for no more", () => {
  const pair = { id: 0, computed: side("a", { revision: 3 }), truth: side("b", { set: "GT" }) };
  expect(requestedPairs([pair])).toEqual([
    { computed: { datasetId: "a", revision: 3 }, truth: { datasetId: "b", set: "GT" } },
  ]);
});
