/** Review: pages of tracks over many datasets, and chips cut from exact frames. */
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { type BodyOf, uploadFile } from "#schemas";

import { ClientGoneError } from "../../server/base/errors.ts";
import { ReviewOrder } from "../../server/services/annotations/review-order.ts";
import { ReviewService } from "../../server/services/annotations/review.service.ts";
import { makeBarCodeVideo, remux } from "../support/bar-code-video.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createLargeImages } from "../support/large-image-datasets.ts";
import { colorAt, makeTiff } from "../support/large-images.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-review-"));
  server = await startTestServer();
  [ada, bob] = [await server.createUser("ada1"), await server.createUser("bob1")];
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Pair = [string, number];

const trackOf = (id: number, pairs: readonly Pair[], frames: readonly number[], size = 10, attributes = {}) => ({
  id,
  begin: frames[0] ?? 0,
  end: frames.at(-1) ?? 0,
  confidencePairs: [...pairs],
  attributes,
  features: frames.map((frame) => ({
    frame,
    bounds: [frame, 0, frame + size, size],
    keyframe: true,
    attributes: {},
  })),
});

const save = async (folderId: string, tracks: readonly ReturnType<typeof trackOf>[], more: object = {}) =>
  await ada.client.call("annotation.save", {
    folderId,
    body: {
      tracks: { upsert: [...tracks], delete: [] },
      ...more,
    } as BodyOf<"annotation.save">,
  });

type Query = BodyOf<"review.entries">;
const ask = async (body: Query, who = ada) => await who.client.call("review.entries", { body });

