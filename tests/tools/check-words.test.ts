/** Plants what the check of words must find. */
import { expect, test } from "vitest";
import { checkWords } from "./check-words.ts";

const file = (text: string, path = "a.ts") => ({ path, text });

test("finds words that mark a translation, with their line and what to say instead", () => {
  const { problems } = checkWords([file("// Fine.\n// Whoever reads it is told.\n")]);
  expect(problems).toEqual([
    'a.ts:2: "Whoever": name who: the caller, an annotator, a subscriber.',
    'a.ts:2: "is told": is reported, is notified, receives.',
  ]);
});

test("lets other languages, a proxy and what a letter stands for pass", () => {
  const texts = [
    file("x stands for the column; the server is behind a\nproxy, and leaves nothing behind: frame-behind-last."),
    file("whoever", "web/base/texts/de/viewer.ts"),
    file("whoever", "docs/reference/api-v1.md"),
  ];
  expect(checkWords(texts).problems).toEqual([]);
});

test("refuses limits that are not called max or min, except parameters of the api and of pipelines", () => {
  const { problems } = checkWords([file("const mostRows = 5;\nconst leastPeople = 2;\nconst fewestClicks = 3;")]);
  expect(problems).toEqual([
    'a.ts:1: "mostRows": max or min, as other limits are called.',
    'a.ts:3: "fewestClicks": max or min, as other limits are called.',
  ]);
});

test("refuses comments that begin with a relative clause", () => {
  const { problems } = checkWords([file("// What a save sends.\n// So much for what a save sends.")]);
  expect(problems).toEqual(['a.ts:1: "// What a": begin with the noun: the changes, the files, the facts.']);
});

test("refuses relative clauses without a noun in comments of the product, and not in its messages", () => {
  const text =
    '/** Sends what is unsaved. */\nconst a = 1; // The save goes on.\nthrow new Error("say what is missing");';
  expect(checkWords([file(text, "web/session/a.ts")]).problems).toEqual([
    'web/session/a.ts:1: "what is": name it: the changes, the stored tracks; continues; is notified.',
    'web/session/a.ts:2: "goes on": name it: the changes, the stored tracks; continues; is notified.',
  ]);
  expect(checkWords([file(text, "tests/a.ts")]).problems).toEqual([]);
});

test("refuses `is no X`, and British spelling outside what is published or searched for", () => {
  const { problems } = checkWords([
    file("// It is no file. There is no file, and it is no longer one.\nconst neighbours = colour;"),
    file('themeWords: "color colour",\nlayout: "centre", colours.length, toColourspace("grey16")'),
  ]);
  expect(problems).toEqual([
    'a.ts:1: "is no file": is not a, are not.',
    'a.ts:2: "neighbours": the American spelling.',
    'a.ts:2: "colour": the American spelling.',
  ]);
});
