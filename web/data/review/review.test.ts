import { expect, test } from "vitest";
import { Review } from "./review.ts";

test("types have the color of their dataset, also those whose names every object has", () => {
  const review = new Review("");
  review.datasets.value = new Map([["a", { typeColors: { fish: "#e599f7" } } as never]]);
  const colorOf = (type: string): string => review.colorOf({ datasetId: "a" } as never, type);
  expect(colorOf("fish")).toBe("#e599f7");
  for (const type of ["constructor", "toString", "crab"]) expect(colorOf(type)).toMatch(/^(#|hsl|rgb)/);
});
