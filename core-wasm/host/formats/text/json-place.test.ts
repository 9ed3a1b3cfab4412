import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placesOf } from "./json-place.ts";

test("places are those of members and elements; of what is not there, that of what lacks it", () => {
  const text = '{\n  "a": {"x": [1, "]\\"}", {"b/c": 2}]},\r\n  "a~": [[[]], 7]}';
  const pointers = ["", "/a", "/a/x/2/b~1c", "/a/x/1", "/a~0/1", "/a~0/0", "/a/missing/deep"];
  expect([...placesOf(text, pointers)]).toEqual([
    ["", { line: 1, column: 1 }],
    ["/a", { line: 2, column: 3 }],
    ["/a/x/2/b~1c", { line: 2, column: 27 }],
    ["/a/x/1", { line: 2, column: 18 }],
    ["/a~0/1", { line: 3, column: 16 }],
    ["/a~0/0", { line: 3, column: 10 }],
    ["/a/missing/deep", { line: 2, column: 3 }],
  ]);
});

test("every value of every document is found", () => {
  const check = fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (json, space) => {
    const document = JSON.parse(json) as unknown;
    const text = JSON.stringify(document, undefined, space);
    const pointers = pointersIn(document, "");
    const places = placesOf(text, pointers);
    const lines = text.split("\n");
    for (const pointer of pointers) {
      const { line, column } = places.get(pointer) ?? { line: 0, column: 0 };
      const found = (lines[line - 1] ?? "").slice(column - 1);
      const step = pointer.slice(pointer.lastIndexOf("/") + 1);
      const isMember = found.startsWith(`${JSON.stringify(step.replaceAll("~1", "/").replaceAll("~0", "~"))}:`);
      expect(isMember || /^\d*$/.test(step), `${pointer} in ${text}`).toBe(true);
    }
  });
  fc.assert(check, { seed: 7, numRuns: 300 });
});

test("a value nested deeper than functions may be is passed", () => {
  const deep = `{"a": ${"[".repeat(200_000)}${"]".repeat(200_000)},\n"b": 1}`;
  expect(placesOf(deep, ["/b"]).get("/b")).toEqual({ line: 2, column: 1 });
});

function pointersIn(value: unknown, pointer: string): string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    pointersIn(item, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  return [pointer, ...inner];
}
