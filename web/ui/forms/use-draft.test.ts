import { expect, test } from "vitest";
import { draftState } from "./use-draft.ts";

interface Values {
  readonly name: string;
  readonly days: number;
  readonly note?: string;
}

const stored: Values = { name: "Reef", days: 3 };
const required = ({ name }: Values) => ({ name: name === "" ? "required" : undefined });

test("a form without changes", () => {
  expect(draftState({ ...stored }, stored, required)).toEqual({
    values: stored,
    changed: [],
    isChanged: false,
    problems: { name: undefined },
    isValid: true,
  });
});

test("changed fields are named, also those that were not stored", () => {
  expect(draftState({ ...stored, days: 4, note: "" }, stored).changed).toEqual(["days", "note"]);
  expect(draftState({ ...stored, days: 4 }, stored).isChanged).toBe(true);
  expect(draftState(stored, { ...stored, note: "" }).changed).toEqual(["note"]);
});

test("a form with a problem in any field is not valid", () => {
  const { isValid, problems } = draftState({ ...stored, name: "" }, stored, required);
  expect([isValid, problems.name]).toEqual([false, "required"]);
});
