/** Lists of a site, page by page. */
import { expect, test } from "vitest";
import { CliError } from "../base/process/errors.ts";
import { paged } from "./pages.ts";

const all = async <T>(read: (page: { limit: number; offset: number }) => Promise<readonly T[]>): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of paged(read)) found.push(one);
  return found;
};

test("pages are read until one is not full", async () => {
  const things = Array.from({ length: 1203 }, (_, n) => n);
  expect(await all(async ({ limit, offset }) => things.slice(offset, offset + limit))).toEqual(things);
});

test("an answer that is not a list is a failure of the site, not of the program", async () => {
  for (const answer of [null, { message: "Maintenance" }, "[]"]) {
    await expect(all(async () => answer as unknown as readonly number[])).rejects.toBeInstanceOf(CliError);
  }
});