/** All pages, as `dataset number/track`. */
async function walk(ids: readonly string[], query: Omit<Query, "datasetIds">): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask({
      datasetIds: [...ids],
      ...query,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...page.entries.map(({ datasetId, trackId }) => `${ids.indexOf(datasetId)}/${trackId}`));
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

test("tracks of several datasets come in pages: in each order, none twice, filtered by type and confidence", async () => {
  const ids = [await createImageDataset(ada.client, "one", 9), await createImageDataset(ada.client, "two", 9)];
  const [one = "", two = ""] = ids;
  await save(one, [
    trackOf(3, [["fish", 0.5]], [4], 30),
    trackOf(1, [["crab", 0.25]], [2], 20),
    // The best pair counts, wherever it is in the list.
    trackOf(7, [["fish", 0.1], ["seal", 0.75]], [0], 40), // prettier-ignore
  ]);
  await save(two, [
    trackOf(2, [["fish", 0.5]], [4], 10),
    // Nothing inside a string is mistaken for a value, and no string is too odd.
    trackOf(5, [['a "],0.99] \\ ["\ud800', 1e-7]], [1], 50, {
      note: '"confidencePairs":[["x",1]] "bounds":[0,0,999,999]',
    }),
    trackOf(6, [], [8], 60),
  ]);
  const limit = 2;
  expect(await walk(ids, { limit })).toEqual(["0/1", "0/3", "0/7", "1/2", "1/5", "1/6"]);
  expect(await walk([two, one], { limit })).toEqual(["0/2", "0/5", "0/6", "1/1", "1/3", "1/7"]);
  const sorted = async (sort: Query["sort"], descending: boolean) =>
    (await walk(ids, { limit, sort: sort ?? "dataset", descending })).map((entry) => entry.slice(2)).join(" ");
  const ties = one < two ? "3 2" : "2 3";
  const reversedTies = [...ties].reverse().join("");
  expect(await sorted("confidence", true)).toBe(`7 ${ties} 1 5 6`);
  expect(await sorted("confidence", false)).toBe(`6 5 1 ${reversedTies} 7`);
  expect(await sorted("frame", false)).toBe(`7 5 1 ${ties} 6`);
  expect(await sorted("size", true)).toBe("6 5 7 3 1 2");

  const first = await ask({ datasetIds: ids, limit });
  expect(first.total).toBe(6);
  expect(first.types?.slice(0, 1)).toEqual([{ type: "fish", count: 2 }]);
  expect(first.types).toContainEqual({ type: null, count: 1 });
  expect((await ask({ datasetIds: ids, limit, cursor: first.next ?? "" })).total).toBeUndefined();
  expect(await walk(ids, { types: ["fish", "crab"], limit })).toEqual(["0/1", "0/3", "1/2"]);
  expect(await walk(ids, { leastConfidence: 0.5, limit })).toEqual(["0/3", "0/7", "1/2"]);
  const narrow = await ask({
    datasetIds: ids,
    types: ["fish"],
    leastConfidence: 0.5,
    limit: 1,
  });
  expect([narrow.total, narrow.entries.length]).toEqual([2, 1]);
});

test("tracks are counted with the first page, without it, or later", async () => {
  const id = await createImageDataset(ada.client, "counted", 3);
  await save(id, [trackOf(0, [["fish", 0.5]], [1]), trackOf(1, [["crab", 0.25]], [2])]);
  const query = { datasetIds: [id], leastConfidence: 0.3 };
  const { entries, total, types, datasets } = await ask({ ...query, counts: "without" });
  expect([entries.length, total, types, datasets?.length]).toEqual([1, undefined, undefined, 1]);
  const counts = await ask({ ...query, counts: "only" });
  const { total: same, types: sameTypes, writers } = await ask(query);
  expect(counts).toEqual({ entries: [], total: same, types: sameTypes, writers });
  expect([same, sameTypes?.length]).toEqual([1, 2]);
});

test("tracks are found by whether they are reviewed, and by what wrote them as they are", async () => {
  const id = await createImageDataset(ada.client, "changed", 3);
  const rows = ["0,image-0.png,0,1,1,9,9,1,-1,fish,1", "1,image-1.png,1,1,1,9,9,1,-1,fish,1"];
  const file = new Blob([rows.join("\n")], { type: "text/csv" });
  await uploadFile(ada.client, { parentType: "folder", parentId: id, name: "found.csv" }, file);
  await ada.client.call("rpc.postprocess", { id });
  const idsOf = async (query: Omit<Query, "datasetIds">) => {
    const { entries, total } = await ask({ datasetIds: [id], ...query });
    expect(total).toBe(entries.length);
    return entries.map(({ trackId }) => trackId);
  };
  expect(await idsOf({ lastChange: "import" })).toEqual([0, 1]);
  expect(await idsOf({ lastChange: "person" })).toEqual([]);
  await save(id, [trackOf(1, [["fish", 1]], [1], 10, { reviewed: true }), trackOf(5, [], [2])]);
  expect(await idsOf({ lastChange: "import" })).toEqual([0]);
  expect(await idsOf({ lastChange: "person" })).toEqual([1, 5]);
  expect(await idsOf({ lastChange: "pipeline" })).toEqual([]);
  expect([await idsOf({ isReviewed: true }), await idsOf({ isReviewed: false })]).toEqual([[1], [0, 5]]);
  expect(await idsOf({ isReviewed: true, lastChange: "person", sort: "size" })).toEqual([1]);
});

test("tracks are found by the person, the import and the revision that wrote them as they are, each of which is listed", async () => {
  const id = await createImageDataset(ada.client, "written", 3);
  const access = { users: [ada, bob].map((user) => ({ id: user.id, level: 2 })), groups: [] };
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify(access) });
  const file = new Blob(["0,image-0.png,0,1,1,9,9,1,-1,fish,1"], { type: "text/csv" });
  await uploadFile(ada.client, { parentType: "folder", parentId: id, name: "found.csv" }, file);
  await ada.client.call("rpc.postprocess", { id });
  const { revision } = await save(id, [trackOf(1, [["fish", 1]], [1]), trackOf(2, [["fish", 1]], [2])]);
  const body = { tracks: { upsert: [trackOf(2, [["crab", 1]], [2])], delete: [] } } as BodyOf<"annotation.save">;
  await bob.client.call("annotation.save", { folderId: id, body });
  const writers = (await ask({ datasetIds: [id] })).writers ?? [];
  const [source] = writers.filter(({ kind }) => kind === "import");
  expect(writers).toEqual([
    { kind: "person", name: bob.login, authorId: bob.id },
    { kind: "person", name: ada.login, authorId: ada.id },
    { kind: "import", name: expect.stringMatching(/^Import .* from found.csv$/) as string },
  ]);
  const idsOf = async (query: Omit<Query, "datasetIds">) => {
    const { entries, total } = await ask({ datasetIds: [id], ...query });
    expect(total).toBe(entries.length);
    return entries.map(({ trackId }) => trackId);
  };
  expect(await idsOf({ author: bob.id })).toEqual([2]);
  expect(await idsOf({ author: ada.id })).toEqual([0, 1]);
  expect(await idsOf({ author: ada.id, lastChange: "person" })).toEqual([1]);
  expect(await idsOf({ source: source?.name ?? "" })).toEqual([0]);
  expect([await idsOf({ revision }), await idsOf({ revision: revision + 1 })]).toEqual([[1], [2]]);
});

