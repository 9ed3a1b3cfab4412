import { expect, test } from "vitest";
import { internalErrorText } from "./internal-error-text.ts";

test("a menu or dialog that cannot be fetched is said as what it is, in the words of every browser", () => {
  const words = [
    "Failed to fetch dynamically imported module: http://host/assets/MenuLayer-1.js",
    "error loading dynamically imported module: http://host/assets/MenuLayer-1.js",
    "Importing a module script failed.",
    "Unable to preload CSS for /assets/MultiCamDialog-1.css",
  ];
  for (const message of words) {
    expect(internalErrorText(new TypeError(message))).toMatch(/^Could not load this part of the application/);
  }
});

test("any other error is shown in its own words", () => {
  expect(internalErrorText(new Error("x is undefined"))).toMatch(/may not have completed: x is undefined$/);
  expect(internalErrorText("thrown")).toContain("thrown");
});
