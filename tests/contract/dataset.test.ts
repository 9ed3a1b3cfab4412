/** Datasets over HTTP: uploads become datasets, media are served with ranges, configuration is saved; and refusals. */
import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type AttributeDefinition, JobStatus, uploadFile } from "#schemas";

import { loadSampleMedia, type SampleMedia } from "../../server/sample/sample-media.ts";
import { createImageDataset } from "../support/dataset.ts";
import { sharedData } from "../support/shared-data.ts";
import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;
let sample: SampleMedia;

beforeAll(async () => {
  sample = await loadSampleMedia();
  server = await startTestServer();
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

async function createFolder(name: string, metadata: Record<string, unknown>): Promise<string> {
  const place = { parentType: "user", parentId: owner.id } as const;
  return (await owner.client.call("folder.create", { ...place, name, metadata }))._id;
}

async function upload(folderId: string, name: string, bytes: Uint8Array | string): Promise<void> {
  const content = typeof bytes === "string" ? bytes : new Uint8Array(bytes);
  await uploadFile(owner.client, { parentType: "folder", parentId: folderId, name }, new Blob([content]));
}

async function createVideoDataset(name: string, fps = -1): Promise<string> {
  const id = await createFolder(name, { fps, type: "video" });
  await upload(id, "harbour.mp4", sample.video.files[0]!.bytes);
  const reply = await owner.client.call("rpc.postprocess", { id });
  expect(reply).toMatchObject({ warnings: [], configurationHierarchyWrite: { action: "none" } });
  return id;
}

const get = (path: string, init: RequestInit & { token?: string | null } = {}): Promise<Response> =>
  server.fetch(`/api/v1/${path}`, { token: owner.token, ...init });

/** Names in the central directory of a zip archive. */
function entryNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 46)) {
    names.push(zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  }
  return names;
}

