/** What a page loads of script does not grow unnoticed. No browser is needed, only the built application. */
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { measurePages } from "../tools/page-sizes.ts";

test("no page loads more script than docs/page-sizes.md allows it", () => {
  const measured = measurePages(fileURLToPath(new URL("../../dist/web", import.meta.url)));
  expect(measured.length).toBeGreaterThan(4);
  expect(measured.filter(({ kilobytes, limit }) => kilobytes > limit)).toEqual([]);
});
