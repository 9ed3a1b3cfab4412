/** Which files a server receives unchanged, and what it receives of the others. */
import { expect, test } from "vitest";
import { createCore } from "../index.ts";
import { readAnnotationFile } from "./annotation-formats.ts";
import { configurationNameOf, isSentAsIs, sentFormOf } from "./sent-form.ts";

test("files that a server reads by name are sent unchanged; other formats and names are not", () => {
  expect(isSentAsIs("viame-csv", "a.CSV")).toBe(true);
  expect(isSentAsIs("mot", "gt.csv")).toBe(true);
  expect(isSentAsIs("mot", "gt.txt")).toBe(false);
  expect(isSentAsIs("viame-csv", "tracks.txt")).toBe(false);
  expect(isSentAsIs("kwcoco", "a.kwcoco.json")).toBe(true);
  expect(isSentAsIs("dive-config", "reef.json")).toBe(true);
  expect(isSentAsIs("kpf", "a.geom.yml")).toBe(true);
  expect(isSentAsIs("cvat-xml", "task.xml")).toBe(false);
  expect(isSentAsIs("yolo", "reef.zip")).toBe(false);
  expect(isSentAsIs("dive-json", "json")).toBe(false);
});

test("a configuration is sent under a name that servers read", () => {
  expect(["reef.json", "A.JSON", "reef.txt", "reef"].map(configurationNameOf)).toEqual([
    "reef.json",
    "A.JSON",
    "reef.json",
    "reef.json",
  ]);
});

test("the others become DIVE JSON of the same tracks, under a name that says so", async () => {
  const core = await createCore();
  const bytes = new TextEncoder().encode("1,7,10,20,30,40,1,-1,-1,-1\n2,7,11,20,30,40,1,-1,-1,-1\n");
  await readAnnotationFile(core, bytes, { name: "run.1/gt.txt" });
  const sent = sentFormOf(core, "run.1/gt.txt");
  expect(sent.name).toBe("run.1/gt.json");
  expect(sent.losses).toEqual([]);
  const again = await createCore();
  expect(await readAnnotationFile(again, sent.bytes)).toMatchObject({
    format: "dive-json",
    trackCount: 1,
    detectionCount: 2,
  });
});
