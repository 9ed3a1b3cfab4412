import { afterEach, expect, expectTypeOf, test } from "vitest";
import { formatText } from "./catalogue.ts";
import type { ValuesFor } from "./catalogue.ts";
import { en } from "./en/index.ts";
import { languageCode, setLanguage, t } from "./index.ts";

const plurals = new Intl.PluralRules("en");

afterEach(() => setLanguage("en", {}));

test("a text fills its placeholders", () => {
  expect(t("common.cancel")).toBe("Cancel");
  expect(t("media.error.request", { name: "a.mp4", detail: "404" })).toContain("a.mp4 could not be loaded: 404");
});

test("plural forms follow the count", () => {
  const text = { one: "{count} change", other: "{count} changes" };
  expect(formatText(text, { count: 1 }, plurals)).toBe("1 change");
  expect(formatText(text, { count: 0 }, plurals)).toBe("0 changes");
});

test("a missing value leaves its placeholder visible", () => {
  expect(formatText("{name} of {total}", { name: "x" }, plurals)).toBe("x of {total}");
});

test("a translation replaces what it has and falls back to English", () => {
  setLanguage("de", { common: { cancel: "Abbrechen" } });
  expect(languageCode()).toBe("de");
  expect(t("common.cancel")).toBe("Abbrechen");
  expect(t("common.save")).toBe("Save");
});

test("keys and placeholders are known to the compiler", () => {
  type Sample = { a: { plain: "x"; two: "{first} and {second}"; many: { one: "{count} of {total}"; other: "all" } } };
  expectTypeOf<ValuesFor<Sample, "a.plain">>().toEqualTypeOf<[]>();
  expectTypeOf<ValuesFor<Sample, "a.two">>().toEqualTypeOf<
    [values: Readonly<Record<"first" | "second", string | number>>]
  >();
  expectTypeOf<ValuesFor<Sample, "a.many">>().toEqualTypeOf<
    [values: Readonly<Record<"count" | "total", string | number>>]
  >();
  // @ts-expect-error no such key
  expect(t("common.nothing")).toBe("common.nothing");
});

test("no English text is empty or has an unclosed placeholder", () => {
  const texts = Object.values(en).flatMap((area) =>
    Object.values(area).flatMap((text: string | object) => (typeof text === "string" ? [text] : Object.values(text))),
  );
  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts) {
    expect(text.trim()).toBe(text);
    expect(text).not.toBe("");
    expect(text.replace(/\{\w+\}/g, "")).not.toMatch(/[{}]/);
  }
});

test("every English text has a caller", () => {
  const sources = Object.entries(
    import.meta.glob<string>(["../../**/*.{ts,tsx}", "!../texts/**", "!../../**/*.test.ts"], {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([, source]) => source);
  expect(sources.length).toBeGreaterThan(100);
  const named = new Set(sources.flatMap((source) => source.match(/(?<=["`])\w+\.[\w.-]+(?=["`])/g) ?? []));
  // A key that is put together, t(`jobs.status.${status}`), calls every text that begins like it.
  const beginnings = sources.flatMap((source) => source.match(/(?<=`)\w+\.[\w.-]*(?=\$\{)/g) ?? []);
  const keys = Object.entries(en).flatMap(([area, texts]) => Object.keys(texts).map((key) => `${area}.${key}`));
  expect(keys.filter((key) => !named.has(key) && !beginnings.some((start) => key.startsWith(start)))).toEqual([]);
});
