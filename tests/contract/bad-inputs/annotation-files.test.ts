/**
 * Annotation files and archives that are broken, hostile or mislabeled, imported as users do it. Each import either
 * works, perhaps with warnings, or is refused with 400 and the name of the file; existing data stay either way, and the
 * result can be read and exported.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { type SaveAnnotationsBody, uploadFile } from "#schemas";

import { createImageDataset } from "../../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let datasetId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  datasetId = await createImageDataset(ada.client, "reef");
});
afterAll(() => server.close());

const feature = (frame: number, more: object = {}) => ({ frame, bounds: [1, 2, 3, 4], keyframe: true, ...more });
const track = (id: unknown, more: object = {}) => ({
  id,
  begin: 0,
  end: 1,
  confidencePairs: [["fish", 1]],
  attributes: {},
  features: [feature(0), feature(1)],
  ...more,
});

interface Outcome {
  readonly status: number;
  readonly message: string;
  readonly count: number;
}

/** Saves one track, imports the file, and makes all the requests that clients make next. */
async function importFile(name: string, content: string | Uint8Array): Promise<Outcome> {
  const before = { tracks: { upsert: [track(77)] } } as unknown as SaveAnnotationsBody;
  await ada.client.call("annotation.save", { folderId: datasetId, body: before });
  const target = { parentType: "folder", parentId: datasetId, name } as const;
  await uploadFile(ada.client, target, new Blob([content as BlobPart]));
  const path = `/api/v1/dive_rpc/postprocess/${datasetId}?skipJobs=true`;
  const response = await server.fetch(path, { method: "POST", token: ada.token });
  const reply = (await response.json()) as { message?: string; warnings?: string[] };
  expect([name, response.status === 200 || response.status === 400, reply.message ?? ""]).toEqual([
    name,
    true,
    reply.message ?? "",
  ]);
  const read = await server.fetch(`/api/v1/dive_annotation/track?folderId=${datasetId}`, { token: ada.token });
  const tracks = (await read.json()) as { id: number }[];
  if (response.status === 400) {
    expect([name, reply.message]).toEqual([name, expect.stringContaining(name.trim())]);
    expect([name, tracks.map(({ id }) => id)]).toEqual([name, expect.arrayContaining([77])]);
  }
  for (const format of ["viame_csv", "dive_json", "coco_json"]) {
    const exported = await server.fetch(`/api/v1/dive_annotation/export?folderId=${datasetId}&format=${format}`, {
      token: ada.token,
    });
    expect([name, format, exported.status]).toEqual([name, format, 200]);
    await exported.arrayBuffer();
  }
  return { status: response.status, message: reply.message ?? (reply.warnings ?? []).join(" "), count: tracks.length };
}

const json = (value: unknown) => JSON.stringify(value);
const dive = (tracks: unknown, more: object = {}) => json({ version: 2, tracks, groups: {}, ...more });
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

