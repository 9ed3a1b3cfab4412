/** Annotation files over HTTP: import through postprocess, export, and refusals. */
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { encode } from "fast-png";

import { colorForNew, colorOfType } from "#core/type-colors";
import { uploadFile } from "#schemas";

import type { Actor } from "../../server/services/access/actor.ts";
import { AnnotationWork } from "../../server/services/annotations/annotation-work/annotation-work.ts";
import { track, trackIdsOf } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { sharedData } from "../support/shared-data.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

async function save(folderId: string, body: object): Promise<void> {
  await owner.client.call("annotation.save", { folderId, body });
}

const idsOf = (folderId: string, query: { set?: string; revision?: number } = {}): Promise<number[]> =>
  trackIdsOf(owner.client, folderId, query);

/** Uploads an annotation file into a dataset and imports it. */
async function importFile(
  folderId: string,
  name: string,
  content: string | Buffer,
  options: object = {},
): Promise<string[]> {
  const target = { parentType: "folder", parentId: folderId, name } as const;
  await uploadFile(owner.client, target, new Blob([typeof content === "string" ? content : new Uint8Array(content)]));
  const reply = await owner.client.call("rpc.postprocess", { id: folderId, skipJobs: true, ...options });
  return reply.warnings;
}

async function exportFile(folderId: string, format: string, more = ""): Promise<{ text: string; headers: Headers }> {
  const path = `/api/v1/dive_annotation/export?folderId=${folderId}&format=${format}${more}`;
  const response = await server.fetch(path, { token: owner.token });
  expect(response.status).toBe(200);
  return { text: await response.text(), headers: response.headers };
}

test("types of a file that would look the same get colors of their own, which stay whatever comes later", async () => {
  // Three names with one default color, by chance.
  const all = Array.from({ length: 100 }, (_, at) => `type ${at}`);
  const [first = "", second = "", third = ""] = all.filter((type) => colorOfType(type) === colorOfType("type 0"));
  const row = (track: number, type: string): string => `${track},image-0.png,0,1,2,3,4,0.9,-1,${type},0.9`;
  const id = await createImageDataset(owner.client, "look-alikes");
  const colorsOf = async (): Promise<unknown> => {
    const { meta } = await owner.client.call("folder.get", { id });
    return meta["customTypeStyling"];
  };
  await importFile(id, "a.csv", [row(0, first), row(1, first), row(2, second)].join("\n"));
  const given = (type: string, ...others: readonly string[]) => ({
    [type]: { color: colorForNew(type, new Set(others)), colorOnly: true },
  });
  const [ofFirst, ofSecond] = [colorOfType(first), colorForNew(second, new Set([colorOfType(first)]))];
  expect(await colorsOf()).toEqual(given(second, ofFirst));
  // Types that were there keep their colors, however many tracks of others come.
  const rows = Array.from({ length: 9 }, (_, at) => row(at, third));
  await importFile(id, "b.csv", [...rows, row(10, first)].join("\n"), { additive: true });
  expect(await colorsOf()).toEqual({ ...given(second, ofFirst), ...given(third, ofFirst, ofSecond) });
  // A color defines no type: a list of types is binding only if it was made by hand.
  const body = { datasetIds: [id], rules: ["type-unlisted"] };
  expect((await owner.client.call("review.entries", { body })).entries).toEqual([]);
});

