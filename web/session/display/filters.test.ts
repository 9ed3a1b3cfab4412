import { expect, test } from "vitest";
import { defaultGroupThreshold, isGroupShown, toFilters, toTrackFilter, withChecked } from "./filters.ts";

const none: ReadonlySet<string> = new Set();

test("without a stored threshold the default is 0.1", () => {
  expect(toFilters({}, none).thresholds).toEqual({ default: 0.1 });
  expect(toFilters({ default: 0.4, fish: 0.2 }, none).thresholds).toEqual({ default: 0.4, fish: 0.2 });
});

test("[V-CONF-02] the default of the confidence filter is 0.1 for tracks and 0 for groups", () => {
  expect(toFilters({}, none).thresholds).toEqual({ default: 0.1 });
  expect(defaultGroupThreshold).toBe(0);
  const group = { type: "school", confidence: 0 };
  expect(isGroupShown(group, none)).toBe(true);
  expect(isGroupShown(group, none, 0.1)).toBe(false);
  expect(isGroupShown(group, new Set(["school"]))).toBe(false);
});

test("[V-CONF-01] thresholds are a map of type to number, plus default", () => {
  const filters = toFilters({ fish: 0.6 }, none);
  expect(toTrackFilter(filters, ["fish"], false).thresholds).toEqual({ default: 0.1, fish: 0.6 });
});

test("a type that appears while others are unchecked is shown", () => {
  const unchecked = withChecked(none, ["fish"], false);
  const filters = toFilters({}, unchecked);
  expect(toTrackFilter(filters, ["fish", "crab"], false).types).toEqual(["crab"]);
  expect(toTrackFilter(filters, ["fish", "crab", "new"], false).types).toEqual(["crab", "new"]);
  const checked = toFilters({}, withChecked(unchecked, ["fish"], true));
  expect(toTrackFilter(checked, ["fish"], false)).not.toHaveProperty("types");
});