describe("media", () => {
  test("annotations past the last frame of the dataset at its rate are warned of when they are imported", async () => {
    // 160 pictures at 20 per second: 80 frames at 10 per second.
    const id = await createVideoDataset("other rate", 10);
    const importCsv = async (name: string, text: string): Promise<readonly string[]> => {
      await upload(id, name, Buffer.from(text));
      return (await owner.client.call("rpc.postprocess", { id, skipJobs: true })).warnings;
    };
    const row = (frame: number): string => `0,,${frame},1,2,3,4,1,-1,fish,1\n`;
    expect(await importCsv("fits.csv", row(79))).toEqual([]);
    expect(await importCsv("beyond.csv", row(3) + row(80))).toEqual([
      "beyond.csv: There are annotations up to frame 80, but the last frame of the dataset is 79. They may have been made at another frame rate; those after the last frame cannot be seen.",
    ]);
    // The file declares its rate, which the dataset adopts.
    expect(await importCsv("rate.csv", `# metadata,fps: 20\n${row(159)}`)).toEqual([
      "rate.csv set the frame rate of the dataset from 10 to 20.",
    ]);
  });

  test("pictures that are still to be converted are frames already: annotations on them are not past the last one", async () => {
    const id = await createFolder("half converted", { fps: 1, type: "image-sequence" });
    await upload(id, "a.png", sample.images.files[0]!.bytes);
    for (const name of ["b.pgm", "c.pgm"]) await upload(id, name, Buffer.from(`P5 4 4 255\n${"x".repeat(16)}`));
    const row = (name: string, frame: number): string => `${frame},${name},${frame},1,2,3,4,1,-1,fish,1\n`;
    await upload(id, "boxes.csv", row("a.png", 0) + row("b.pgm", 1) + row("c.pgm", 2));
    const { warnings } = await owner.client.call("rpc.postprocess", { id });
    expect(warnings.filter((warning) => warning.startsWith("boxes.csv"))).toEqual([]);
  });

  test("[S-API-33] a video is a dataset at once, with its exact rate", async () => {
    const id = await createVideoDataset("video");
    const dataset = await owner.client.call("dataset.get", { id });
    expect(dataset).toMatchObject({
      id,
      name: "video",
      type: "video",
      annotate: true,
      version: 1,
      fps: 20,
      originalFps: 20,
      confidenceFilters: { default: 0.1 },
      ffprobe_info: { avg_frame_rate: "20/1", codec_name: "h264", width: 640, height: 360, nb_frames: "160" },
    });
    expect(dataset.createdAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?\+00:00$/);
    const folder = await owner.client.call("folder.get", { id });
    expect(folder.meta).toMatchObject({ annotate: true, type: "video", originalFpsString: "20/1" });
    const media = await owner.client.call("dataset.media", { id });
    expect(media.imageData).toEqual([]);
    expect(media.video).toMatchObject({ filename: "harbour.mp4", width: 640, height: 360 });
    expect(media.video).toEqual(media.sourceVideo);
    expect(media.video?.url).toBe(`/api/v1/dive_dataset/${id}/media/${media.video?.id}/download`);
  });

  test("the annotation rate is never above the video's own", async () => {
    const slow = await createVideoDataset("slow", 5);
    expect((await owner.client.call("dataset.get", { id: slow })).fps).toBe(5);
    const fast = await createVideoDataset("fast", 60);
    expect((await owner.client.call("dataset.get", { id: fast })).fps).toBe(20);
  });

  test("bytes of media: whole, in part, with the cookie, and never for strangers", async () => {
    const id = await createVideoDataset("bytes");
    const { video } = await owner.client.call("dataset.media", { id });
    const path = video!.url.replace("/api/v1/", "");
    const whole = await get(path);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    const bytes = Buffer.from(sample.video.files[0]!.bytes);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);

    const part = await get(path, { headers: { Range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);

    const byCookie = await get(path, { token: null, headers: { Cookie: `girderToken=${owner.token}` } });
    expect(byCookie.status).toBe(200);
    await byCookie.body?.cancel();
    expect((await get(path, { token: null })).status).toBe(401);
    expect((await get(`dive_dataset/${id}/media/${"0".repeat(24)}/download`)).status).toBe(404);
  });

  test("pictures come in natural order, whatever the order of the upload", async () => {
    const id = await createFolder("order", { fps: -1, type: "image-sequence" });
    const { bytes } = sample.images.files[0]!;
    for (const name of ["f10.png", "f9.png", "f1.PNG", "e.png"]) await upload(id, name, bytes);
    await owner.client.call("rpc.postprocess", { id });
    const { imageData } = await owner.client.call("dataset.media", { id });
    expect(imageData.map(({ filename }) => filename)).toEqual(["e.png", "f1.PNG", "f9.png", "f10.png"]);
    expect((await owner.client.call("dataset.get", { id })).fps).toBe(1);
  });

  test.each([
    ["a text that is called a video", () => "frame,x,y\n", "Failed to read harbour.mp4: the file is not a video file"],
    ["an empty file", () => "", "Failed to read harbour.mp4: the file is empty"],
  ])("%s is refused by name; the folder stays as it was", async (what, bytes, text) => {
    const id = await createFolder(what, { fps: -1, type: "video" });
    await upload(id, "harbour.mp4", bytes());
    await expect(owner.client.call("rpc.postprocess", { id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(text),
    });
    expect((await owner.client.call("folder.get", { id })).meta["annotate"]).toBeUndefined();
    expect(await owner.client.call("item.list", { folderId: id })).toHaveLength(1);
    expect((await get(`dive_dataset/${id}`)).status).toBe(404);
  });

  test("a video that is cut off is left to a job, which converts what there is; until then it is not a dataset", async () => {
    const id = await createFolder("a video that is cut off", { fps: -1, type: "video" });
    await upload(id, "harbour.mp4", sample.video.files[0]!.bytes.subarray(0, 5000));
    const { job_ids, folder } = await owner.client.call("rpc.postprocess", { id });
    expect(job_ids).toHaveLength(1);
    expect(folder.meta["annotate"]).toBeUndefined();
    expect((await get(`dive_dataset/${id}`)).status).toBe(404);
  });

  test("an invalid picture is named by a job, and a picture next to a video in a warning", async () => {
    const id = await createFolder("mixed", { fps: -1, type: "image-sequence" });
    await upload(id, "good.png", sample.images.files[0]!.bytes);
    await upload(id, "page.png", "<html><script>alert(1)</script></html>");
    const images = await owner.client.call("rpc.postprocess", { id });
    expect(images.folder.meta["annotate"]).toBeUndefined();
    const job = () => owner.client.call("job.get", { id: images.job_ids[0] ?? "" });
    await expect.poll(async () => (await job()).status).toBe(JobStatus.success);
    expect((await job()).log?.[0]).toMatch(/^page\.png is not a PNG or JPEG picture\. It was left out\./);
    const video = await createFolder("mixed video", { fps: -1, type: "video" });
    await upload(video, "a.mp4", sample.video.files[0]!.bytes);
    await upload(video, "b.png", sample.images.files[0]!.bytes);
    const { warnings } = await owner.client.call("rpc.postprocess", { id: video });
    expect(warnings).toEqual(["b.png was stored, but is not shown: the dataset is of the type video."]);
  });

  test("a rate below 1 is refused by name, with a way out", async () => {
    const id = await createFolder("too slow", { fps: 0.5, type: "video" });
    await upload(id, "harbour.mp4", sample.video.files[0]!.bytes);
    await expect(owner.client.call("rpc.postprocess", { id })).rejects.toThrow(
      "Failed to read harbour.mp4: FPS lower than 1 is not supported. Ask for a frame rate of 1 or more.",
    );
  });

  test("missing parts of a dataset are named", async () => {
    const bare = await createFolder("bare", { type: "video" });
    await expect(owner.client.call("rpc.postprocess", { id: bare })).rejects.toThrow("fps missing from metadata");
    const untyped = await createFolder("untyped", { fps: 5 });
    await expect(owner.client.call("rpc.postprocess", { id: untyped })).rejects.toThrow("type missing from metadata");
    const empty = await createFolder("empty", { type: "video", fps: 5 });
    const reply = await owner.client.call("rpc.postprocess", { id: empty });
    expect(reply.warnings).toEqual(["There are no media files in this folder yet."]);
  });

  test.skipIf(isSecondStorage() || sharedData("bad") === undefined)(
    "real damaged files are refused with a reason, odd but whole ones accepted",
    async () => {
      let jobIds: string[] = [];
      const tryFile = async (path: string): Promise<{ status: number; message: string; warnings: string[] }> => {
        const id = await createFolder(path.replaceAll("/", " "), { fps: -1, type: "video" });
        await upload(id, path.split("/").at(-1)!, await readFile(sharedData(path)!));
        const response = await get(`dive_rpc/postprocess/${id}`, { method: "POST" });
        const reply = (await response.json()) as { message?: string; warnings?: string[]; job_ids?: string[] };
        jobIds = reply.job_ids ?? [];
        return { status: response.status, message: reply.message ?? "", warnings: reply.warnings ?? [] };
      };
      // Truncated: a job converts what exists.
      expect(await tryFile("bad/annex-b.mp4")).toEqual({ status: 200, message: "", warnings: [] });
      expect(jobIds).toHaveLength(1);
      expect(await tryFile("bad/test_malformed.mp4")).toMatchObject({
        status: 400,
        message: expect.stringContaining("no video stream"),
      });
      expect(await tryFile("bad/test_invalid_moov_atom.mp4")).toEqual({ status: 200, message: "", warnings: [] });
      expect(await tryFile("video/cursed-vfr.mp4")).toEqual({ status: 200, message: "", warnings: [] });
      for (const path of ["video/test.mp4", "video/video.avi"]) {
        expect(await tryFile(path)).toEqual({ status: 200, message: "", warnings: [] });
        const { status } = await owner.client.call("job.get", { id: jobIds[0] ?? "" });
        expect(status).not.toBe(JobStatus.success);
      }
    },
  );
});

describe("configuration", () => {
  test("[S-API-33, S-API-34] fields are replaced, unknown ones refused, the file holds what is set", async () => {
    const id = await createImageDataset(owner.client, "My Data Set");
    const meta = await owner.client.call("dataset.update", {
      id,
      body: {
        confidenceFilters: { default: 0.3 },
        customTypeStyling: { fish: { color: "#ff0000" } },
        timeFilters: [0, 1],
      },
    });
    expect(meta).toMatchObject({ annotate: true, version: 1, confidenceFilters: { default: 0.3 } });
    const imageEnhancements = { brightness: 1.2, contrast: 0.8 };
    await owner.client.call("dataset.update", { id, body: { imageEnhancements } });
    expect(await owner.client.call("dataset.get", { id })).toMatchObject({
      confidenceFilters: { default: 0.3 },
      imageEnhancements,
    });
    await owner.client.call("dataset.update", { id, body: JSON.parse('{"timeFilters":null}') as object });
    const file = await get(`dive_dataset/${id}/configuration`);
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=my-data-set.config.json");
    expect(JSON.parse(await file.text())).toEqual({
      version: 1,
      confidenceFilters: { default: 0.3 },
      customTypeStyling: { fish: { color: "#ff0000" } },
      imageEnhancements,
      fps: 1,
    });
    const refused = await get(`dive_dataset/${id}`, { method: "PATCH", body: '{"foo":1}' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      message:
        "1 validation error for MetadataMutableUpdateArgs\nfoo\n  extra fields not permitted (type=value_error.extra)",
      type: "validation",
    });
    const loop = await get(`dive_dataset/${id}`, { method: "PATCH", body: '{"typeHierarchy":{"a":"b","b":"a"}}' });
    expect(((await loop.json()) as { message: string }).message).toBe(
      "Type hierarchy is invalid: cycle a -> b -> a. No configuration was changed.",
    );
  });

  test("[S-API-35, S-API-36] attribute definitions and track filters are added and deleted one by one", async () => {
    const id = await createImageDataset(owner.client, "attributes");
    const sex: AttributeDefinition = {
      belongs: "detection",
      datatype: "text",
      key: "detection_sex",
      name: "sex",
      values: ["f", "m"],
    };
    const age = { belongs: "track", datatype: "number", key: "track_age", name: "age" } as const;
    await owner.client.call("dataset.updateAttributes", { id, body: { upsert: [sex, age], delete: [] } });
    await owner.client.call("dataset.updateAttributes", { id, body: { upsert: [], delete: ["track_age"] } });
    const filter = { name: "f", attribute: "sex", type: "detection", filter: { op: "=", val: "f" } } as const;
    const body = { upsert: [{ ...filter, typeFilter: [], ignoreUndefined: true, enabled: true }], delete: [] };
    expect(await owner.client.call("dataset.updateAttributeTrackFilters", { id, body } as never)).toBeNull();
    expect(await owner.client.call("dataset.get", { id })).toMatchObject({
      attributes: { detection_sex: sex },
      attributeTrackFilters: { f: filter },
    });
  });

  test("a reader changes nothing", async () => {
    const id = await createImageDataset(owner.client, "read only");
    await owner.client.call("folder.setAccess", { id, access: '{"users":[],"groups":[]}', public: true });
    const reader = await server.createUser("guest");
    const changes: [string, string][] = [
      ["PATCH", `dive_dataset/${id}`],
      ["PATCH", `dive_dataset/${id}/attributes`],
      ["PATCH", `dive_annotation?folderId=${id}`],
      ["POST", `dive_annotation/rollback?folderId=${id}&revision=0`],
      ["POST", `dive_rpc/postprocess/${id}`],
    ];
    for (const [method, path] of changes) {
      const response = await get(path, { method, body: method === "PATCH" ? "{}" : null, token: reader.token });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });
});

describe("lists and clones", () => {
  test("[S-API-02, S-API-03, S-API-30, S-DATA-04] datasets are listed with their total; files are sorted into roles", async () => {
    const lister = await server.createUser("lister");
    for (const name of ["one", "two", "three"]) await createImageDataset(lister.client, name);
    const path = "dive_dataset?limit=2&offset=0&sort=created&sortdir=-1&published=false&shared=false";
    const response = await get(path, { token: lister.token });
    // Public datasets of others are listed, too.
    const all = await lister.client.call("dataset.list", { limit: 0 });
    expect(response.headers.get("girder-total-count")).toBe(String(all.length));
    expect(all.filter(({ ownerLogin }) => ownerLogin === "lister")).toHaveLength(3);
    expect(await response.json()).toMatchObject([
      {
        name: "three",
        ownerLogin: "lister",
        meta: { annotate: true, type: "image-sequence", fps: 1 },
        public: false,
        creatorId: lister.id,
        size: expect.any(Number),
        created: expect.any(String),
      },
      { name: "two", ownerLogin: "lister" },
    ]);
    const roles = await owner.client.call("dataset.validateFiles", { body: ["1.png", "a.csv"] });
    expect(roles).toMatchObject({
      ok: true,
      message: "",
      type: "image-sequence",
      media: ["1.png"],
      annotations: ["a.csv"],
    });
    expect((await get("dive_dataset/validate_files", { method: "POST", body: '{"a":1}' })).status).toBe(400);
  });

  test("[S-API-32, S-DATA-05] a clone shows the same media and starts with the annotations of the default set", async () => {
    const id = await createImageDataset(owner.client, "source");
    const track = { id: 1, begin: 0, end: 0, features: [{ frame: 0, bounds: [1, 2, 3, 4] }] };
    await owner.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [track] } } });
    await owner.client.call("annotation.save", { folderId: id, body: { tracks: { delete: [1] } } });
    await owner.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [track] }, set: "model" } });
    const parent = await createFolder("clones", {});
    const clone = await owner.client.call("dataset.clone", {
      cloneId: id,
      parentFolderId: parent,
      name: "copy",
      revision: 1,
    });
    const missing = { cloneId: id, parentFolderId: parent, name: "none", revision: 9 };
    await expect(owner.client.call("dataset.clone", missing)).rejects.toMatchObject({
      status: 400,
      message: "There is no revision 9: the latest one is 3.",
    });
    expect(clone).toMatchObject({
      name: "copy",
      foreign_media_id: id,
      description: "Clone of source.",
      meta: { published: false },
    });
    const media = await owner.client.call("dataset.media", { id: clone._id });
    expect(media.imageData).toHaveLength(2);
    expect((await get(media.imageData[0]!.url.replace("/api/v1/", ""))).status).toBe(200);
    expect(await owner.client.call("annotation.tracks", { folderId: clone._id })).toHaveLength(1);
    expect(await owner.client.call("annotation.sets", { folderId: clone._id })).toEqual([null]);
    await owner.client.call("folder.delete", { id });
    const orphan = await get(`dive_dataset/${clone._id}/media`);
    expect(orphan.status).toBe(404);
    expect(((await orphan.json()) as { message: string }).message).toContain("Referenced media source missing");
  });
});

