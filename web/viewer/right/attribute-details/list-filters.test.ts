import { expect, test } from "vitest";
import { newListFilter, settled, withLimit, withNumberType, type NumberFilter } from "./list-filters.ts";

const number = newListFilter("number") as NumberFilter;

test("[V-FILTER-20] a new number filter has type range, range 0 to 1, value 0.1 and comparison >", () => {
  expect(number).toEqual({
    dataType: "number",
    filterData: { type: "range", range: [0, 1], value: 0.1, comp: ">", active: true, appliedTo: ["all"] },
  });
});

test("new filters of texts and keys", () => {
  expect(newListFilter("text").filterData).toEqual({ active: true, appliedTo: ["all"], comp: "=", value: [] });
  expect(newListFilter("key").filterData).toEqual({ active: true, appliedTo: ["all"], type: "key", value: true });
});

test("[V-FILTER-21] type top begins with value 10 and range 1 to 50", () => {
  const top = withNumberType(number, "top");
  expect(top.filterData).toMatchObject({ type: "top", value: 10, range: [1, 50] });
  expect(withNumberType(top, "range").filterData).toMatchObject({ type: "range", value: 0.1, range: [0, 1] });
});

test("[V-FILTER-22] a value outside the limits becomes the lower one", () => {
  const outside = { ...number, filterData: { ...number.filterData, range: [2, 5] as const } };
  expect(settled(outside)).toMatchObject({ filterData: { value: 2 } });
  const inside = { ...outside, filterData: { ...outside.filterData, value: 5 } };
  expect(settled(inside)).toMatchObject({ filterData: { value: 5 } });
});

test("[V-FILTER-23] no limit passes the other one", () => {
  expect(withLimit(number.filterData, "lower", 7)).toEqual([1, 1]);
  expect(withLimit(number.filterData, "lower", -7)).toEqual([-7, 1]);
  expect(withLimit(number.filterData, "upper", -7)).toEqual([0, 0]);
  expect(withLimit(number.filterData, "upper", 7)).toEqual([0, 7]);
});

test("[V-FILTER-24] the largest ones are at least one", () => {
  const top = withNumberType(number, "top");
  const none = { ...top, filterData: { ...top.filterData, range: [-5, 5] as const, value: 0 } };
  expect(settled(none)).toMatchObject({ filterData: { value: 1 } });
});