test("[S-API-43] in both formats, a saved track comes out as DIVE JSON and as VIAME CSV, and goes in again", async () => {
  const id = await createImageDataset(owner.client, "Round Trip");
  await save(id, { tracks: { upsert: [track(1), track(2, "seal")] } });
  const json = await exportFile(id, "dive_json");
  expect(json.headers.get("content-type")).toBe("application/json");
  expect(json.headers.get("content-disposition")).toContain("round-trip.dive.json");
  expect(JSON.parse(json.text)).toMatchObject({ version: 2, tracks: { 1: { id: 1 }, 2: { id: 2 } }, groups: {} });

  const csv = await exportFile(id, "viame_csv");
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect(csv.headers.get("content-disposition")).toContain("round-trip.csv");
  const lines = csv.text.split("\r\n");
  expect(lines[0]).toMatch(/^# 1: Detection or Track-id,/);
  expect(lines[1]).toMatch(/^# metadata,.*"exported_by: ""dive:python"""/);
  expect(lines[2]).toBe("1,image-0.png,0,1,2,30,40,0.75,-1,fish,0.75");
  expect(lines).toHaveLength(7);

  for (const [name, text] of [
    ["again.json", json.text],
    ["again.csv", csv.text],
  ] as const) {
    const other = await createImageDataset(owner.client, `round trip ${name}`);
    expect(await importFile(other, name, text)).toEqual([]);
    expect(await idsOf(other)).toEqual([1, 2]);
  }
});

test("[S-API-43] at a revision: an export says of which revision it is, and one that is not there is refused", async () => {
  const id = await createImageDataset(owner.client, "revisions of exports");
  await save(id, { tracks: { upsert: [track(1)] } });
  await save(id, { tracks: { upsert: [track(2)] } });
  await save(id, { set: "other", tracks: { upsert: [track(3)] } });
  // Revision numbers count over all sets.
  expect((await exportFile(id, "viame_csv")).headers.get("wakeline-revision")).toBe("3");
  for (const [revision, ids] of [
    ["2", ["1", "2"]],
    ["1", ["1"]],
    ["0", []],
  ] as const) {
    const { text, headers } = await exportFile(id, "dive_json", `&revisionId=${revision}`);
    expect(headers.get("wakeline-revision")).toBe(revision);
    expect(Object.keys((JSON.parse(text) as { tracks: object }).tracks)).toEqual(ids);
  }
  const path = `/api/v1/dive_annotation/export?folderId=${id}&revisionId=4`;
  const response = await server.fetch(path, { token: owner.token });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: "There is no revision 4: the latest one is 3.",
    type: "validation",
    field: "revisionId",
  });
});

test("boxes with fractions come out as they went in; a client that knows whole pixels alone may move them", async () => {
  const id = await createImageDataset(owner.client, "Fractions");
  const boxes = Array.from({ length: 40 }, (_, n) => [n * 1.37, n / 3, 10.5 + n * 0.01, 7 + n / 7] as const);
  const coco = {
    images: [{ id: 1, file_name: "image-0.png" }],
    categories: [{ id: 1, name: "fish" }],
    annotations: boxes.map((bbox, n) => ({ id: n + 1, image_id: 1, category_id: 1, bbox })),
  };
  await importFile(id, "boxes.json", JSON.stringify(coco));
  const exported = async (): Promise<(readonly number[])[]> => {
    const { text } = await exportFile(id, "coco_json");
    const { annotations } = JSON.parse(text) as { annotations: { bbox: number[] }[] };
    return annotations.map(({ bbox }) => bbox.map((value) => Math.round(value * 1e9) / 1e9));
  };
  const rounded = boxes.map((box) => box.map((value) => Math.round(value * 1e9) / 1e9));
  expect(await exported()).toEqual(rounded);

  const tracks = (await owner.client.call("annotation.tracks", { folderId: id })) as unknown as {
    id: number;
    features: { bounds: number[]; exactBounds?: number[] }[];
  }[];
  for (const { features } of tracks) expect(features[0]?.bounds.every(Number.isInteger)).toBe(true);
  const [kept, moved] = [tracks[3]!, tracks[4]!];
  moved.features[0]!.bounds = [50, 60, 70, 80];
  await save(id, { tracks: { upsert: [kept, moved] } });
  const after = await exported();
  expect(after.toSpliced(4, 1)).toEqual(rounded.toSpliced(4, 1));
  expect(after[4]).toEqual([50, 60, 20, 20]);
});