test("datasets of the same media are named to readers only, and each only what they may read", async () => {
  const share = async (id: string, readerIds: readonly string[]) => {
    const users = [{ id: owner.id, level: 2 }, ...readerIds.map((readerId) => ({ id: readerId, level: 0 }))];
    await owner.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  };
  const source = await createImageDataset(owner.client, "watched");
  const parent = await createFolder("watched clones", {});
  const cloneOf = async (name: string): Promise<string> =>
    (await owner.client.call("dataset.clone", { cloneId: source, parentFolderId: parent, name }))._id;
  const [shared, secret] = [await cloneOf("shared"), await cloneOf("secret")];
  const stranger = await server.createUser("passerby");
  for (const id of [source, shared, secret]) await share(id, []);
  const ask = (id: string, token: string | null) => get(`dive_dataset?sameMediaAs=${id}&limit=0`, { token });

  for (const id of [source, shared, secret]) {
    expect((await ask(id, stranger.token)).status).toBe(403);
    expect((await ask(id, null)).status).toBe(401);
  }
  expect((await ask("0".repeat(24), stranger.token)).status).toBe(400);

  // A reader of one clone learns nothing about the source or the other clone, not even how many there are.
  await share(shared, [stranger.id]);
  const response = await ask(shared, stranger.token);
  expect(response.headers.get("girder-total-count")).toBe("1");
  expect(await response.json()).toMatchObject([{ _id: shared }]);
  expect((await ask(source, stranger.token)).status).toBe(403);
  const own = (await (await ask(secret, owner.token)).json()) as { _id: string }[];
  expect(own.map(({ _id }) => _id).toSorted()).toEqual([source, shared, secret].toSorted());
});

