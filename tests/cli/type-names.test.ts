/** A table with codes of types in a folder: their names are in the table next to it, as OpenImages is downloaded. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runInProcess } from "./in-process.ts";

vi.setConfig({ testTimeout: 60_000 });

const input = fileURLToPath(new URL("../corpus/strange/named/open-images", import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-type-names-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["the folder", input, "all"],
  ["the table alone", join(input, "validation-annotations-bbox.csv"), "one"],
])("%s: types get the names next to the table, which are not read as a file", async (_, path, name) => {
  const output = join(folder, name);
  mkdirSync(output);
  const options = ["--to", "dive-json", "-o", output, "--style", "compact", "--image-size", "100x80"];
  const { stderr } = await runInProcess(["convert", path, ...options]);
  expect(stderr).not.toContain("class-descriptions");
  const [file = "", ...others] = readdirSync(output);
  expect(others).toEqual([]);
  const { tracks } = JSON.parse(readFileSync(join(output, file), "utf8")) as {
    tracks: Record<string, { confidencePairs: [string, number][] }>;
  };
  expect(Object.values(tracks).map(({ confidencePairs: [pair] }) => pair?.[0])).toEqual(["Fish", "Crab"]);
});