test("members missing from a DIVE JSON get defaults, duplicates are reported; tracks and groups are ordered by id", async () => {
  const id = await createImageDataset(owner.client, "gaps");
  const detection = '"begin":0,"end":0,"confidencePairs":[["fish",1]],"features":[{"frame":0,"bounds":[1,2,3,4]}]';
  const members = '"members":{"2":{"ranges":[[0,0]]}}';
  const warnings = await importFile(
    id,
    "gaps.json",
    `{"tracks":{"10":{"id":10,${detection}},"2":{"id":2,${detection}},"3":{"id":2,${detection}}},
    "groups":{"7":{"id":7,"begin":0,"end":0,${members}},"6":{"begin":0,"end":0,${members}},"8":{"id":7,"begin":0,"end":1}},
    "version":2}`,
  );
  expect(warnings).toEqual([
    "gaps.json, /tracks/3: The key of track 2 differs from its id; the id counts.",
    "gaps.json, /tracks/3: Track 2 occurs a second time; the first one was kept.",
    "gaps.json, /groups/8: Group 7 occurs a second time; the first one was kept.",
  ]);
  expect(await idsOf(id)).toEqual([2, 10]);
  const blank = { attributes: {}, begin: 0, confidencePairs: [], end: 0, members: { "2": { ranges: [[0, 0]] } } };
  expect(await owner.client.call("annotation.groups", { folderId: id })).toMatchObject([
    { ...blank, id: 6 },
    { ...blank, id: 7 },
  ]);
});

test("a note without text in a VIAME CSV is not a note", async () => {
  const id = await createImageDataset(owner.client, "notes");
  const row = (track: number, cells: string): string => `${track},image-0.png,0,1,2,30,40,1,-1,fish,1,${cells}`;
  await importFile(id, "notes.csv", [row(5, "(note)"), row(4, "(note) seen twice"), row(3, "(note)  ")].join("\n"));
  const tracks = await owner.client.call("annotation.tracks", { folderId: id });
  expect(tracks.map((one) => [one.id, one.features?.[0]?.notes])).toEqual([
    [3, undefined],
    [4, ["seen twice"]],
    [5, undefined],
  ]);
});

test("exports of one state are the same bytes when the moment is named", async () => {
  const id = await createImageDataset(owner.client, "reproducible");
  await save(id, { tracks: { upsert: [track(1)] } });
  const named = encodeURIComponent("Wed May  1 12:34:56 2024");
  const { text } = await exportFile(id, "viame_csv", `&exportedTime=${named}`);
  expect(text).toContain('"exported_time: ""Wed May  1 12:34:56 2024"""');
  const long = await server.fetch(`/api/v1/dive_annotation/export?folderId=${id}&exportedTime=${"x".repeat(101)}`, {
    token: owner.token,
  });
  expect(long.status).toBe(400);
});

