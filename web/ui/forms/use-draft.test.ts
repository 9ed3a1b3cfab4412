import { expect, test } from "vitest";
import { draftState, noEdits, openEdits, withEdits, type Edits } from "./use-draft.ts";

interface Values {
  readonly name: string;
  readonly days: number;
  readonly note?: string;
}

const stored: Values = { name: "Reef", days: 3 };
const required = ({ name }: Values) => ({ name: name === "" ? "required" : undefined });
const edit = (values: Partial<Values>): Edits<Values> => withEdits(noEdits(), values, stored);

test("a form without changes", () => {
  expect(draftState(noEdits(), stored, required)).toEqual({
    values: stored,
    changed: [],
    overtaken: [],
    isChanged: false,
    problems: { name: undefined },
    isValid: true,
  });
});

test("changed fields are named, also those that were not stored, and no longer once they are as stored", () => {
  expect(draftState(edit({ days: 4, note: "" }), stored).changed).toEqual(["days", "note"]);
  expect(draftState(edit({ days: 4 }), stored).isChanged).toBe(true);
  expect(draftState(withEdits(edit({ days: 4 }), { days: 3 }, stored), stored).isChanged).toBe(false);
});

test("a form with a problem in any field is not valid", () => {
  const { isValid, problems } = draftState(edit({ name: "" }), stored, required);
  expect([isValid, problems.name]).toEqual([false, "required"]);
});

test("what others store is shown in fields that were left alone; a changed field keeps its value, and is overtaken", () => {
  const edits = withEdits(edit({ days: 4 }), { days: 5 }, stored);
  const byOthers: Values = { name: "Bay", days: 9 };
  expect(draftState(edits, byOthers)).toMatchObject({
    values: { name: "Bay", days: 5 },
    changed: ["days"],
    overtaken: ["days"],
  });
  expect(draftState(edits, { ...stored, name: "Bay" }).overtaken).toEqual([]);
});

test("a value that has been stored is not an edit any longer", () => {
  const edits = edit({ days: 4, note: "n" });
  expect(openEdits(edits, stored)).toBe(edits);
  const left = openEdits(edits, { ...stored, days: 4 });
  expect(draftState(left, { ...stored, days: 7 })).toMatchObject({ values: { days: 7, note: "n" }, changed: ["note"] });
});
