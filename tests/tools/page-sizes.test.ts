import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findCircle, importsOf, loadedWith, pages, requirePageSizes } from "./page-sizes.ts";

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

test("files that import each other in a circle are found; what is imported later makes none", () => {
  const built = { ...chunks, "c.js": "1;", "later.js": 'import"./index.js"' };
  const find = (texts: Readonly<Record<string, string>>) => findCircle(Object.keys(texts), (file) => texts[file] ?? "");
  expect(find(built)).toBeUndefined();
  expect(find({ ...built, "c.js": 'import{a}from"./a.js";' })).toEqual(["a.js", "c.js", "a.js"]);
});

test("a page that has grown past what it may be refuses the build, by its name", () => {
  const web = mkdtempSync(join(tmpdir(), "page-sizes-"));
  mkdirSync(join(web, "assets"));
  writeFileSync(join(web, "index.html"), '<script src="/assets/index-1.js"></script>');
  const needed = new Set([
    "index",
    ...pages.flatMap((page) => [...page.modules, ...page.texts.map((part) => `${part}.part`)]),
  ]);
  for (const name of needed) writeFileSync(join(web, "assets", `${name}-1.js`), "1;");
  try {
    requirePageSizes(web);
    // Random letters do not compress.
    writeFileSync(join(web, "assets", "BrowserPage-1.js"), randomBytes(250 * 1024).toString("base64"));
    expect(() => requirePageSizes(web)).toThrow(/data browser: 2\d\d KB of script, at most 2\d\d KB$/);
  } finally {
    rmSync(web, { recursive: true });
  }
});