const jsonFiles: Readonly<Record<string, string | Uint8Array>> = {
  empty: "",
  space: " \n",
  BOM: `\ufeff${dive({ 0: track(0) })}`,
  "UTF-16": utf16(dive({ 0: track(0) })),
  "trailing comma": '{"version":2,"tracks":{},}',
  comment: '{"version":2,/* x */"tracks":{}}',
  "duplicate keys": '{"version":2,"tracks":{},"tracks":{}}',
  "__proto__ and constructor": `{"version":2,"tracks":{"__proto__":{"polluted":1},"constructor":${json(track(1))}},"groups":{}}`,
  "10,000 deep": "[".repeat(10_000),
  "10,000 deep in an attribute": `{"version":2,"groups":{},"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePairs":[],"features":[],"attributes":{"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}}}}`,
  "NaN and Infinity":
    '{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePairs":[["a",NaN]],"features":[{"frame":0,"bounds":[Infinity,0,1,1]}]}}}',
  "1e400":
    '{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePairs":[["a",1e400]],"features":[{"frame":0,"bounds":[1e400,0,1,1]}]}}}',
  "integers beyond 2^53": dive({ "9007199254740993": track(0) }).replaceAll('"id":0', '"id":9007199254740993'),
  "lone surrogates":
    '{"version":2,"groups":{},"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePairs":[["\\ud800",1]],"features":[]}}}',
  "NUL in a type": dive({ 0: track(0, { confidencePairs: [["a\u0000b", 1]] }) }),
  "tracks as a list": dive([track(0), track(1)]),
  "key is not the id": dive({ 5: track(0) }),
  "negative frame": dive({ 0: track(0, { begin: -5, features: [feature(-5), feature(1)] }) }),
  "huge frame": dive({ 0: track(0, { end: 1e15, features: [feature(0), feature(1e15)] }) }),
  "begin after end": dive({ 0: track(0, { begin: 9, end: 1 }) }),
  "frames not sorted": dive({ 0: track(0, { features: [feature(1), feature(0)] }) }),
  "bounds as texts": dive({ 0: track(0, { features: [feature(0, { bounds: ["a", "b", "c", "d"] })], end: 0 }) }),
  "bounds null": dive({ 0: track(0, { features: [feature(0, { bounds: null })], end: 0 }) }),
  "bounds of 3": dive({ 0: track(0, { features: [feature(0, { bounds: [1, 2, 3] })], end: 0 }) }),
  "no features": dive({ 0: track(0, { features: [] }) }),
  "group without members": dive(
    {},
    { groups: { 0: { id: 0, begin: 0, end: 0, confidencePairs: [], members: { 99: { ranges: [[0, 0]] } } } } },
  ),
  userAttributes: dive({ 0: track(0, { attributes: { userAttributes: { ada1: { a: 1 } } } }) }),
  "type names of databases": dive({
    0: track(0, {
      confidencePairs: [
        ["a.b.$where", 1],
        ["$gt", 0.5],
        ["", 0.1],
      ],
    }),
  }),
  "a name of a megabyte": dive({ 0: track(0, { confidencePairs: [["x".repeat(1_000_000), 1]] }) }),
  "HTML in every text": dive({
    0: track(0, { confidencePairs: [["<img src=x onerror=alert(1)>", 1]], attributes: { "<b>": "<script>" } }),
  }),
  "COCO: names that are paths": json({
    images: [{ id: 1, file_name: "../../../etc/passwd" }],
    annotations: [{ id: 1, image_id: 1, category_id: 0, bbox: [1, 2, 3, 4] }],
    categories: [{ id: 0, name: "a", supercategory: "a" }],
  }),
  "COCO: missing picture, dict segmentation, wrong prob": json({
    images: [],
    annotations: [
      {
        id: 1,
        image_id: 9,
        category_id: 7,
        bbox: [1, 2],
        segmentation: { counts: "x", size: [1, 1] },
        iscrowd: 1,
        prob: [1],
      },
    ],
    categories: [
      { id: 0, name: "a", supercategory: "b" },
      { id: 1, name: "b", supercategory: "a" },
      { id: 1, name: "a" },
    ],
  }),
};