test("[S-API-43] with filters: what is below the threshold, or of another type, is left out", async () => {
  const id = await createImageDataset(owner.client, "filters");
  const weak = track(3, "ray", { confidencePairs: [["ray", 0.05]] });
  await save(id, { tracks: { upsert: [track(1), track(2, "seal"), weak] } });
  const tracksOf = async (more: string): Promise<string[]> =>
    Object.keys((JSON.parse((await exportFile(id, "dive_json", more)).text) as { tracks: object }).tracks);
  expect(await tracksOf("")).toEqual(["1", "2", "3"]);
  expect(await tracksOf("&excludeBelowThreshold=true")).toEqual(["1", "2"]);
  const ofSeals = `&typeFilter=${encodeURIComponent('["seal"]')}`;
  expect(await tracksOf(ofSeals)).toEqual(["2"]);
  // Combined with a revision.
  await save(id, { tracks: { delete: [2] } });
  expect(await tracksOf(ofSeals)).toEqual([]);
  expect(await tracksOf(`${ofSeals}&revisionId=1`)).toEqual(["2"]);
  expect(await tracksOf("&excludeBelowThreshold=true&revisionId=1")).toEqual(["1", "2"]);
  // Without a format, VIAME CSV.
  const plain = await server.fetch(`/api/v1/dive_annotation/export?folderId=${id}${ofSeals}&revisionId=1`, {
    token: owner.token,
  });
  const rows = (await plain.text()).split("\r\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/^2,image-.*,seal,/);
});

test("an export that no one takes, or takes to its end, leaves no core open", async () => {
  const cores = spyOnCores();
  const ids = [await createImageDataset(owner.client, "Left A"), await createImageDataset(owner.client, "Left B")];
  for (const id of ids) await save(id, { tracks: { upsert: [track(1)] } });
  const { datasetArchives, annotationFiles } = server.server.services;
  const actor = await actorOf(owner);

  // The entry of the annotations is listed, but not opened.
  const { entries } = await datasetArchives.export(actor, { ...everything, ids });
  const names: string[] = [];
  for await (const { name } of entries) {
    names.push(name);
    if (name.endsWith("annotations.dive.json")) break;
  }
  expect(names).toEqual(["Left A/config.json", "Left A/annotations.dive.json"]);
  expect(cores).toEqual({ opened: 1, closed: 1 });

  // A file that a response without a body (HEAD) or to a disconnected client never starts to read.
  const request = { ...everything, format: "viame_csv", revision: undefined, exportedTime: undefined } as const;
  const file = await annotationFiles.export(actor, ids[0] ?? "", request);
  Readable.from(file.pieces).destroy();
  await expect.poll(() => cores).toEqual({ opened: 2, closed: 2 });

  // A disconnected client does not make a dataset count as failed, and the next one is not started.
  const gone = new AbortController();
  const archive = await datasetArchives.export(actor, { ...everything, ids }, gone.signal);
  const taken: string[] = [];
  const whole = (async () => {
    for await (const { name } of archive.entries) {
      taken.push(name);
      if (name.endsWith("annotations.viame.csv")) gone.abort(new Error("the client has gone"));
    }
  })();
  await expect(whole).rejects.toThrow("the client has gone");
  expect(taken.filter((name) => name.startsWith("Left B") || name === "failed_datasets.txt")).toEqual([]);
  expect(cores.closed).toBe(cores.opened);
});

const everything = {
  includeMedia: true,
  includeDetections: true,
  excludeBelowThreshold: false,
  types: undefined,
};

/** Counts the cores opened for files from now on. */
function spyOnCores(): { opened: number; closed: number } {
  const counts = { opened: 0, closed: 0 };
  const open = AnnotationWork.prototype.openCore;
  vi.spyOn(AnnotationWork.prototype, "openCore").mockImplementation(async function (this: AnnotationWork) {
    const session = await open.call(this);
    counts.opened++;
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) counts.closed++;
      isOpen = false;
      await session.close();
    };
    return { ...session, close };
  });
  return counts;
}

async function actorOf({ token }: TestUser): Promise<Actor> {
  return await server.server.services.tokens.authenticate(token);
}

test("[S-API-31] importing replaces the set; additive adds with new ids and prefixed types", async () => {
  const id = await createImageDataset(owner.client, "additive");
  await save(id, { tracks: { upsert: [track(4)] } });
  const csv = "0,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n";
  expect(await importFile(id, "more.csv", csv, { additive: true, additivePrepend: "model" })).toEqual([]);
  const added = await owner.client.call("annotation.tracks", { folderId: id });
  expect(added.map((entry) => [entry.id, entry.confidencePairs])).toEqual([
    [4, [["fish", 0.75]]],
    [5, [["model_ray", 0.5]]],
  ]);
  await importFile(id, "instead.csv", csv);
  expect(await idsOf(id)).toEqual([0]);
  await importFile(id, "set.csv", csv, { set: "model" });
  expect(await idsOf(id, { set: "model" })).toEqual([0]);
  const [latest] = await owner.client.call("annotation.revisions", { folderId: id, sortdir: -1 });
  expect(latest).toMatchObject({ description: "Import VIAME_CSV from set.csv", set: "model" });
});

test("a file that describes frames is kept and attached, never imported", async () => {
  const id = await createImageDataset(owner.client, "sidecar");
  const warnings = await importFile(id, "frame-metadata.csv", "frame,depth\n0,3.5\n");
  expect(warnings).toEqual([
    "frame-metadata.csv was stored as frame metadata, not annotations; it stays in the dataset folder.",
  ]);
  expect(await owner.client.call("dataset.get", { id })).toMatchObject({
    metadataFileOriginalName: "frame-metadata.csv",
  });
  expect(await owner.client.call("annotation.revisions", { folderId: id })).toEqual([]);
});

