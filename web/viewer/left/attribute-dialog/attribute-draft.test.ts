import { expect, test } from "vitest";
import type { AttributeDefinition } from "#schemas";
import { newDefinition } from "../../../session/attributes/definition.ts";
import { draftOf, draftProblems, draftWithDatatype, hasProblems, toDefinition } from "./attribute-draft.ts";

const whole: AttributeDefinition = {
  belongs: "detection",
  datatype: "number",
  name: "size",
  key: "detection_size",
  color: "#123456",
  user: true,
  valueColors: { 0: "#000000", 2.5: "#ffffff" },
  editor: { type: "slider", range: [-1, 4], steps: 0.5 },
  render: { typeFilter: ["all"], order: 3 },
};

test("a definition that is opened and saved is the same", () => {
  expect(toDefinition(draftOf(whole), whole)).toEqual(whole);
  const text: AttributeDefinition = {
    belongs: "track",
    datatype: "text",
    name: "sex",
    key: "track_sex",
    color: "#ffffff",
    values: ["f", "m"],
    valueColors: { f: "#ff0000" },
    editor: { type: "locked" },
  };
  expect(toDefinition(draftOf(text), text)).toEqual(text);
});

test("what the dialog does not know stays, and so does a key that is not made of the name", () => {
  const foreign = { ...whole, key: "activityIds", later: 1 } as AttributeDefinition;
  expect(toDefinition(draftOf(foreign), foreign)).toEqual(foreign);
});

test("[V-ATTR-23] a draft with anything wrong cannot be saved", () => {
  const draft = draftOf(newDefinition("track"));
  expect(hasProblems(draftProblems(draft))).toBe(false);
  expect(hasProblems(draftProblems({ ...draft, name: "" }))).toBe(true);
  expect(hasProblems(draftProblems({ ...draft, name: "a b" }))).toBe(true);
  const number = draftOf(whole);
  expect(hasProblems(draftProblems({ ...number, slider: { min: 3, max: 1, steps: 1 } }))).toBe(true);
  expect(hasProblems(draftProblems({ ...number, editor: "combo", slider: { min: 3, max: 1, steps: 1 } }))).toBe(false);
  expect(hasProblems(draftProblems({ ...number, stops: [{ id: 0, value: -1, color: "#ffffff" }] }))).toBe(true);
});

test("empty lines are not values, and another datatype drops what the one before had", () => {
  const draft = { ...draftOf(newDefinition("track")), name: "sex", values: ["f", "", " m "] };
  expect(toDefinition(draft, newDefinition("track"))).toMatchObject({ key: "track_sex", values: ["f", "m"] });
  const number = draftWithDatatype({ ...draft, textColors: { f: "#ffffff" } }, "number", newDefinition("track"));
  const stored = toDefinition(number, newDefinition("track"));
  expect(stored).toEqual({
    belongs: "track",
    datatype: "number",
    name: "sex",
    key: "track_sex",
    color: "#56b4e9",
    editor: { type: "combo" },
  });
});