test("tracks are found by attributes and values, of tracks and detections, and by the rules that they break", async () => {
  const ids = [
    await createImageDataset(ada.client, "valued", 3),
    await createImageDataset(ada.client, "valued too", 3),
  ];
  const [one = "", two = ""] = ids;
  const definition = { name: "sex", key: "track_sex", belongs: "track", datatype: "text" } as const;
  await ada.client.call("dataset.updateAttributes", { id: one, body: { upsert: [definition], delete: [] } });
  const seen = trackOf(4, [["fish", 1]], [0, 1]);
  seen.features[1]!.attributes = { size: 12 };
  await save(one, [trackOf(1, [["fish", 0.3]], [0], 9, { sex: "m" }), trackOf(2, [["fish", 1]], [5], 9), seen]);
  await save(two, [trackOf(1, [["crab", 0.9]], [1], 9, { sex: "f", size: "12" }), trackOf(3, [["crab", 1]], [2], 0)]);
  const found = async (query: Omit<Query, "datasetIds">) => {
    const { total } = await ask({ datasetIds: ids, ...query });
    const pages = await walk(ids, { limit: 1, ...query });
    expect(total).toBe(pages.length);
    return pages.join(" ");
  };
  expect((await ask({ datasetIds: ids })).attributes).toEqual(["sex"]);
  expect(await found({ attribute: { name: "sex" } })).toBe("0/1 1/1");
  expect(await found({ attribute: { name: "sex" }, sort: "confidence", descending: true })).toBe("1/1 0/1");
  expect(await found({ attribute: { name: "sex", value: "f" } })).toBe("1/1");
  expect(await found({ attribute: { name: "size", value: "12" } })).toBe("0/4 1/1");
  expect(await found({ attribute: { name: "size", value: "12", belongs: "detection" } })).toBe("0/4");
  expect(await found({ rules: ["box-empty"] })).toBe("1/3");
  expect(await found({ rules: ["box-empty", "frame-behind-last"] })).toBe("0/2 1/3");
  expect(await found({ rules: ["box-empty"], attribute: { name: "sex" } })).toBe("");
  expect(await found({ rules: ["track-single-frame"], types: ["fish"] })).toBe("0/1 0/2");
  // After a save, the tracks are judged as they are now.
  await save(two, [trackOf(3, [["crab", 1]], [2], 9)]);
  expect(await found({ rules: ["box-empty"] })).toBe("");
  await expect(ask({ datasetIds: ids, rules: ["box-emty"] })).rejects.toMatchObject({ status: 400 });
});

