/** The stored style for given field values. */
import { expect, test } from "vitest";
import { isFormValid, nameOf, toStoredStyle, type StyleForm } from "./style-form.ts";

const form = (name: string): StyleForm => ({
  name,
  color: "#ff0000",
  thickness: undefined,
  fill: false,
  opacity: 1,
  showLabel: true,
  showConfidence: true,
  suppress: false,
});

test("a name that is not touched stays byte for byte; blanks around what is typed are dropped, and blanks alone are not a name", () => {
  expect(nameOf(form(" cod"), form(" cod"))).toBe(" cod");
  expect(nameOf(form(" eel "), form(" cod"))).toBe("eel");
  expect(isFormValid(form("\t"), form("\t"))).toBe(true);
  expect(isFormValid(form("  "), form("cod"))).toBe(false);
});

test("a region in which nothing counts is stored as that, and nothing is when it is none", () => {
  expect(toStoredStyle({ ...form("glare"), suppress: true }, { frameLabel: 2 })).toMatchObject({
    suppress: true,
    frameLabel: 2,
  });
  expect(toStoredStyle(form("glare"), { suppress: true })).not.toHaveProperty("suppress");
});
