/** The colours of types that nobody has given one. */
import { expect, test } from "vitest";
import { createTypeStyles, typePalette } from "./type-styles.ts";

const colors = (types: readonly string[]): Record<string, string> => {
  const styles = createTypeStyles(
    () => types,
    () => ({}),
  );
  return Object.fromEntries(types.map((type) => [type, styles.of(type).color]));
};

test("does not depend on which type came up first", () => {
  expect(colors(["car", "bike", "person", "sign"])).toEqual(colors(["person", "sign", "bike", "car"]));
  expect(colors(["sign", "bike"])["bike"]).toBe(colors(["car", "bike", "person"])["bike"]);
});

test("is another one for each type, as long as there are enough", () => {
  const types = typePalette.map((_, index) => `type ${index}`);
  expect(new Set(Object.values(colors(types))).size).toBe(typePalette.length);
  expect(typePalette).toContain(colors([...types, "one more"])["one more"]);
});

test("stays while the dataset is open, whatever comes and goes", () => {
  let types: readonly string[] = ["fish"];
  const styles = createTypeStyles(
    () => types,
    () => ({}),
  );
  const before = styles.of("fish").color;
  types = typePalette.map((_, index) => `type ${index}`);
  for (const type of types) styles.of(type);
  expect(styles.of("fish").color).toBe(before);
  expect(styles.of("nobody's").color).toMatch(/^#/);
});