test("a filter tells readers of one dataset nothing about another one", async () => {
  const [open, secret] = [
    await createImageDataset(ada.client, "open", 3),
    await createImageDataset(ada.client, "secret", 3),
  ];
  const users = [ada, bob].map((user, n) => ({ id: user.id, level: n === 0 ? 2 : 0 }));
  await ada.client.call("folder.setAccess", { id: open, access: JSON.stringify({ users, groups: [] }) });
  const definition = { name: "sex", key: "track_sex", belongs: "track", datatype: "text" } as const;
  await ada.client.call("dataset.updateAttributes", { id: secret, body: { upsert: [definition], delete: [] } });
  const csv = new Blob(["0,image-0.png,0,1,1,9,9,1,-1,fish,1"], { type: "text/csv" });
  await uploadFile(ada.client, { parentType: "folder", parentId: secret, name: "secret.csv" }, csv);
  await ada.client.call("rpc.postprocess", { id: secret });
  // In revisions of the same numbers, and for each filter more in the secret one.
  const kept = [trackOf(1, [["crab", 0.5]], [0], 9, { sex: "m" }), trackOf(2, [["crab", 0.5]], [1], 0)];
  await save(open, [kept[0]!]);
  await save(open, kept);
  const { revision } = await save(secret, [trackOf(3, [["seal", 1]], [1], 8, { sex: "f" }), trackOf(4, [], [7], 0)]);
  const [source] = ((await ask({ datasetIds: [secret] })).writers ?? []).filter(({ kind }) => kind === "import");
  const queries: Omit<Query, "datasetIds">[] = [
    {},
    { attribute: { name: "sex" } },
    { attribute: { name: "sex", value: "f" } },
    { attribute: { name: "sex" }, sort: "size", descending: true },
    { author: ada.id },
    { author: ada.id, lastChange: "import" },
    { source: source?.name ?? "" },
    { revision },
    { rules: ["box-empty"] },
    { rules: ["frame-behind-last", "box-outside"], sort: "confidence" },
  ];
  for (const query of queries) {
    const total = async (datasetIds: string[]) => (await ask({ datasetIds, ...query })).total ?? 0;
    expect(await total([open, secret])).toBeGreaterThan(await total([open]));
    const both = await ask({ datasetIds: [open, secret], ...query }, bob);
    expect(both.problems).toEqual([{ datasetId: secret, problem: "denied" }]);
    expect({ ...both, problems: [] }).toEqual(await ask({ datasetIds: [open], ...query }, bob));
    const counts = { ...query, counts: "only" } as const;
    expect(await ask({ datasetIds: [open, secret], ...counts }, bob)).toEqual(
      await ask({ datasetIds: [open], ...counts }, bob),
    );
    await expect(ask({ datasetIds: [secret], ...query }, bob)).rejects.toMatchObject({ status: 403 });
  }
});

test("pages stay in the order of the first one, whatever is saved meanwhile", async () => {
  const id = await createImageDataset(ada.client, "ordered", 3);
  const tracks = [0.9, 0.7, 0.5].map((confidence, n) => trackOf(n, [["fish", confidence]], [n]));
  await save(id, tracks);
  const query: Query = { datasetIds: [id], sort: "confidence", descending: true, limit: 1 };
  const first = await ask(query);
  await save(id, [trackOf(2, [["fish", 0.8]], [2])]);
  const second = await ask({ ...query, cursor: first.next ?? "" });
  const idsOf = (page: typeof first) => page.entries.map(({ trackId }) => trackId);
  expect([idsOf(first), idsOf(second)]).toEqual([[0], [1]]);
  expect(idsOf(await ask({ ...query, limit: 2 }))).toEqual([0, 2]);
});

test("an entry says what a chip shows: up to eight boxes spread evenly, and the revision that it is of", async () => {
  const id = await createImageDataset(ada.client, "long", 3);
  await save(id, [
    trackOf(
      0,
      [["fish", 0.5]],
      Array.from({ length: 15 }, (_, n) => n * 10),
    ),
  ]);
  const { revision } = await save(id, [trackOf(1, [["fish", 1]], [3])]);
  const { entries } = await ask({ datasetIds: [id] });
  expect(entries.map(({ frameCount, boxes }) => [frameCount, boxes.map(({ frame }) => frame)])).toEqual([
    [15, [0, 20, 40, 60, 80, 100, 120, 140]],
    [1, [3]],
  ]);
  expect(entries[1]).toMatchObject({
    revision,
    confidencePairs: [["fish", 1]],
    boxes: [{ bounds: [3, 0, 13, 10] }],
  });
  // Deleted tracks are gone, sets are independent, and tracks can be requested at earlier revisions.
  await save(id, [trackOf(1, [["seal", 1]], [3])], { set: "model" });
  await ada.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [], delete: [1] } },
  });
  expect(await walk([id], {})).toEqual(["0/0"]);
  expect((await ask({ datasetIds: [id], set: "model" })).types).toEqual([{ type: "seal", count: 1 }]);
  const at = async (more: object) =>
    (
      await ada.client.call("review.tracks", {
        folderId: id,
        trackIds: [1, 77],
        ...more,
      })
    ).map(({ confidencePairs }) => confidencePairs);
  expect([await at({}), await at({ revision }), await at({ set: "model" })]).toEqual([
    [],
    [[["fish", 1]]],
    [[["seal", 1]]],
  ]);
});

