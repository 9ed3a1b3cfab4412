import { afterEach, expect, expectTypeOf, test, vi } from "vitest";
import { formatText } from "./catalog.ts";
import type { Catalog, Text, ValuesFor } from "./catalog.ts";
import { en } from "./en/index.ts";
import { languageCode, setTexts, setLanguage, t } from "./index.ts";
import { bestLanguage, languages, offeredLanguages } from "./languages.ts";

const english = { plurals: new Intl.PluralRules("en"), numbers: new Intl.NumberFormat("en") };

afterEach(() => setLanguage("en"));

test("a text fills its placeholders", () => {
  expect(t("common.cancel")).toBe("Cancel");
  expect(t("media.error.request", { name: "a.mp4", detail: "404" })).toContain("a.mp4 could not be loaded: 404");
});

test("plural forms follow the count", () => {
  const text = { one: "{count} change", other: "{count} changes" };
  expect(formatText(text, { count: 1 }, english)).toBe("1 change");
  expect(formatText(text, { count: 0 }, english)).toBe("0 changes");
});

test("amounts are written as the language writes them, and names that are numbers as they are", async () => {
  expect(t("shell.runningJobs", { count: 12345 })).toBe("12,345 jobs are running");
  await setLanguage("de");
  expect(t("shell.runningJobs", { count: 12345 })).toBe("12.345 Jobs laufen");
  expect(formatText("{frame}: {count}", { frame: 12345, count: "12345" }, english)).toBe("12345: 12345");
});

test("a missing value leaves its placeholder visible", () => {
  expect(formatText("{name} of {total}", { name: "x" }, english)).toBe("x of {total}");
});

test("a language has the words of every part that is loaded", async () => {
  await setLanguage("de");
  expect(languageCode()).toBe("de");
  expect([t("common.cancel"), t("account.tab.login")]).toEqual(["Abbrechen", "Anmelden"]);
  expect(t("shell.runningJobs", { count: 1 })).toBe("1 Job läuft");
});

test("a page that is opened while its language is on the way is not left without words", async () => {
  vi.resetModules();
  const fresh = await import("./index.ts");
  await Promise.all([fresh.loadTexts("pages"), fresh.setLanguage("de"), fresh.loadTexts("viewer")]);
  expect([fresh.t("jobs.cancel"), fresh.t("viewer.saved")]).toEqual(["Job abbrechen", "Gespeichert"]);
  // The last call wins.
  await Promise.all([fresh.setLanguage("en"), fresh.setLanguage("de"), fresh.setLanguage("en")]);
  expect(fresh.t("viewer.saved")).toBe("Saved");
});

test("the language is the first one offered of those a browser asks for, else English", () => {
  expect(bestLanguage(["de-AT", "en"])).toBe("de");
  expect(bestLanguage(["fr-CH", "en-GB", "de"])).toBe("en");
  expect(bestLanguage(["fr"])).toBe("en");
  // It is never offered, nor chosen as the best match.
  expect(offeredLanguages).not.toContain(bestLanguage(["en-XA"]) === "en" ? "en-XA" : "en");
});

test("the pseudo-language marks every text and keeps the placeholders", async () => {
  await setLanguage("en-XA");
  expect(t("common.cancel")).toMatch(/^⟦Cancel~+⟧$/);
  expect(t("shell.runningJobs", { count: 2 })).toMatch(/^⟦2 jobs are running~+⟧$/);
});

test("a key that is not there is shown", () => {
  setTexts("en", {});
  expect(t("common.cancel")).toBe("common.cancel");
});

const others = offeredLanguages.filter((code) => code !== "en");

test.each(others)("%s names the placeholders that English names, in every text", async (code) => {
  const placeholders = (text: Text) =>
    [...new Set((typeof text === "string" ? text : Object.values(text).join()).match(/\{\w+\}/g))].toSorted();
  const load = Object.values(languages[code].load);
  const translated = Object.assign({}, ...(await Promise.all(load.map((part) => part())))) as Catalog;
  let looked = 0;
  for (const [area, texts] of Object.entries<Catalog[string]>(en))
    for (const [key, text] of Object.entries(texts)) {
      const other = translated[area]?.[key] ?? "";
      expect([area, key, placeholders(other)]).toEqual([area, key, placeholders(text)]);
      expect(JSON.stringify(other)).not.toMatch(/"\s*"|"\s|\s"/);
      looked += 1;
    }
  expect(looked).toBeGreaterThan(1000);
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
  // A composed key, t(`jobs.status.${status}`), uses every text that starts like it.
  const beginnings = sources.flatMap((source) => source.match(/(?<=`)\w+\.[\w.-]*(?=\$\{)/g) ?? []);
  const keys = Object.entries(en).flatMap(([area, texts]) => Object.keys(texts).map((key) => `${area}.${key}`));
  expect(keys.filter((key) => !named.has(key) && !beginnings.some((start) => key.startsWith(start)))).toEqual([]);
});
