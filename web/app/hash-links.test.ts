import { expect, test } from "vitest";
import { translateHashLink } from "./hash-links.ts";

test("hash links become paths, with their query", () => {
  expect(translateHashLink("http://host/#/viewer/abc?set=model-a")).toBe("/viewer/abc?set=model-a");
  expect(translateHashLink("http://host/#/")).toBe("/");
});

test("other addresses stay", () => {
  expect(translateHashLink("http://host/folder/abc")).toBeUndefined();
  expect(translateHashLink("http://host/folder/abc#note")).toBeUndefined();
});
