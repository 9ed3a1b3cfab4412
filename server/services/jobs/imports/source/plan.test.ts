import { expect, test } from "vitest";

import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../../../ports/records.ts";
import type { FoundFile, ImportedFile } from "./files.ts";
import { planSource, type SourceToPlan } from "./plan.ts";

const folderOf = (id: string, meta: FolderRecord["meta"] = {}): FolderRecord =>
  ({ id, name: id, meta }) as unknown as FolderRecord;

function found(path: string, etag = "1"): [string, FoundFile] {
  const file = { path, size: 10 } as unknown as ArchivedFile;
  return [path, { file, object: { key: path, etag, size: 10 } as FoundFile["object"] }];
}

/** A file of an earlier import. */
function imported(path: string, folder: FolderRecord, etag = "1"): [string, ImportedFile] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const item = { id: `item of ${path}`, name, folderId: folder.id, meta: {} } as unknown as ItemRecord;
  const file = { id: `file of ${path}`, content: { kind: "source", source: "s", key: path, etag } };
  return [path, { file: file as unknown as FileRecord, item, folder }];
}

const plan = (source: Partial<SourceToPlan>, signal = new AbortController().signal) =>
  planSource(
    {
      sourceName: "archive of the ship",
      destination: folderOf("destination"),
      found: new Map(),
      imported: new Map(),
      leftOut: [],
      annotated: new Set<string>(),
      ...source,
    },
    signal,
  );

test("each folder of pictures and each video becomes a dataset", async () => {
  const { imports, entries } = await plan({
    found: new Map([found("reef/a.png"), found("reef/b.png"), found("dive.mp4"), found("notes.docx")]),
  });
  expect(imports.map(({ dataset, target, files, ...one }) => [dataset.name, target, files.length, one])).toEqual([
    ["dive", { folders: [], name: "dive" }, 1, { existing: undefined, needsMediaCheck: true, hasAnnotations: false }],
    ["reef", { folders: [], name: "reef" }, 2, { existing: undefined, needsMediaCheck: true, hasAnnotations: false }],
  ]);
  expect(entries.lines()).toEqual(["notes.docx is not a kind of file that can be imported, and was left out."]);
});

test("a cancelled import stops while it is planned", async () => {
  const cancelled = new AbortController();
  const files = Array.from({ length: 100 }, (_, n) => found(`${n}/a.png`));
  const reads = { ...folderOf("destination") };
  // Asked for its frame rate before the first dataset is planned.
  Object.defineProperty(reads, "meta", {
    get: () => {
      cancelled.abort(new Error("cancelled"));
      return {};
    },
  });
  await expect(plan({ found: new Map(files), destination: reads }, cancelled.signal)).rejects.toThrow("cancelled");
});

test("the time to plan grows with the number of files", async () => {
  const millisecondsFor = async (folders: number): Promise<number> => {
    const numbers = Array.from({ length: folders }, (_, n) => n);
    const datasets = numbers.map((n) => folderOf(`dataset ${n}`, { type: "image-sequence", fps: 1, annotate: true }));
    const source = {
      found: new Map(numbers.flatMap((n) => ["a.png", "b.png", "a.txt"].map((name) => found(`${n}/${name}`)))),
      imported: new Map(numbers.map((n) => imported(`${n}/a.png`, datasets[n]!))),
    };
    const { cpuUsage } = process;
    const before = cpuUsage();
    expect((await plan(source)).imports.every(({ files }) => files.length === 1)).toBe(true);
    const { user, system } = cpuUsage(before);
    return (user + system) / 1000;
  };
  await millisecondsFor(250);
  const [few, many] = [await millisecondsFor(500), await millisecondsFor(4000)];
  // Eight times as many: 64 times as long if it were quadratic.
  expect(many / few).toBeLessThan(24);
});

test("pictures are added to the dataset of an earlier import only after its pictures", async () => {
  const reef = folderOf("reef", { type: "image-sequence", fps: 1, annotate: true });
  const names = ["reef/b2.png", "reef/a.png", "reef/b10.png"];
  const { imports, entries } = await plan({
    found: new Map(names.map((name) => found(name))),
    imported: new Map([imported("reef/b2.png", reef)]),
  });
  expect(imports.map(({ existing, files }) => [existing?.id, files.map(({ name }) => name)])).toEqual([
    ["reef", ["b10.png"]],
  ]);
  expect(imports[0]).toMatchObject({ needsMediaCheck: false });
  expect(entries.lines()[0]).toMatch(/^a\.png comes before existing pictures/);
});

test("files that changed or are gone are found by their fingerprints", async () => {
  const reef = folderOf("reef", { type: "image-sequence", annotate: true });
  const { changed, entries } = await plan({
    found: new Map([found("reef/a.png"), found("reef/b.png", "2")]),
    imported: new Map(["reef/a.png", "reef/b.png", "reef/c.png"].map((path) => imported(path, reef))),
  });
  expect(changed.map(({ file, object }) => [file.item.name, object.etag])).toEqual([["b.png", "2"]]);
  const [replaced, gone, ...others] = entries.lines();
  expect(replaced).toMatch(/^reef\/b\.png .*now 2/);
  expect(gone).toMatch(/^reef\/c\.png is no longer in its media source/);
  expect(others).toEqual([]);
});

test("annotations of datasets that have some are not imported again", async () => {
  const reef = folderOf("reef", { type: "image-sequence", annotate: true });
  const source = {
    found: new Map([found("reef/a.png"), found("reef/tracks.csv")]),
    imported: new Map([imported("reef/a.png", reef)]),
  };
  expect((await plan(source)).annotations.map(({ path }) => path)).toEqual(["reef/tracks.csv"]);
  const annotated = new Set(["reef"]);
  expect((await plan({ ...source, annotated })).annotations).toEqual([]);
});
