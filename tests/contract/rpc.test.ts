/** Jobs and operations on a dataset (api-v1 section 16). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { loadSampleMedia } from "../../server/sample/sample-media.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ workerQueues: ["convert"] });
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

async function upload(folderId: string, name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await uploadFile(ada.client, { parentType: "folder", parentId: folderId, name }, new Blob([content]));
}

async function importFile(folderId: string, name: string, content: string, options: object = {}) {
  await upload(folderId, name, content);
  return await ada.client.call("rpc.postprocess", { id: folderId, skipJobs: true, ...options });
}

const tracksOf = (folderId: string) => ada.client.call("annotation.tracks", { folderId });

const coco = (categories: object[], more: object = {}) =>
  JSON.stringify({
    images: [
      { id: 1, file_name: "image-0.png" },
      { id: 2, file_name: "image-1.png" },
    ],
    categories,
    annotations: [
      { id: 5, image_id: 1, category_id: 1, bbox: [1.9, 2, 3, 4], track_id: 7, score: 0.5 },
      { id: 6, image_id: 2, category_id: 1, bbox: [2, 2, 3, 4], track_id: 7, score: 0.5 },
    ],
    ...more,
  });

describe("media", () => {
  test("pictures of which some must be converted are not a dataset before that, and those that cannot be are named", async () => {
    const metadata = { fps: 1, type: "image-sequence" };
    const place = { parentType: "user", parentId: ada.id } as const;
    const { _id: id } = await ada.client.call("folder.create", { ...place, name: "mixed", metadata });
    const media = await createImageDataset(ada.client, "pictures to take", 1);
    const [item] = await ada.client.call("item.list", { folderId: media });
    const bytes = new Uint8Array(
      await (await ada.client.fetch("item.download", { id: item?._id ?? "" })).arrayBuffer(),
    );
    await upload(id, "1.png", bytes);
    for (const name of ["2.bmp", "3.webp"]) await upload(id, name, "not a picture");
    const { warnings, folder, job_ids: jobIds } = await ada.client.call("rpc.postprocess", { id });
    expect([warnings, jobIds.length, folder.meta["annotate"]]).toEqual([[], 1, undefined]);
    const job = () => ada.client.call("job.get", { id: jobIds[0] ?? "" });
    await expect.poll(async () => (await job()).status).toBe(3);
    const { meta } = await ada.client.call("folder.get", { id });
    expect(meta["annotate"]).toBe(true);
    expect(meta["mediaLedger"]).toMatchObject([
      { what: "broken", where: "2.bmp" },
      { what: "broken", where: "3.webp" },
    ]);
  });

  test("a video that is a playlist is refused, whatever it names", async () => {
    const metadata = { fps: -1, type: "video" };
    const place = { parentType: "user", parentId: ada.id } as const;
    const { _id: id } = await ada.client.call("folder.create", { ...place, name: "playlist", metadata });
    await upload(
      id,
      "film.mp4",
      "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n",
    );
    await expect(ada.client.call("rpc.postprocess", { id })).rejects.toThrow(/film\.mp4: the file is a playlist/);
  });

  test("endings that others lack are known: mkv, m4v and ts are videos, gif, webp and avif pictures", async () => {
    const check = (...names: string[]) => ada.client.call("dataset.validateFiles", { body: names });
    expect(await check("a.mkv")).toMatchObject({ ok: true, type: "video", media: ["a.mkv"] });
    expect(await check("a.m4v", "b.ts")).toMatchObject({ ok: true, type: "video", media: ["a.m4v", "b.ts"] });
    expect(await check("a.gif", "b.webp", "c.avif")).toMatchObject({ ok: true, type: "image-sequence" });
  });
});

describe("annotation files", () => {
  test("COCO is read by the core; supercategories become the type hierarchy", async () => {
    const id = await createImageDataset(ada.client, "coco");
    const reply = await importFile(id, "boxes.json", coco([{ id: 1, name: "ray", supercategory: "fish" }]));
    expect(reply).toMatchObject({
      warnings: [],
      job_ids: [],
      configurationHierarchyWrite: { action: "set", hierarchy: { ray: "fish" } },
    });
    expect(await tracksOf(id)).toMatchObject([
      {
        id: 7,
        begin: 0,
        end: 1,
        confidencePairs: [["ray", 0.5]],
        features: [{ bounds: [2, 2, 5, 6], exactBounds: [1.9, 2, 4.9, 6] }, { frame: 1 }],
      },
    ]);
    expect((await ada.client.call("annotation.revisions", { folderId: id }))[0]).toMatchObject({
      description: "Import COCO_JSON from boxes.json",
    });
    expect(await ada.client.call("dataset.get", { id })).toMatchObject({ typeHierarchy: { ray: "fish" } });
  });

  test("a hierarchy that does not fit is a warning, never an error", async () => {
    const id = await createImageDataset(ada.client, "coco loop");
    await ada.client.call("dataset.update", { id, body: { typeHierarchy: { fish: "ray" } } });
    const reply = await importFile(id, "boxes.json", coco([{ id: 1, name: "ray", supercategory: "fish" }]));
    expect(reply.warnings).toEqual([
      "The category hierarchy in the COCO file could not be applied: cycle fish -> ray -> fish. Annotations were imported without changing the dataset type hierarchy.",
    ]);
    expect(reply.configurationHierarchyWrite).toEqual({ action: "none" });
    expect(await tracksOf(id)).toHaveLength(1);
  });

  test("COCO without boxes is refused with the text that clients know, and taken away", async () => {
    const id = await createImageDataset(ada.client, "coco without boxes");
    const annotations = [{ id: 9, image_id: 1, category_id: 1 }];
    await expect(importFile(id, "none.json", coco([{ id: 1, name: "ray" }], { annotations }))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(
        "1 COCO annotation(s) cannot be imported because they have no bbox and no usable polygon segmentation (ids: 9).",
      ) as string,
    });
    expect((await ada.client.call("item.list", { folderId: id })).map(({ name }) => name)).not.toContain("none.json");
  });

  test("KPF is read: geometry, types and activities", async () => {
    const id = await createImageDataset(ada.client, "kpf");
    const kpf = [
      "- { geom: { id1: 3, id0: 0, ts0: 0, g0: 1 2 3 4, keyframe: 1 } }",
      "- { geom: { id1: 3, id0: 1, ts0: 1, g0: 2 2 4 4, keyframe: 1 } }",
      "- { types: { id1: 3, cset3: { person: 0.75 } } }",
      "- { act: { id2: 1, act2: { walking: 1.0 }, timespan: [{ tsr0: [0, 1] }], actors: [{ id1: 3, timespan: [{ tsr0: [0, 1] }] }] } }",
      "",
    ].join("\n");
    await importFile(id, "clip.activities.yml", kpf);
    expect(await tracksOf(id)).toMatchObject([{ id: 3, begin: 0, end: 1, confidencePairs: [["person", 0.75]] }]);
    expect(await ada.client.call("annotation.groups", { folderId: id })).toMatchObject([
      { members: { 3: { ranges: [[0, 1]] } } },
    ]);
    expect((await ada.client.call("annotation.revisions", { folderId: id }))[0]).toMatchObject({
      description: "Import MEVA_KPF from clip.activities.yml",
    });
  });

  test("DIVE's own export, which carries a frame rate, is annotations", async () => {
    const id = await createImageDataset(ada.client, "with fps");
    const track = { id: 1, begin: 0, end: 0, confidencePairs: [["a", 1]], attributes: {} };
    const features = [{ frame: 0, bounds: [1, 1, 2, 2], attributes: {} }];
    await importFile(
      id,
      "a.json",
      JSON.stringify({ fps: 5, tracks: { 1: { ...track, features } }, groups: {}, version: 2 }),
    );
    expect(await tracksOf(id)).toHaveLength(1);
  });

  test("[S-API-31] additive with a prefix, into a named set, by query or by form", async () => {
    const id = await createImageDataset(ada.client, "additive");
    const csv = "0,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n";
    await importFile(id, "a.csv", csv, { set: "model" });
    await upload(id, "b.csv", csv);
    const form = new URLSearchParams({ skipJobs: "True", additive: "True", additivePrepend: "new", set: "model" });
    const response = await server.fetch(`/api/v1/dive_rpc/postprocess/${id}`, {
      method: "POST",
      body: form,
      token: ada.token,
    });
    expect(response.status).toBe(200);
    const tracks = await ada.client.call("annotation.tracks", { folderId: id, set: "model" });
    expect(tracks.map((track) => [track.id, track.confidencePairs[0]?.[0]])).toEqual([
      [0, "ray"],
      [1, "new_ray"],
    ]);
    expect(await tracksOf(id)).toEqual([]);
  });

  test("a file that changes the frame rate says so, and which annotations keep their frame numbers", async () => {
    const id = await createImageDataset(ada.client, "other rate", 4);
    const rows = (fps: number) => `# metadata,fps: ${fps}\n0,image-0.png,0,1,1,5,5,1,-1,cod,1\n`;
    await importFile(id, "a.csv", rows(1), { set: "theirs" });
    const { warnings } = await importFile(id, "b.csv", rows(5));
    expect(warnings).toEqual([
      "b.csv set the frame rate of the dataset from 1 to 5. Frame numbers in the set theirs stay as they were, at 1 " +
        'frames a second. If they are right, import a configuration with "fps": 1 to set it back.',
    ]);
    const { warnings: more } = await importFile(id, "c.csv", rows(2), { additive: true });
    expect(more.join("\n")).toMatch(/from 5 to 2\. Frame numbers in the dataset, the set theirs stay as they were/);
  });

  test("one CSV at a time: the first is imported, the others are put away and named", async () => {
    const id = await createImageDataset(ada.client, "two csv");
    await upload(id, "first.csv", "0,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n");
    const { warnings } = await importFile(id, "second.csv", "9,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n");
    expect(warnings).toEqual([
      "Imported annotations from first.csv only; skipped second.csv. A dataset imports one annotation CSV at a time.",
    ]);
    await ada.client.call("rpc.postprocess", { id, skipJobs: true });
    expect((await tracksOf(id)).map((track) => track.id)).toEqual([0]);
  });

  test("a configuration that names a bad hierarchy changes nothing", async () => {
    const id = await createImageDataset(ada.client, "bad hierarchy");
    const document = { confidenceFilters: { default: 0.9 }, typeHierarchy: { a: "a" } };
    await expect(importFile(id, "x.config.json", JSON.stringify(document))).rejects.toMatchObject({
      status: 400,
      message:
        'Failed to import x.config.json: Type hierarchy is invalid: self edge "a -> a". No configuration was changed.',
    });
    expect(await ada.client.call("dataset.get", { id })).toMatchObject({ confidenceFilters: { default: 0.1 } });
  });

  test("a configuration sets, merges and deletes the hierarchy", async () => {
    const id = await createImageDataset(ada.client, "hierarchies");
    const write = async (typeHierarchy: unknown, additive: boolean) =>
      (await importFile(id, "h.config.json", JSON.stringify({ typeHierarchy }), { additive }))
        .configurationHierarchyWrite;
    expect(await write({ a: "b" }, false)).toEqual({ action: "set", hierarchy: { a: "b" } });
    expect(await write({ c: "b" }, true)).toEqual({ action: "set", hierarchy: { a: "b", c: "b" } });
    expect(await write({}, true)).toEqual({ action: "none" });
    expect(await write(null, false)).toEqual({ action: "delete" });
    expect(await ada.client.call("dataset.get", { id })).not.toHaveProperty("typeHierarchy");
    await write({ a: "b" }, false);
    expect(await write({}, false)).toEqual({ action: "delete" });
    expect(await ada.client.call("dataset.get", { id })).not.toHaveProperty("typeHierarchy");
  });

  test("an import never replaces what a person has said about a type", async () => {
    const id = await createImageDataset(ada.client, "said");
    const said = { ray: "fish", eel: "fish" };
    await ada.client.call("dataset.update", { id, body: { typeHierarchy: said } });
    const config = JSON.stringify({ typeHierarchy: { cod: "fish", ray: "animal" }, datasetInfo: { vessel: "new" } });
    await expect(importFile(id, "other.config.json", config, { additive: true })).rejects.toMatchObject({
      status: 400,
      message:
        'Failed to import other.config.json: Type hierarchy is invalid: conflicting parents for "ray": "fish" and "animal". No configuration was changed.',
    });
    const unchanged = await ada.client.call("dataset.get", { id });
    expect(unchanged).toMatchObject({ typeHierarchy: said });
    expect(unchanged).not.toHaveProperty("datasetInfo");
    // The file is gone, so it cannot affect the next import.
    expect((await ada.client.call("item.list", { folderId: id })).map(({ name }) => name)).not.toContain(
      "other.config.json",
    );
    for (const additive of [false, true]) {
      const boxes = coco([{ id: 1, name: "ray", supercategory: "animal" }]);
      const reply = await importFile(id, "boxes.json", boxes, { additive });
      expect(reply.warnings).toEqual([
        'The category hierarchy in the COCO file could not be applied: conflicting parents for "ray": "fish" and "animal". Annotations were imported without changing the dataset type hierarchy.',
      ]);
      expect(reply.configurationHierarchyWrite).toEqual({ action: "none" });
    }
    expect(await ada.client.call("dataset.get", { id })).toMatchObject({ typeHierarchy: said });
  });

  test("the calibration of cameras is not an annotation file, and stays", async () => {
    const id = await createImageDataset(ada.client, "calibrated");
    const { warnings } = await importFile(id, "cams.json", JSON.stringify({ R: [1], T: [1], fx_left: 1 }));
    expect(warnings).toEqual([expect.stringMatching(/^cams\.json: This is the calibration/) as string]);
    expect((await ada.client.call("item.list", { folderId: id })).map(({ name }) => name)).toContain("cams.json");
  });
});

test("KWCOCO out and in again holds the same tracks", async () => {
  const id = await createImageDataset(ada.client, "Round Trip");
  await importFile(id, "boxes.json", coco([{ id: 1, name: "ray", supercategory: "fish" }]));
  const response = await server.fetch(`/api/v1/dive_annotation/export?folderId=${id}&format=coco_json`, {
    token: ada.token,
  });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("content-disposition")).toContain("round-trip.coco.json");
  const text = await response.text();
  const document = JSON.parse(text) as { info: { description: string }; categories: object[] };
  expect(document.info.description).toBe("DIVE export for Round Trip");
  expect(document.categories).toMatchObject([{ name: "ray", supercategory: "fish" }, { name: "fish" }]);
  const again = await createImageDataset(ada.client, "round again");
  await importFile(again, "again.json", text);
  expect(await tracksOf(again)).toEqual(await tracksOf(id));
});

test("an archive is unpacked by a job, and is alone in its folder", async () => {
  const me = await ada.client.call("user.me", {});
  const metadata = { fps: 5, type: "image-sequence" };
  const folder = { parentType: "user", parentId: me?._id ?? "", name: "zipped", metadata } as const;
  const { _id: id } = await ada.client.call("folder.create", folder);
  await upload(id, "all.zip", "PK\u0003\u0004");
  const reply = await ada.client.call("rpc.postprocess", { id });
  expect([reply.job_ids.length, reply.warnings]).toEqual([1, []]);
  await expect.poll(async () => (await ada.client.call("job.get", { id: reply.job_ids[0] ?? "" })).status).toBe(4);
  expect(await ada.client.call("item.list", { folderId: id })).toHaveLength(1);
  await upload(id, "other.png", "x");
  await expect(ada.client.call("rpc.postprocess", { id })).rejects.toThrow(
    "There are multiple files besides a zip, cannot continue",
  );
  await upload(id, "more.zip", "x");
  await expect(ada.client.call("rpc.postprocess", { id })).rejects.toThrow(
    "There are multiple zip files in the folder.",
  );
});

describe("what takes a worker", () => {
  const noPipelines = "Pipeline execution is unavailable because no pipeline workers are connected.";
  const noTraining = "Training is unavailable because no training workers are connected.";
  const ask = async (path: string, init: RequestInit & { token?: string } = {}) => {
    const response = await server.fetch(`/api/v1/${path}`, { method: "POST", token: ada.token, ...init });
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  let folderId: string;
  let bob: TestUser;
  beforeAll(async () => {
    folderId = await createImageDataset(ada.client, "for jobs");
    bob = await server.createUser("bob1");
  });

  test("[S-API-37] a pipeline: as JSON text, in brackets, without a right", async () => {
    const pipeline = encodeURIComponent(JSON.stringify({ name: "fish", type: "detector", pipe: "detector_fish.pipe" }));
    expect(await ask(`dive_rpc/pipeline?folderId=${folderId}&pipeline=${pipeline}`)).toEqual([503, noPipelines]);
    const brackets =
      "pipeline[name]=fish&pipeline[type]=detector&pipeline[pipe]=a.pipe&pipeline[metadata][description]=x";
    expect(await ask(`dive_rpc/pipeline?folderId=${folderId}&${brackets}`)).toEqual([503, noPipelines]);
    expect(await ask(`dive_rpc/pipeline?folderId=${folderId}`)).toEqual([400, 'Parameter "pipeline" is required.']);
    expect(await ask(`dive_rpc/pipeline?folderId=${folderId}&pipeline=${pipeline}`, { token: bob.token })).toEqual([
      403,
      `Write access denied for folder ${folderId} (user ${bob.id}).`,
    ]);
  });

  test("[S-API-38] training", async () => {
    const train = (body: object) =>
      ask("dive_rpc/train?pipelineName=a&config=b&annotatedFramesOnly=true", {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
    expect(await train({ folderIds: [folderId], labelText: "x" })).toEqual([503, noTraining]);
    expect(await train({})).toEqual([400, "No folderIds in param"]);
    const unknown = "0".repeat(24);
    expect(await train({ folderIds: [folderId, unknown] })).toEqual([400, `Cannot access folder ${unknown}`]);
  });

  test("[S-API-39] export of a model", async () => {
    expect(await ask(`dive_rpc/export?modelFolderId=${folderId}&exportFolderId=${folderId}`)).toEqual([
      503,
      noPipelines,
    ]);
  });

  test("[V-API-07] an item without tiles says so, slash or not", async () => {
    const [item] = await ada.client.call("item.list", { folderId });
    const base = `item/${item?._id}/tiles`;
    const paths = ["", "/", "/internal_metadata", "/zxy/0/0/0?encoding=PNG", "/thumbnail", "/region", "/histogram"];
    for (const path of [...paths, "/fzxy/0/0/0/0", "/tile_frames/quad_info"]) {
      expect(await ask(base + path, { method: "GET" })).toEqual([400, "No large image file in this item."]);
      expect((await ask(base + path, { method: "GET", token: bob.token }))[0]).toBe(403);
    }
    expect(await ada.client.call("tile.delete", { id: item?._id ?? "" })).toEqual({ deleted: false });
  });
});

test("folders that are marked are postprocessed by a job, and one that fails does not stop the others", async () => {
  const parent = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "storage" });
  const mark = async (name: string, metadata: object) => {
    const folder = {
      parentType: "folder",
      parentId: parent._id,
      name,
      metadata: { ...metadata, MarkForPostProcess: true },
    };
    return (await ada.client.call("folder.create", folder as never))._id;
  };
  const good = await mark("good", { type: "image-sequence", fps: 1 });
  await upload(good, "a.csv", "0,a.png,0,1,2,3,4,0.5,-1,ray,0.5\n");
  await mark("without type", { fps: 1 });
  expect(await ada.client.call("rpc.batchPostprocess", { id: parent._id, skipJobs: true })).toBeNull();
  await expect
    .poll(async () => (await ada.client.call("job.list", { types: ["DIVE Batch Postprocess"] }))[0]?.status)
    .toBe(4);
  const [job] = await ada.client.call("job.list", { types: ["DIVE Batch Postprocess"] });
  expect(job).toMatchObject({ title: "Batch process Dive Batch Postprocess", progress: { current: 2, total: 2 } });
  const { log } = await ada.client.call("job.get", { id: job?._id ?? "" });
  expect(log).toEqual(["without type: type missing from metadata\n", "1 of 2 folders could not be processed.\n"]);
  expect(await tracksOf(good)).toHaveLength(1);
  expect((await ada.client.call("folder.get", { id: good })).meta).toMatchObject({ MarkForPostProcess: false });
});

// Makes the sample video first if it does not exist yet.
test("a video becomes a dataset: a job says so to its owner, and a video item can be made one", async () => {
  const { video } = await loadSampleMedia();
  const [{ name, bytes } = { name: "", bytes: new Uint8Array() }] = video.files;
  const folder = {
    parentType: "user",
    parentId: ada.id,
    name: "films",
    metadata: { type: "video", fps: -1 },
  } as const;
  const { _id: id } = await ada.client.call("folder.create", folder);
  await upload(id, name, bytes as Uint8Array<ArrayBuffer>);
  const { job_ids: jobIds } = await ada.client.call("rpc.postprocess", { id });
  expect(jobIds).toHaveLength(1);
  const getJob = () => ada.client.call("job.get", { id: jobIds[0] ?? "" });
  await expect.poll(async () => (await getJob()).status, { timeout: 30_000 }).toBe(3);
  expect(await getJob()).toMatchObject({
    title: "Converting films to a web friendly format",
    type: "convert",
    status: 3,
    dataset_id: id,
    params: { input_folder: id, user_id: ada.id, user_login: "ada1" },
  });
  expect((await ada.client.call("notification.list", {})).map(({ type }) => type)).toContain("job_status");

  const [item] = await ada.client.call("item.list", { folderId: id });
  const made = await ada.client.call("rpc.convertDive", { id: item?._id ?? "" });
  expect(await ada.client.call("folder.get", { id: made })).toMatchObject({
    name: `Video ${name}`,
    parentId: id,
    meta: { type: "video", annotate: true },
  });
  expect((await ada.client.call("dataset.media", { id: made })).video).toMatchObject({ filename: name });
});