test("unreadable datasets are left out and named; nonsense is refused", async () => {
  const id = await createImageDataset(ada.client, "mine");
  const open = await createImageDataset(bob.client, "bobs");
  await save(id, [trackOf(0, [["fish", 0.5]], [0])]);
  const gone = "0".repeat(24);
  const shelf = await bob.client.call("folder.create", { parentType: "user", parentId: bob.id, name: "shelf" });
  const page = await ask({ datasetIds: [open, id, gone, "no id", shelf._id] }, bob);
  expect(page).toMatchObject({ entries: [], total: 0, types: [], datasets: [{ datasetId: open, accessLevel: 2 }] });
  expect(page.problems).toEqual([
    { datasetId: id, problem: "denied" },
    { datasetId: gone, problem: "missing" },
    { datasetId: "no id", problem: "missing" },
    { datasetId: shelf._id, problem: "noDataset", name: "shelf" },
  ]);
  await expect(ask({ datasetIds: [id] }, bob)).rejects.toMatchObject({ status: 403 });
  for (const body of [
    {},
    { datasetIds: [id], limit: 0 },
    { datasetIds: [id], sort: "no" },
    { datasetIds: [id], cursor: "x" },
  ]) {
    await expect(ask(body as Query)).rejects.toMatchObject({ status: 400 });
  }
  const many = Array.from({ length: 2001 }, (_, n) => n.toString(16).padStart(24, "0"));
  await expect(ask({ datasetIds: many })).rejects.toMatchObject({
    status: 400,
  });
});

const chip = async (folderId: string, frame: number, box: readonly number[], more = "") =>
  await server.fetch(
    `/api/v1/review/chip?folderId=${folderId}&frame=${frame}&box=${encodeURIComponent(JSON.stringify(box))}${more}`,
    { token: ada.token },
  );
/** The size, and the pixels at these places: red, green, blue, alpha. */
async function look(answer: Response, ...places: readonly (readonly [number, number])[]) {
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/webp");
  const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const at = places.map(([x, y]) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]);
  return { size: [info.width, info.height], at };
}
const near = (color: readonly number[]) => color.map((value): unknown => expect.closeTo(value, -1.3));

test("a chip of a picture is the box of that frame with what is around it; outside the picture it is clear", async () => {
  const plain = async (r: number) =>
    new Uint8Array(
      await sharp({
        create: {
          width: 400,
          height: 200,
          channels: 3,
          background: { r, g: 0, b: 0 },
        },
      })
        .png()
        .toBuffer(),
    );
  const pictures = [await plain(50), await plain(200)];
  const id = await createImageDataset(ada.client, "chips", 2, {
    picture: (n) => pictures[n]!,
  });
  const answer = await chip(id, 1, [100, 50, 200, 100]);
  const etag = answer.headers.get("etag");
  // 30 % on each side.
  expect(await look(answer, [80, 40])).toEqual({
    size: [160, 80],
    at: [near([200, 0, 0, 255])],
  });
  expect(await look(await chip(id, 0, [100, 50, 200, 100], "&context=0&side=50"), [20, 10])).toEqual({
    size: [50, 25],
    at: [near([50, 0, 0, 255])],
  });
  const corner = await look(await chip(id, 0, [0, 0, 100, 100]), [5, 80], [80, 80]);
  expect(corner).toEqual({
    size: [160, 160],
    at: [[0, 0, 0, 0], near([50, 0, 0, 255])],
  });
  expect((await chip(id, 0, [100, 50, 200, 100])).headers.get("etag")).not.toBe(etag);
  const statuses = [await chip(id, 7, [0, 0, 9, 9]), await chip(id, 0, [900, 900, 999, 999]), await chip(id, 0, [1])];
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 400]);
});

/** Bars encode the bits of the picture's number; see bar-code-video.ts. */
async function numberOn(answer: Response): Promise<number> {
  const places = Array.from({ length: 10 }, (_, bar) => [bar * 16 + 8, 32] as const);
  const { at } = await look(answer, ...places);
  return at.reduce((sum, [light = 0], bar) => sum + (light > 128 ? 2 ** bar : 0), 0);
}

async function createVideo(name: string, path: string, fps: number): Promise<string> {
  const place = {
    parentType: "user",
    parentId: ada.id,
    name,
    metadata: { fps, type: "video" },
  } as const;
  const { _id: id } = await ada.client.call("folder.create", place);
  await uploadFile(ada.client, { parentType: "folder", parentId: id, name: `${name}.mp4` }, await openAsBlob(path));
  await ada.client.call("rpc.postprocess", { id });
  await expect.poll(async () => (await ada.client.call("folder.get", { id })).meta.annotate).toBe(true);
  return id;
}

