/** Changing one member of a kept JSON text leaves the text of the others unchanged. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { memberText, setMember, type MemberPath } from "./members-text.ts";

const members = String.raw`"attributes":{"a":1.0,"se\u00f1al":"x,}"},"big":12345678901234567890,"notes":["a\"b"]`;

test.each<readonly [MemberPath, string | undefined, string]>([
  [["a"], "1", `${members},"a":1`],
  [["big"], "7", members.replace("12345678901234567890", "7")],
  [["big"], undefined, members.replace('"big":12345678901234567890,', "")],
  [["notes"], undefined, members.replace(/,"notes".*/, "")],
  [["attributes"], undefined, members.replace(/^.*\},/, "")],
  [["attributes", "a"], "null", members.replace("1.0", "null")],
  [["attributes", "señal"], undefined, members.replace(/,"se.*?\}"/, "")],
  [["attributes", "b", "c", "d"], "[]", members.replace('x,}"', 'x,}","b":{"c":{"d":[]}}')],
  [["attributes", "b", "c"], undefined, members],
  [["missing"], undefined, members],
])("%j to %j", (path, value, expected) => {
  expect(setMember(members, path, value)).toBe(expected);
});

test("removing a duplicate key removes all of it", () => {
  expect(setMember('"a":1,"b":2,"a":3', ["a"], undefined)).toBe('"b":2');
  expect(memberText('"a":1,"b":2,"a":3', "a")).toBe("3");
});

test("members of any JSON object are found and changed as JSON.parse sees them", () => {
  const check = fc.property(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.string(),
    fc.jsonValue(),
    (object, key, value) => {
      const text = JSON.stringify(object).slice(1, -1);
      const changed = JSON.parse(`{${setMember(text, [key], JSON.stringify(value))}}`) as unknown;
      expect(changed).toEqual(
        JSON.parse(JSON.stringify(Object.fromEntries([...Object.entries(object), [key, value]]))),
      );
      const removed = JSON.parse(`{${setMember(text, [key], undefined)}}`) as unknown;
      expect(removed).toEqual(
        JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(object).filter(([k]) => k !== key)))),
      );
    },
  );
  fc.assert(check, { seed: 7, numRuns: 500 });
});