describe("archives", () => {
  test("[S-API-42] a dataset as zip: configuration, annotations in both formats, media", async () => {
    const id = await createImageDataset(owner.client, "Zip Me");
    const track = {
      id: 1,
      begin: 0,
      end: 0,
      confidencePairs: [["ray", 1]],
      features: [{ frame: 0, bounds: [1, 2, 3, 4] }],
    };
    const weak = { ...track, id: 2, confidencePairs: [["crab", 0.05]] };
    await owner.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [track, weak] } } as never });
    const path = `dive_dataset/export?folderIds=${encodeURIComponent(JSON.stringify([id]))}`;
    const response = await get(path);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toContain("zip-me.zip");
    const bytes = Buffer.from(await response.arrayBuffer());
    const names = ["config.json", "annotations.dive.json", "image-0.png", "image-1.png", "annotations.viame.csv"];
    expect(entryNames(bytes)).toEqual(names.map((name) => `Zip Me/${name}`));
    expect(bytes.includes('"confidencePairs": [["ray", 1')).toBe(true);
    const without = Buffer.from(await (await get(`${path}&includeMedia=false&includeDetections=false`)).arrayBuffer());
    expect(entryNames(without)).toEqual(["Zip Me/config.json", "Zip Me/annotations.dive.json"]);
    const typesWith = async (more: string): Promise<string[]> => {
      const zip = Buffer.from(await (await get(path + more)).arrayBuffer()).toString("latin1");
      return ["ray", "crab"].filter((type) => zip.includes(`,${type},`));
    };
    expect(await typesWith("")).toEqual(["ray", "crab"]);
    expect(await typesWith("&excludeBelowThreshold=true")).toEqual(["ray"]);
    expect(await typesWith(`&typeFilter=${encodeURIComponent('["crab"]')}`)).toEqual(["crab"]);
    expect((await get(path, { token: null })).status).toBe(401);
    expect((await get("dive_dataset/export?folderIds=[]")).status).toBe(400);
  });
});

test("a name with slashes, dots and emoji is a name and nothing else", async () => {
  const name = "../x/..\\y 🐟 .. é";
  const id = await createImageDataset(owner.client, name);
  expect((await owner.client.call("dataset.get", { id })).name).toBe(name);
  const csv = await get(`dive_annotation/export?folderId=${id}`);
  expect(csv.headers.get("content-disposition")).toContain("..x..y-..-e.csv");
  const zip = await get(`dive_dataset/export?folderIds=${encodeURIComponent(JSON.stringify([id]))}`);
  const bytes = Buffer.from(await zip.arrayBuffer());
  const names = entryNames(bytes);
  expect(names).toHaveLength(5);
  for (const entry of names) expect(entry.split(/[\\/]/)).not.toContain("..");
});
