import { expect, test } from "vitest";
import { areKnown, isKnownLosses, withKnown, withoutKnown } from "./known-losses.ts";

test("a format is asked about again as soon as it loses something of another kind, and after it was forgotten", () => {
  const none = {};
  expect(areKnown(none, "YOLO", ["groups"])).toBe(false);
  const some = withKnown(withKnown(none, "YOLO", ["groups", "confidence"]), "YOLO", ["groups", "notes"]);
  expect(some).toEqual({ YOLO: ["confidence", "groups", "notes"] });
  expect(areKnown(some, "YOLO", ["notes", "groups"])).toBe(true);
  expect(areKnown(some, "YOLO", ["notes", "interpolation"])).toBe(false);
  expect(areKnown(some, "KPF", ["notes"])).toBe(false);
  expect(areKnown(some, "constructor", ["notes"])).toBe(false);
  expect(areKnown(withoutKnown(some, "YOLO"), "YOLO", ["groups"])).toBe(false);
  expect([none, some, [], null, { YOLO: "groups" }, { YOLO: [1] }].map(isKnownLosses)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});