test("of two CSV files the first is imported, and the other one is named", async () => {
  const id = await createImageDataset(owner.client, "two csv");
  const row = (trackId: number): string => `${trackId},image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n`;
  const place = { parentType: "folder", parentId: id } as const;
  await uploadFile(owner.client, { ...place, name: "first.csv" }, new Blob([row(3)]));
  expect(await importFile(id, "second.csv", row(8))).toEqual([
    "Imported annotations from first.csv only; skipped second.csv. A dataset imports one annotation CSV at a time.",
  ]);
  expect(await idsOf(id)).toEqual([3]);
});

test("boxes of MegaDetector become pixels of each picture, whose sizes differ", async () => {
  const picture = (index: number) => {
    const [width, height] = [20 * (index + 1), 10];
    return new Uint8Array(encode({ width, height, data: new Uint8Array(width * height * 3), channels: 3 }));
  };
  const id = await createImageDataset(owner.client, "camera trap", 2, { picture });
  const images = [0, 1].map((index) => ({
    file: `site/image-${index}.png`,
    detections: [{ category: "1", conf: 0.5, bbox: [0.5, 0, 0.5, 1] }],
  }));
  const warnings = await importFile(id, "md.json", JSON.stringify({ detection_categories: { "1": "animal" }, images }));
  expect(warnings).toEqual([expect.stringContaining("This is a file of MegaDetector.")]);
  const tracks = await owner.client.call("annotation.tracks", { folderId: id });
  expect(tracks.map(({ features: [first] }) => [first?.frame, first?.bounds])).toEqual([
    [0, [10, 0, 20, 10]],
    [1, [20, 0, 40, 10]],
  ]);
});

test("parts of the frames of a video become pixels by its size", async () => {
  const metadata = { fps: 5, type: "video", annotate: true };
  const place = { parentType: "user", parentId: owner.id, name: "film", metadata } as const;
  const { _id: id } = await owner.client.call("folder.create", place);
  const { _id: item } = await owner.client.call("item.create", { folderId: id, name: "film.mp4" });
  await owner.client.call("item.setMetadata", { id: item, body: { codec: "h264", width: 100, height: 50 } });
  await importFile(id, "boxes.csv", "AAB6lO-XiKE,1000,0,person,0,present,0.1,0.3,0.2,0.6\n");
  const tracks = await owner.client.call("annotation.tracks", { folderId: id });
  expect(tracks.map(({ features: [first] }) => [first?.frame, first?.bounds])).toEqual([[5, [10, 10, 30, 30]]]);
});

test("an imported file moves to the folder auxiliary", async () => {
  const id = await createImageDataset(owner.client, "auxiliary");
  await importFile(id, "a.csv", "0,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n");
  const items = await owner.client.call("item.list", { folderId: id });
  expect(items.map(({ name }) => name)).toEqual(["image-0.png", "image-1.png"]);
  const [auxiliary] = await owner.client.call("folder.list", { parentType: "folder", parentId: id });
  expect(auxiliary?.name).toBe("auxiliary");
  const moved = await owner.client.call("item.list", { folderId: auxiliary!._id });
  expect(moved).toMatchObject([{ name: "a.csv", meta: { processed: true } }]);
});

test("a broken line is skipped and named by its number; the others are imported", async () => {
  const id = await createImageDataset(owner.client, "broken line");
  const csv =
    "0,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n1,image-1.png,1,x,2,3,4,0.5,-1,ray,0.5\n2,image-1.png,1,1,2,3,4,0.5,-1,ray,0.5\n";
  const warnings = await importFile(id, "a.csv", csv);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^a\.csv, line 2/);
  expect(await idsOf(id)).toEqual([0, 2]);
});

test("a configuration file changes the dataset and no annotation", async () => {
  const id = await createImageDataset(owner.client, "configuration");
  await save(id, { tracks: { upsert: [track(1)] } });
  await importFile(id, "my.config.json", JSON.stringify({ version: 1, confidenceFilters: { default: 0.4 } }));
  expect(await owner.client.call("dataset.get", { id })).toMatchObject({ confidenceFilters: { default: 0.4 } });
  expect(await idsOf(id)).toEqual([1]);
});