test("a chip of a video is of exactly that frame, also at a lower rate and where the sound begins earlier", async () => {
  const plain = join(folder, "plain.mp4");
  makeBarCodeVideo(plain, {
    args: ["-c:v", "libx264", "-bf", "3", "-g", "12"],
    sound: true,
  });
  const late = join(folder, "late.mp4");
  remux(plain, ["-itsoffset", "0.5", "-i", plain, "-itsoffset", "0"], ["-map", "0:v", "-map", "1:a"], late);
  const whole = [0, 0, 160, 64];
  const own = await createVideo("plain", plain, 25);
  for (const frame of [0, 1, 11, 12, 13, 27, 39])
    expect(await numberOn(await chip(own, frame, whole, "&context=0"))).toBe(frame);
  expect((await chip(own, 40, whole)).status).toBe(404);
  const slow = await createVideo("slow", plain, 5);
  for (const frame of [0, 1, 7]) expect(await numberOn(await chip(slow, frame, whole, "&context=0"))).toBe(frame * 5);
  const delayed = await createVideo("late", late, 25);
  for (const frame of [0, 1, 20]) expect(await numberOn(await chip(delayed, frame, whole, "&context=0"))).toBe(frame);
});

test("a chip of a large image comes from its tiles", async () => {
  const path = join(folder, "scan.tif");
  await makeTiff(path, 3000, 1700);
  const { id } = await createLargeImages(server, "scan", {
    "scan.tif": await openAsBlob(path),
  });
  const answer = await server.fetch(`/api/v1/review/chip?folderId=${id}&frame=0&box=[2000,1000,2100,1050]&context=0`);
  expect(await look(answer, [8, 8])).toEqual({
    size: [100, 50],
    at: [near([...colorAt(2008, 1008), 255])],
  });
  const edge = await server.fetch(
    `/api/v1/review/chip?folderId=${id}&frame=0&box=[2900,1600,3100,1800]&context=0&side=100`,
  );
  expect(await look(edge, [20, 20], [80, 80])).toEqual({
    size: [100, 100],
    at: [near([...colorAt(2940, 1640), 255]), [0, 0, 0, 0]],
  });
});

test("the colors that types were given come with their dataset; nothing but colors does", async () => {
  const id = await createImageDataset(ada.client, "Colored", 2);
  await save(id, [trackOf(0, [["fish", 1]], [0])]);
  const [plain] = (await ask({ datasetIds: [id] })).datasets ?? [];
  expect(plain).toEqual({ datasetId: id, name: "Colored", accessLevel: 2 });
  const customTypeStyling = { fish: { color: "#E599f7" }, crab: { color: "url(x)" }, ray: { fill: true } };
  await ada.client.call("dataset.update", { id, body: { customTypeStyling } });
  const [colored] = (await ask({ datasetIds: [id] })).datasets ?? [];
  expect(colored?.typeColors).toEqual({ fish: "#E599f7" });
});

test("a query ends when its reader has gone: before the page is found, and before tracks are counted", async () => {
  const id = await createImageDataset(ada.client, "left", 3);
  await save(id, [trackOf(0, [["fish", 0.5]], [1])]);
  const lists = vi.spyOn(ReviewService.prototype, "list");
  const pages = vi.spyOn(ReviewOrder.prototype, "page");
  try {
    for (const isFound of [false, true]) {
      const reader = new AbortController();
      pages.mockImplementationOnce(async (_, signal) => {
        reader.abort();
        await new Promise((resolve) => signal!.addEventListener("abort", resolve, { once: true }));
        if (!isFound) signal!.throwIfAborted();
        return [{ rank: 0.5, datasetId: id, trackId: 0 }];
      });
      const body = JSON.stringify({ datasetIds: [id], sort: "confidence" });
      const headers = { "content-type": "application/json", "Girder-Token": ada.token };
      const init = { method: "POST", body, headers, signal: reader.signal };
      await expect(fetch(`${server.url}/api/v1/review/entries`, init)).rejects.toThrow(/abort/);
      await expect(lists.mock.results.at(-1)?.value).rejects.toBeInstanceOf(ClientGoneError);
    }
  } finally {
    lists.mockRestore();
    pages.mockRestore();
  }
});
