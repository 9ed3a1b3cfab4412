/** The colors of types that define none. */
import { expect, test } from "vitest";
import { colorOfType } from "#core/type-colors";
import { createTypeStyles } from "./type-styles.ts";

test("a type's color is its name's, whatever other types come and go", () => {
  let types: readonly string[] = ["fish"];
  const styles = createTypeStyles(
    () => types,
    () => ({}),
  );
  expect(styles.of("fish").color).toBe(colorOfType("fish"));
  types = Array.from({ length: 40 }, (_, index) => `type ${index}`);
  for (const type of types) expect(styles.of(type).color).toBe(colorOfType(type));
  expect(styles.of("fish").color).toBe(colorOfType("fish"));
});

test("what is stored comes first, then what was made here", () => {
  const made = new Map([
    ["fish", "#111111"],
    ["crab", "#222222"],
  ]);
  const styles = createTypeStyles(
    () => [],
    () => ({ crab: { color: "#333333" } }),
    made,
  );
  expect(styles.of("fish").color).toBe("#111111");
  expect(styles.of("crab").color).toBe("#333333");
});
