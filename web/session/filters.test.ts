import { expect, test } from "vitest";
import { initialFilters, toTrackFilter, withChecked, withThreshold } from "./filters.ts";

test("without a stored threshold the default is 0.1", () => {
  expect(initialFilters(undefined).thresholds).toEqual({ default: 0.1 });
  expect(initialFilters({ default: 0.4, fish: 0.2 }).thresholds).toEqual({ default: 0.4, fish: 0.2 });
});

test("[V-CONF-01] thresholds are a map of type to number, plus default", () => {
  const filters = withThreshold(initialFilters(undefined), "fish", 0.6);
  expect(toTrackFilter(filters, ["fish"], false).thresholds).toEqual({ default: 0.1, fish: 0.6 });
});

test("a type that appears while others are unchecked is shown", () => {
  const filters = withChecked(initialFilters(undefined), ["fish"], false);
  expect(toTrackFilter(filters, ["fish", "crab"], false).types).toEqual(["crab"]);
  expect(toTrackFilter(filters, ["fish", "crab", "new"], false).types).toEqual(["crab", "new"]);
  expect(toTrackFilter(withChecked(filters, ["fish"], true), ["fish"], false)).not.toHaveProperty("types");
});
