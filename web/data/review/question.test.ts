import { expect, test } from "vitest";
import { type AskedFilters, bodyOf, countMore, filtersIn, withFilters } from "./question.ts";

const none: AskedFilters = filtersIn(new URLSearchParams());
const all: AskedFilters = {
  types: ["fish, small", "crab"],
  leastConfidence: 0.25,
  isReviewed: false,
  lastChange: "person",
  author: "a1",
  source: "Import COCO from a & b.json",
  revision: 7,
  attribute: { name: "sex", value: "", belongs: "detection" },
  rules: ["box-empty", "track-gap"],
  sort: "size",
  descending: true,
};

test("filters are the same after they were in an address, and nothing else there changes", () => {
  const search = new URLSearchParams("datasetIds=a,b&set=model");
  for (const asked of [all, none, { ...none, attribute: { name: "x", value: undefined, belongs: undefined } }]) {
    const address = withFilters(search, asked).toString();
    expect(address).toMatch(/^datasetIds=a%2Cb&set=model/);
    expect(filtersIn(new URLSearchParams(address))).toEqual(asked);
  }
  expect(withFilters(withFilters(search, all), none).toString()).toBe(search.toString());
  expect([countMore(all), countMore(none)]).toEqual([5, 0]);
});

test("nonsense in an address is left out, and only what is chosen is asked", () => {
  const asked = filtersIn(new URLSearchParams("least=x&revision=1.5&sort=no&change=cat&of=track&reviewed=maybe"));
  expect(asked).toEqual(none);
  const question = { datasetIds: ["a"], set: "" };
  const plain = { datasetIds: ["a"], set: "", types: [], sort: "dataset", descending: false };
  expect(bodyOf({ ...none, ...question })).toEqual(plain);
  expect(bodyOf({ ...all, ...question })).toEqual({ ...plain, ...all });
  // A person without the runs and imports that they started, unless these are asked for.
  expect(bodyOf({ ...none, ...question, author: "a1" })).toEqual({ ...plain, author: "a1", lastChange: "person" });
  const imported = { author: "a1", lastChange: "import" } as const;
  expect(bodyOf({ ...none, ...question, ...imported })).toEqual({ ...plain, ...imported });
});