test("JSON", async () => {
  const outcomes: Record<string, number> = {};
  for (const [title, content] of Object.entries(jsonFiles)) {
    const { status } = await importFile("annotations.json", content);
    outcomes[title] = status;
  }
  expect(outcomes).toMatchObject({
    empty: 400,
    "trailing comma": 400,
    comment: 400,
    "10,000 deep": 400,
    "NaN and Infinity": 400,
    "bounds of 3": 400,
    "bounds as texts": 400,
  });
  expect(Object.keys(outcomes).length).toBe(Object.keys(jsonFiles).length);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

const row = (more: string, id = 0, frame = 0): string => `${id},image-0.png,${frame},1,2,3,4,0.5,-1,${more}`;
const csvFiles: Readonly<Record<string, string | Uint8Array>> = {
  empty: "",
  CR: `${row("fish,0.5")}\r${row("fish,0.5", 1)}\r`,
  "quotes and line breaks inside": `${row('"fi""sh\n2",0.5')}\n`,
  "a quote that never ends": `${row('"fish,0.5')}\n${row("fish,0.5", 1)}\n`,
  "# in the middle": `${row("fish,0.5")}\n# a note\n${row("fish,0.5", 1)}\n`,
  "missing columns": "0,image-0.png\n",
  "extra columns": `${row("fish,0.5,,,,,,,,")}\n`,
  "odd score pairs": `${row("fish,0.5,ray")}\n`,
  "same id twice in a frame": `${row("fish,0.5")}\n${row("fish,0.5")}\n`,
  "frame 0 for every picture": `${row("fish,0.5")}\n${row("fish,0.5", 1).replace("image-0", "image-1")}\n`,
  "decimal comma": '0,image-0.png,0,"1,5","2,5","3,5","4,5",0.5,-1,fish,0.5\n',
  formula: `${row("=cmd|' /C calc'!A0,0.5")}\n`,
  "unknown token": `${row("fish,0.5,(what) 1 2")}\n`,
  "polygon with an odd count": `${row("fish,0.5,(poly) 1 2 3")}\n`,
  "polygon of two points": `${row("fish,0.5,(poly) 1 2 3 4")}\n`,
  "mask that is a path": `${row("fish,0.5,(mask) ../../../etc/passwd")}\n`,
  "picture that is a path": "0,../../../etc/passwd,0,1,2,3,4,0.5,-1,fish,0.5\n",
  "numbers that are none": "x,image-0.png,y,a,b,c,d,NaN,Infinity,fish,1e400\n",
  "negative and huge": `-5,image-0.png,-7,1,2,3,4,0.5,-1,fish,0.5\n99999999999999999999,image-0.png,4294967296,1,2,3,4,0.5,-1,fish,0.5\n`,
  "one line of 4 MB": `${row(`${"x".repeat(4_000_000)},0.5`)}\n`,
  "NUL bytes": "\u0000".repeat(1000),
  "a picture": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
  "header with HTML": `# <img src=x onerror=alert(1)>\n${row("fish,0.5")}\n`,
};

test("CSV", async () => {
  const outcomes: Record<string, number> = {};
  for (const [title, content] of Object.entries(csvFiles))
    outcomes[title] = (await importFile("annotations.csv", content)).status;
  expect(Object.keys(outcomes).length).toBe(Object.keys(csvFiles).length);
  expect(outcomes).toMatchObject({ CR: 200, "# in the middle": 200, "unknown token": 200 });
});

const yamlFiles: Readonly<Record<string, string>> = {
  "aliases bomb": `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, n) => `${"bcdefghij"[n]}: &${"bcdefghij"[n]} [${Array.from({ length: 9 }, () => `*${"abcdefghij"[n]}`).join(",")}]`).join("\n")}\n`,
  "python object": "- !!python/object/apply:os.system ['touch /tmp/pwned']\n",
  tabs: "- geom:\n\t{ id0: 1 }\n",
  "geom as a list and as a text":
    '- { geom: { id1: 0, id0: 0, ts0: 0, g0: "1 2 3 4" } }\n- { geom: { id1: 1, id0: 1, ts0: 0, g0: [1, 2, 3, 4] } }\n',
  nothing: "~\n",
};

test("YAML", async () => {
  for (const [title, content] of Object.entries(yamlFiles)) {
    const { status } = await importFile("annotations.geom.yml", content);
    expect([title, status]).toEqual([title, title.startsWith("geom") ? 200 : status]);
  }
});

test("a file of another tool that is about one picture is read for the picture that it is called after", async () => {
  const exterior = [
    [3, 4],
    [9, 12],
  ];
  const fish = { classTitle: "fish", geometryType: "rectangle", points: { exterior, interior: [] } };
  await importFile("image-1.png.json", json({ size: { height: 20, width: 30 }, objects: [fish] }));
  const tracks = await ada.client.call("annotation.tracks", { folderId: datasetId });
  expect(tracks.map(({ features }) => [features[0]?.frame, features[0]?.bounds])).toEqual([[1, [3, 4, 9, 12]]]);
});

test("a file name with HTML or a path is text in what is answered", async () => {
  const { status, message } = await importFile("<img src=x onerror=alert(1)>.json", "{");
  expect([status, message.includes("<img src=x onerror=alert(1)>.json")]).toEqual([400, true]);
  const response = await server.fetch("/api/v1/folder/%3Cscript%3Ealert(1)%3C%2Fscript%3E", { token: null });
  expect([response.headers.get("content-type"), response.headers.get("x-content-type-options")]).toEqual([
    "application/json; charset=utf-8",
    "nosniff",
  ]);
});

test("archives of every kind are kept with a warning, and nothing of them is unpacked, while no worker can", async () => {
  const alone = await startTestServer({ workerQueues: [] });
  const eve = await alone.createUser("evelyn");
  const end = Buffer.from(`PK\u0005\u0006${"\0".repeat(18)}`, "latin1");
  const stored = (name: string, size = 0): Buffer => {
    const header = Buffer.alloc(30);
    header.write("PK\u0003\u0004", 0, "latin1");
    header.writeUInt32LE(size, 22);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    return Buffer.concat([header, Buffer.from(name), end]);
  };
  const archives: Readonly<Record<string, Uint8Array>> = {
    "empty.zip": end,
    "nothing.zip": Buffer.alloc(0),
    "slip.zip": stored("../../../../tmp/slipped"),
    "absolute.ZIP": stored("/etc/passwd"),
    "bomb.zip": stored("zeros", 0xffffffff),
    "nested.zip": stored("inner.zip"),
    "broken.zip": Buffer.from("PK\u0003\u0004 and no more", "latin1"),
  };
  for (const [name, content] of Object.entries(archives)) {
    const metadata = { fps: 1, type: "image-sequence" };
    const place = { parentType: "user", parentId: eve.id, name: `folder of ${name}`, metadata } as const;
    const { _id: id } = await eve.client.call("folder.create", place);
    await uploadFile(eve.client, { parentType: "folder", parentId: id, name }, new Blob([content as BlobPart]));
    const response = await alone.fetch(`/api/v1/dive_rpc/postprocess/${id}`, { method: "POST", token: eve.token });
    const { warnings, message } = (await response.json()) as { warnings?: string[]; message?: string };
    expect([name, [200, 400].includes(response.status), `${(warnings ?? []).join()}${message ?? ""}`]).toEqual([
      name,
      true,
      expect.stringMatching(/./),
    ]);
    const kept = (await eve.client.call("item.list", { folderId: id })).map((item) => item.name);
    expect([name, response.status === 400 || kept.includes(name)]).toEqual([name, true]);
  }
  await alone.close();
  // Renamed: the content decides.
  const { status } = await importFile("archive.json", stored("a.csv"));
  expect(status).toBe(400);
});
