/** Files that `wakeline upload` sends with videos: annotation files with the same name. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiClient } from "#schemas/client";

import { planBatch, readBatches } from "../../cli/base/upload/upload-plan.ts";
import { validateFiles } from "../../server/domain/validate-files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-pairs-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names are sorted by the server's own rules. */
const client = {
  call: async (_route: string, { body }: { body: readonly string[] }) => validateFiles(body),
} as unknown as ApiClient;

async function plan(files: readonly string[], named: readonly string[] = []) {
  const place = mkdtempSync(join(folder, "set-"));
  for (const name of files) writeFileSync(join(place, name), "x");
  const paths = named.length === 0 ? [place] : named.map((name) => join(place, name));
  const datasets = (await Promise.all((await readBatches(paths, {})).map((one) => planBatch(client, one, {})))).flat();
  return {
    sent: datasets
      .map(({ name, files: own }): [string, string[]] => [name, own.map((file) => file.name)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    out: datasets.flatMap(({ leftOut }) => leftOut.map(({ file }) => file.slice(place.length + 1))).toSorted(),
  };
}

test("a video that is named brings the annotations of its name, and no others", async () => {
  const files = ["cam0.mp4", "cam0.csv", "cam1.csv", "notes.json"];
  expect(await plan(files, ["cam0.mp4"])).toEqual({ sent: [["cam0", ["cam0.mp4", "cam0.csv"]]], out: [] });
  const several = ["cam0.mp4", "cam0.csv", "cam0.json"];
  expect(await plan(several, ["cam0.mp4"])).toEqual({ sent: [["cam0", ["cam0.mp4"]]], out: ["cam0.csv", "cam0.json"] });
});

test("each of several videos gets the file of its name; the rest is named", async () => {
  const pairs = await plan(["a.mp4", "A.csv", "Fa\u0308nge.mp4", "F\u00e4nge.json", "other.csv", "notes.txt"]);
  expect(pairs.sent).toEqual([
    ["Fa\u0308nge", ["Fa\u0308nge.mp4", "F\u00e4nge.json"]],
    ["a", ["a.mp4", "A.csv"]],
  ]);
  expect(pairs.out).toEqual(["notes.txt", "other.csv"]);
});

test("empty pictures are left out by name", async () => {
  const place = mkdtempSync(join(folder, "empty-"));
  for (const [name, content] of Object.entries({ "a.png": "x", "b.png": "", "c.jfif": "x" })) {
    writeFileSync(join(place, name), content);
  }
  const [batch] = await readBatches([place], {});
  const [dataset] = batch === undefined ? [] : await planBatch(client, batch, {});
  expect(dataset?.files.map(({ name }) => name).toSorted()).toEqual(["a.png", "c.jfif"]);
  expect(dataset?.leftOut).toEqual([{ file: join(place, "b.png"), reason: "it is empty (0 bytes)" }]);
});

test("a name that fits several videos, or a video with several files, is left to the person", async () => {
  const pairs = await plan(["a.mp4", "a.mov", "a.csv", "b.mp4", "b.csv", "b.json"]);
  expect(pairs.sent.map(([, files]) => files.join()).toSorted()).toEqual(["a.mov", "a.mp4", "b.mp4"]);
  expect(pairs.out).toEqual(["a.csv", "b.csv", "b.json"]);
});
