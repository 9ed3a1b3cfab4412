import { expect, test } from "vitest";
import { findType, matchTypes } from "./type-choices.ts";

const zoo = ["bicycle", "rabbit", "big fish", "Bi", "tri-bike"].map((type) => ({ type }));

function found(text: string): readonly string[] {
  return matchTypes(zoo, text).map(({ type }) => type);
}

test("the best match comes first: the name, its beginning, a word's beginning, anywhere", () => {
  expect(found("bi")).toEqual(["Bi", "bicycle", "big fish", "tri-bike", "rabbit"]);
  expect(found("FISH")).toEqual(["big fish"]);
  expect(found("Bicycle")).toEqual(["bicycle"]);
  expect(found("bike")).toEqual(["tri-bike"]);
  expect(found("zebra")).toEqual([]);
  expect(found(" ")).toHaveLength(5);
});

test("a text names a type when it is the type, whatever its case", () => {
  expect(findType(zoo, " Rabbit ")?.type).toBe("rabbit");
  expect(findType([{ type: "fish" }, { type: "Fish" }], "Fish")?.type).toBe("Fish");
  expect(findType(zoo, "rabb")).toBeUndefined();
});
