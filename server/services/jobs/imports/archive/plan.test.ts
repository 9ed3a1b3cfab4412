import { expect, test } from "vitest";

import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import { findPlaces } from "../../../../domain/archive-plan.ts";
import type { FolderRecord } from "../../../../ports/records.ts";
import { type ArchivePlan, planArchive } from "./plan.ts";
import type { JsonDocument, OpenedArchive } from "./read.ts";

const folder = { id: "folder", name: "Survey", meta: {} } as unknown as FolderRecord;

const fileOf = (path: string, size = 10): ArchivedFile => ({ path, size }) as unknown as ArchivedFile;

/** An archive of these files; documents are the content of configurations. */
function archiveOf(
  paths: readonly string[],
  documents: Readonly<Record<string, JsonDocument>> = {},
  more: Partial<OpenedArchive> = {},
): OpenedArchive {
  const files = [...paths, ...Object.keys(documents)].map((path) => fileOf(path));
  const read = files.flatMap((file): [ArchivedFile, JsonDocument][] => {
    const document = documents[file.path];
    return document === undefined ? [] : [[file, document]];
  });
  return { name: "a.zip", guessedEncoding: undefined, ...findPlaces(files), documents: new Map(read), ...more };
}

const summary = ({ datasets }: ArchivePlan) =>
  datasets.map(({ name, meta, files, parent }) => [name, meta, [...files.keys()], parent?.name]);

test("one folder of pictures becomes the folder itself, and waits for its annotations", () => {
  const plan = planArchive(archiveOf(["images/a.png", "images/b.png", "labels.json"]), folder);
  expect(summary(plan)).toEqual([
    ["images", { type: "image-sequence", fps: 1, awaitsAnnotations: true }, ["a.png", "b.png"], undefined],
  ]);
  expect(plan.datasetInPlace).toBe(plan.datasets[0]);
  expect(plan.annotations.map(({ path, about }) => [path, about.map(({ of }) => of)])).toEqual([
    ["labels.json", [plan.datasets[0]]],
  ]);
  expect(plan.entries).toEqual([]);
});

test("several datasets get folders, and files without a place get entries", () => {
  const paths = ["north/a.png", "south/a.png", "model.pkl"];
  const plan = planArchive(archiveOf(paths, {}, { guessedEncoding: "cp437" }), folder);
  expect(plan.datasets.map(({ name }) => name)).toEqual(["north", "south"]);
  expect(plan.datasetInPlace).toBeUndefined();
  expect(plan.entries.map(({ what, where }) => [what, where])).toEqual([
    ["guessed", "a.zip"],
    ["left-out", "model.pkl"],
  ]);
});

test("an export keeps the files that its configuration names", () => {
  const configuration = {
    type: "video",
    fps: 5,
    video: { filename: "shown.mp4" },
    sourceVideo: { filename: "original.avi" },
  };
  const paths = ["shown.mp4", "original.avi", "other.mp4", "result.json", "result.csv", "metadata/depth.csv"];
  const plan = planArchive(archiveOf(paths, { "meta.json": configuration }), folder);
  expect(summary(plan)).toEqual([
    ["Survey", { type: "video", fps: 5 }, ["shown.mp4", "meta.json", "result.json"], undefined],
  ]);
  expect(plan.datasets[0]?.sourceVideo?.[0]).toBe("original.avi");
  expect(plan.datasets[0]?.attachment?.[0]).toBe("depth.csv");
});

test("an incomplete export is refused", () => {
  const configuration = { type: "image-sequence", imageData: [{ filename: "a.png" }, { filename: "b.png" }] };
  const archive = archiveOf(["a.png"], { "meta.json": configuration });
  expect(() => planArchive(archive, folder)).toThrow("Survey: the archive lacks b.png, which meta.json names.");
});

test("a rig is followed by its cameras", () => {
  const camera = { type: "image-sequence", fps: 1, imageData: [{ filename: "a.png" }] };
  const documents = {
    "multiCam.json": { cameras: { left: { type: "image-sequence" }, right: { type: "image-sequence" } } },
    "config.json": { type: "multi", subType: "multicam" },
    "left/config.json": camera,
    "right/config.json": camera,
  };
  const plan = planArchive(archiveOf(["left/a.png", "right/a.png"], documents), folder);
  expect(plan.datasets.map(({ name, parent }) => [name, parent?.name])).toEqual([
    ["Survey", undefined],
    ["left", "Survey"],
    ["right", "Survey"],
  ]);
  expect(plan.datasetInPlace).toBe(plan.datasets[0]);
});

test("media without any bytes are refused", () => {
  const archive = archiveOf([], {}, { others: [fileOf("a.png", 0), fileOf("b.png", 0)] });
  expect(() => planArchive(archive, folder)).toThrow("all 2 pictures and videos in the archive are empty");
});

test("an archive without media says so", () => {
  const plan = planArchive(archiveOf(["tracks.csv"]), folder);
  expect(plan.datasets).toEqual([]);
  expect(plan.refusal).toMatch(/^Could not Validate media Files\nSurvey: /);
});
