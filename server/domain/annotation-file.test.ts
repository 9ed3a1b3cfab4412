import { expect, test } from "vitest";
import { isDataFileName, kindByName, kindOfJson } from "./annotation-file.ts";

test.each([
  [{ tracks: {}, groups: {}, version: 2, fps: 5 }, "dive-json"],
  [{ images: [], annotations: [], categories: [] }, "coco-json"],
  [{ version: 1, fps: 5 }, "configuration"],
  [{ typeHierarchy: {} }, "configuration"],
  [{ "0": { trackId: 0, begin: 0, end: 0 } }, "dive-json"],
])("%j is %s", (value, kind) => {
  expect(kindOfJson(value)).toEqual({ ok: true, kind });
});

test.each([
  [[], "No array-type json objects are supported"],
  ["text", "Got file of unknown and unusable type"],
  [{}, "Got file of unknown and unusable type"],
  [null, "Got file of unknown and unusable type"],
  [{ name: "package", dependencies: {} }, "Got file of unknown and unusable type"],
])("%j is refused", (value, reason) => {
  expect(kindOfJson(value)).toEqual({ ok: false, reason });
});

test("names decide first", () => {
  expect(kindByName("A.CSV")).toBe("viame-csv");
  expect(kindByName("a.yml")).toBe("meva-kpf");
  expect(kindByName("meta.json")).toBe("json");
  expect(kindByName("a.png")).toBeUndefined();
  expect(isDataFileName("frame-metadata.txt")).toBe(true);
  expect(isDataFileName("notes.txt")).toBe(false);
});
