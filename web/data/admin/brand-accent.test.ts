import { expect, test } from "vitest";
import { toBrand } from "../../api/site.ts";
import { withAccent } from "./brand-accent.ts";

test("a color is put where existing clients read it, and taken out again, with all else as it was", () => {
  const colored = withAccent({ name: "Reef Lab" }, "#c8102e");
  expect(colored).toEqual({
    name: "Reef Lab",
    vuetify: { theme: { themes: { dark: { primary: "#c8102e" }, light: { primary: "#c8102e" } } } },
  });
  expect(toBrand(colored).accent).toBe("#c8102e");
  expect(withAccent(colored, "")).toEqual({ name: "Reef Lab" });

  const theirs = { vuetify: { icons: "mdi", theme: { dark: true, themes: { dark: { error: "#ff0000" } } } } };
  const both = withAccent(theirs, "#c8102e");
  expect(both.vuetify).toMatchObject({ icons: "mdi", theme: { dark: true, themes: { dark: { error: "#ff0000" } } } });
  expect(withAccent(both, "")).toEqual(theirs);
});

test("what is not a color is none, no matter who stored it", () => {
  for (const primary of ["red", "#fff", "#c8102e; } body { display: none", 7, null])
    expect(toBrand({ vuetify: { theme: { themes: { dark: { primary } } } } }).accent).toBeUndefined();
  for (const vuetify of [null, "x", [], { theme: null }, { theme: { themes: "x" } }])
    expect(toBrand({ vuetify }).accent).toBeUndefined();
});
