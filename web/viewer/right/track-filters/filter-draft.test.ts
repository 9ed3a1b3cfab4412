import { expect, test } from "vitest";
import type { AttributeDefinition, AttributeTrackFilter } from "#schemas";
import {
  describeFilter,
  draftOf,
  filterProblems,
  newFilter,
  operatorsOf,
  toFilter,
  valueFor,
  withAttribute,
  withOperator,
} from "./filter-draft.ts";

const age: AttributeDefinition = { belongs: "track", datatype: "number", name: "age", key: "track_age" };
const sex: AttributeDefinition = { belongs: "detection", datatype: "text", name: "sex", key: "detection_sex" };

test("[V-FILTER-04] [V-FILTER-05] [V-FILTER-06] [V-FILTER-07] what a filter must have", () => {
  expect(filterProblems(newFilter, [])).toEqual({
    name: "nameRequired",
    attribute: "attributeRequired",
    operator: "operatorRequired",
  });
  const whole = withOperator({ ...newFilter, name: "old", attribute: "track_age" }, ">");
  expect(filterProblems(whole, [])).toEqual({});
  // A numeric comparison needs a number; an empty text is a value.
  expect(filterProblems(whole, [], "number")).toEqual({ value: "valueRequired" });
  expect(filterProblems({ ...whole, value: 0 }, [], "number")).toEqual({});
  expect(filterProblems(withOperator(whole, "range"), [], "number")).toEqual({});
  expect(filterProblems(withOperator(whole, "="), [], "text")).toEqual({});
  expect(filterProblems(whole, ["old"])).toEqual({ name: "nameTaken" });
  expect(filterProblems({ ...whole, name: "  " }, [])).toEqual({ name: "nameRequired" });
});

test("[V-FILTER-10] [V-FILTER-11] [V-FILTER-12] operators by datatype", () => {
  expect(operatorsOf("number")).toEqual(["=", "≠", ">", "<", ">=", "<=", "range", "rangeFilter"]);
  expect(operatorsOf("text")).toEqual(["=", "≠", "in", "contains"]);
  expect(operatorsOf("boolean")).toEqual(["=", "≠"]);
});

test("[V-FILTER-13] another operator resets the value", () => {
  expect(valueFor("range")).toEqual([0, 1]);
  expect(valueFor("rangeFilter")).toBe(0);
  for (const operator of ["=", "≠", ">", "<", ">=", "<=", "in", "contains"] as const)
    expect(valueFor(operator)).toBe("");
  expect(withOperator({ ...newFilter, operator: ">", value: 7 }, "<").value).toBe("");
});

test("another attribute keeps the operator it has as well, with its value", () => {
  const draft = { ...withOperator({ ...newFilter, attribute: "track_age" }, "="), value: 3 };
  expect(withAttribute(draft, sex)).toMatchObject({ attribute: "detection_sex", operator: "=", value: 3 });
  expect(withAttribute(withOperator(draft, "range"), sex)).toMatchObject({ operator: null, value: "" });
});

test("a filter that is opened and saved is the same", () => {
  const filter: AttributeTrackFilter = {
    name: "old",
    attribute: "age",
    type: "track",
    typeFilter: ["fish"],
    enabled: true,
    primaryDisplay: true,
    ignoreUndefined: true,
    filter: { op: "rangeFilter", val: 3, userDefined: true, range: [1, 9] },
  };
  expect(toFilter(draftOf(filter, { track_age: age }), age, filter)).toEqual(filter);
  expect(draftOf(filter, {}).attribute).toBeNull();
});

test("chips say what a filter asks", () => {
  const filter = (op: AttributeTrackFilter["filter"]["op"]): AttributeTrackFilter => ({
    name: "n",
    attribute: "age",
    type: "track",
    filter: { val: "", ...(op && { op }) },
  });
  expect(describeFilter(filter(">="), 3)).toBe("age >= 3");
  expect(describeFilter(filter("rangeFilter"), 3)).toBe("age > 3");
  expect(describeFilter(filter("range"), [1, 2])).toBe("age 1 … 2");
  expect(describeFilter(filter("in"), ["a", "b"])).toBe("age in a, b");
});