test("a table of boxes is read by the names of its columns, in parts of the pictures too", async () => {
  const id = await createImageDataset(owner.client, "tables of boxes", 2, { size: { width: 100, height: 80 } });
  const header = "Dateiname;Breite;Höhe;x;y;Art";
  const warnings = await importFile(id, "boxes.csv", `${header}\nimage-1.png;0,3;0,5;0,1;0,25;Dorsch\n`);
  expect(warnings.join("\n")).toContain("image=Dateiname,x=x,y=y,width=Breite,height=Höhe,type=Art,units=fractions");
  const { text } = await exportFile(id, "dive_json");
  const { tracks } = JSON.parse(text) as { tracks: Record<string, { features: unknown[]; confidencePairs: unknown }> };
  expect(Object.values(tracks)).toMatchObject([
    { confidencePairs: [["Dorsch", 1]], features: [{ frame: 1, bounds: [10, 20, 40, 60] }] },
  ]);
});

test("times in a table become frames at the rate of the dataset, with a note that is kept", async () => {
  const id = await createImageDataset(owner.client, "tables of times", 4, { size: { width: 100, height: 80 } });
  const { fps } = await owner.client.call("dataset.get", { id });
  const rows = `0,10,20,40,60,cod\n${2 / fps},10,20,40,60,cod\n`;
  const warnings = await importFile(id, "times.csv", `time,x1,y1,x2,y2,label\n${rows}`);
  const told = `Times in seconds became frames at ${fps} frames a second: ${2 / fps} is frame 2.`;
  expect(warnings.join("\n")).toContain(told);
  const { text } = await exportFile(id, "dive_json");
  const { tracks } = JSON.parse(text) as { tracks: Record<string, { features: readonly { frame: number }[] }> };
  expect(Object.values(tracks).flatMap(({ features }) => features.map(({ frame }) => frame))).toEqual([0, 2]);
  const { meta } = await owner.client.call("folder.get", { id });
  expect(JSON.stringify(meta["mediaLedger"])).toContain(told);
});

test.each([
  ["empty.csv", "", "Failed to import empty.csv: The file is empty"],
  ["text.json", "hello", "Failed to import text.json: It is not JSON"],
  ["list.json", "[1]", "No array-type json objects are supported"],
  ["package.json", '{"name":"x"}', "Got file of unknown and unusable type"],
  ["version.json", '{"version":9,"tracks":{},"groups":{}}', "Failed to import version.json"],
  ["prose.csv", "this is\nnot a table\n", "Failed to import prose.csv"],
])("%s is refused, named, taken away again, and annotations stay", async (name, content, text) => {
  const id = await createImageDataset(owner.client, `refuse ${name}`);
  await save(id, { tracks: { upsert: [track(1)] } });
  await expect(importFile(id, name, content)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(text),
  });
  const items = await owner.client.call("item.list", { folderId: id });
  expect(items.map((item) => item.name)).not.toContain(name);
  expect(await idsOf(id)).toEqual([1]);
});

test.skipIf(sharedData("annotations") === undefined)("a real VIAME CSV: all rows in, the same rows out", async () => {
  const id = await createImageDataset(owner.client, "real csv");
  const bytes = await readFile(sharedData("annotations/viame/example_detections.csv")!);
  await importFile(id, "example_detections.csv", bytes);
  expect(await idsOf(id)).toHaveLength(992);
  const first = await exportFile(id, "dive_json");
  const csv = await exportFile(id, "viame_csv");
  const again = await createImageDataset(owner.client, "real csv again");
  await importFile(again, "again.json", first.text);
  const second = await exportFile(again, "dive_json");
  expect(second.text).toBe(first.text);
  const lines = (text: string): string[] => text.split("\r\n").slice(2);
  expect(lines((await exportFile(again, "viame_csv")).text)).toEqual(lines(csv.text));
});
