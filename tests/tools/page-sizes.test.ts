import { expect, test } from "vitest";
import { importsOf, loadedWith } from "./page-sizes.ts";

const chunks: Readonly<Record<string, string>> = {
  "index.js": 'import{a}from"./a.js";import"./b.js";const p=()=>import("./later.js");"x from \\"./text.js\\""',
  "a.js": 'import { b as c } from "./b.js";\nexport * from "./c.js";',
  "b.js": "export const b = 1;",
  "c.js": 'import{a}from"./a.js";',
  "page.js": 'import{b}from"./b.js";import{r}from"react";',
};

test("what is imported at once counts, each file once; what is imported later does not", () => {
  expect(importsOf(chunks["index.js"] ?? "")).toEqual(["a.js", "b.js"]);
  const loaded = loadedWith(["index.js", "page.js"], (file) => chunks[file] ?? "");
  expect([...loaded].toSorted()).toEqual(["a.js", "b.js", "c.js", "index.js", "page.js"]);
});
