/** Every code that occurs in the corpus is on the page of problems and losses. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const corpus = fileURLToPath(new URL(".", import.meta.url));
const page = readFileSync(fileURLToPath(new URL("../../docs/reference/problems.md", import.meta.url)), "utf8");
const known = new Set([...page.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, code]) => code ?? ""));

/** First words, or those before the colon, in all files with these names. */
function codesIn(name: RegExp, code: RegExp): string[] {
  const files = readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((file) => name.test(file));
  const texts = files.map((file) => readFileSync(join(corpus, file), "utf8"));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(code)].map((match) => match[1] ?? "")))];
}

test("the page has every problem and every loss that the corpus has met", () => {
  const problems = codesIn(/problems\.txt$/, /^[^:\n]*?(?::\d+ )?.*?(?:error|warning) ([a-z0-9-]+): /gm);
  const losses = codesIn(/losses[.a-z]*\.txt$/, /^([a-z-]+) \d+ /gm);
  expect(problems.length).toBeGreaterThan(50);
  expect(losses.length).toBeGreaterThan(25);
  expect([...problems, ...losses].filter((code) => !known.has(code))).toEqual([]);
});
