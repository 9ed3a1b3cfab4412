/**
 * The content and visibility of a clone: access to its source, the moment it was made, and owners who cut it.
 */
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { encode } from "fast-png";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { uploadFile } from "#schemas";
import { mediaEntryText, mediaLedgerOf } from "#schemas/media-ledger";

import { createImageDataset } from "../support/dataset.ts";
import { makeMotionVideo } from "../support/motion-video.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob, eve] = [await server.createUser("ada1"), await server.createUser("bob1"), await server.createUser("eve1")];
});
afterAll(() => server.close());

const png = new Uint8Array(encode({ width: 4, height: 4, channels: 3, data: new Uint8Array(48).fill(7) }));

async function addFile(user: TestUser, folderId: string, name: string, content: Uint8Array<ArrayBuffer> | string) {
  await uploadFile(user.client, { parentType: "folder", parentId: folderId, name }, new Blob([content]));
  const item = (await user.client.call("item.list", { folderId })).find((one) => one.name === name);
  return item?._id ?? "";
}

async function newSource(): Promise<string> {
  const id = await createImageDataset(ada.client, `reef ${++count}`);
  await addFile(ada, id, "frame_metadata.csv", "frame,depth\n0,3");
  return id;
}

async function share(id: string, users: readonly { id: string; level: number }[], isPublic = false): Promise<void> {
  const access = JSON.stringify({ users: [{ id: ada.id, level: 2 }, ...users], groups: [] });
  await ada.client.call("folder.setAccess", { id, access, public: isPublic });
}

async function newFolder(user: TestUser, isPublic = false): Promise<string> {
  const place = { parentType: "user", parentId: user.id, name: `place ${++count}`, public: isPublic } as const;
  return (await user.client.call("folder.create", place))._id;
}

async function cloneOf(user: TestUser, cloneId: string, parentFolderId?: string): Promise<string> {
  const place = parentFolderId ?? (await newFolder(user));
  const name = `clone ${++count}`;
  return (await user.client.call("dataset.clone", { cloneId, parentFolderId: place, name }))._id;
}

/** Responses of each route that reaches the media of a clone. */
async function answers(token: string | null, id: string, itemId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [way, path] of Object.entries({
    media: `dive_dataset/${id}/media`,
    bytes: `dive_dataset/${id}/media/${itemId}/download`,
    thumbnail: `dive_dataset/${id}/thumbnail`,
    metadata: `dive_dataset/${id}/frame_metadata_sources`,
    archive: `dive_dataset/export?folderIds=${JSON.stringify([id])}`,
    csv: `dive_annotation/export?folderId=${id}&format=viame_csv`,
    json: `dive_annotation/export?folderId=${id}&format=dive_json`,
    tracks: `dive_annotation/track?folderId=${id}`,
  })) {
    const response = await server.fetch(`/api/v1/${path}`, { token });
    found[way] = response.status;
    await response.arrayBuffer();
  }
  return found;
}

/** For the documents of the source themselves. */
async function ofSource(token: string, sourceId: string, itemId: string): Promise<Record<string, number>> {
  const status = async (path: string): Promise<number> => (await server.fetch(`/api/v1/${path}`, { token })).status;
  const hits = await (await server.fetch(`/api/v1/resource/search?q=image-0&types=["item"]`, { token })).text();
  return {
    item: await status(`item/${itemId}`),
    // A picture without tiles: 400 for callers with access.
    tiles: await status(`item/${itemId}/tiles`),
    tracks: await status(`dive_annotation/track?folderId=${sourceId}`),
    found: hits.includes(itemId) ? 200 : 403,
  };
}

const all = (media: number) => ({
  media,
  bytes: media,
  thumbnail: media,
  metadata: media,
  archive: media,
  csv: media,
  json: 200,
  tracks: 200,
});
const source = (status: number) => ({
  item: status,
  tiles: status === 200 ? 400 : status,
  tracks: status,
  found: status,
});

test("a browser keeps media without asking only where everybody may see them and their source", async () => {
  const sourceId = await newSource();
  const keeps = async (user: TestUser, id: string): Promise<(string | null)[]> => {
    const itemId = (await user.client.call("dataset.media", { id })).imageData[0]?.id ?? "";
    const ways = [`dive_dataset/${id}/media/${itemId}/download`, `dive_dataset/${id}/thumbnail`];
    return await Promise.all(
      ways.map(async (path) => {
        const answer = await server.fetch(`/api/v1/${path}`, { token: user.token });
        await answer.arrayBuffer();
        const again = { token: user.token, headers: { "if-none-match": answer.headers.get("etag") ?? "" } };
        expect((await server.fetch(`/api/v1/${path}`, again)).status).toBe(304);
        return answer.headers.get("cache-control");
      }),
    );
  };
  const [asked, kept] = [Array(2).fill("private, no-cache"), Array(2).fill("private, max-age=3600")];
  await share(sourceId, [{ id: bob.id, level: 0 }]);
  const clone = await cloneOf(bob, sourceId);
  expect([await keeps(ada, sourceId), await keeps(bob, clone)]).toEqual([asked, asked]);
  await share(sourceId, [], true);
  expect([await keeps(ada, sourceId), await keeps(bob, clone)]).toEqual([kept, asked]);
  // A client that already has the bytes gets no confirmation after the right is gone.
  const itemId = (await ada.client.call("dataset.media", { id: sourceId })).imageData[0]?.id ?? "";
  const path = `/api/v1/dive_dataset/${sourceId}/media/${itemId}/download`;
  const etag = (await server.fetch(path, { token: bob.token })).headers.get("etag") ?? "";
  await share(sourceId, []);
  expect((await server.fetch(path, { token: bob.token, headers: { "if-none-match": etag } })).status).toBe(403);
});

test("DIVE JSON is imported into a clone of a video whose source is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-clones-"));
  const content = await openAsBlob(await makeMotionVideo(join(folder, "moving.mp4")));
  const place = { parentType: "user", parentId: ada.id, name: "moving", metadata: { fps: -1, type: "video" } } as const;
  const { _id: sourceId } = await ada.client.call("folder.create", place);
  await uploadFile(ada.client, { parentType: "folder", parentId: sourceId, name: "moving.mp4" }, content);
  await ada.client.call("rpc.postprocess", { id: sourceId });
  rmSync(folder, { recursive: true, force: true });
  const clone = await cloneOf(ada, sourceId);
  await ada.client.call("folder.delete", { id: sourceId });
  const track = {
    id: 4,
    begin: 1,
    end: 1,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: [{ frame: 1, bounds: [1, 2, 3, 4], keyframe: true }],
  };
  await addFile(ada, clone, "tracks.json", JSON.stringify({ version: 2, tracks: { 4: track }, groups: {} }));
  await ada.client.call("rpc.postprocess", { id: clone, skipJobs: true });
  expect(await ada.client.call("annotation.tracks", { folderId: clone })).toMatchObject([{ id: 4, begin: 1 }]);
});

describe("a clone shows media for as long as its reader or its maker may read the source", () => {
  test.each(["a clone", "a clone of a clone", "a copy of a clone"])("%s", async (kind) => {
    const sourceId = await newSource();
    const reader = [{ id: bob.id, level: 0 }];
    await share(sourceId, reader);
    const first = await cloneOf(bob, sourceId);
    const id =
      kind === "a clone"
        ? first
        : kind === "a clone of a clone"
          ? await cloneOf(bob, first)
          : (await bob.client.call("folder.copy", { id: first }))._id;
    const media = await bob.client.call("dataset.media", { id });
    const itemId = media.imageData[0]?.id ?? "";
    const states: [string, () => Promise<unknown>, number, number][] = [
      ["right before", () => share(sourceId, reader), 200, 200],
      ["revoked", () => share(sourceId, []), 403, 403],
      ["given back", () => share(sourceId, reader), 200, 200],
      ["public", () => share(sourceId, [], true), 200, 200],
      ["private again", () => share(sourceId, []), 403, 403],
      ["deleted", () => ada.client.call("folder.delete", { id: sourceId }), 404, 400],
    ];
    for (const [state, change, status, own] of states) {
      await change();
      expect([state, await answers(bob.token, id, itemId)]).toEqual([state, all(status)]);
      const found = await ofSource(bob.token, sourceId, itemId);
      expect([state, found]).toEqual([state, { ...source(own), found: own === 400 ? 403 : own }]);
    }
  });

  test("a reader of a clone counts on its maker, and a clone of a clone on both", async () => {
    const sourceId = await newSource();
    await share(sourceId, [{ id: bob.id, level: 0 }]);
    const first = await cloneOf(bob, sourceId);
    const toEve = (users: object[]) =>
      bob.client.call("folder.setAccess", {
        id: first,
        access: JSON.stringify({ users: [{ id: bob.id, level: 2 }, ...users], groups: [] }),
      });
    await toEve([{ id: eve.id, level: 0 }]);
    const second = await cloneOf(eve, first);
    const itemId = (await eve.client.call("dataset.media", { id: second })).imageData[0]?.id ?? "";
    const status = async (id: string): Promise<number> => (await answers(eve.token, id, itemId))["bytes"] ?? 0;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    await toEve([]);
    expect([await status(first), await status(second)]).toEqual([403, 403]);
    await toEve([{ id: eve.id, level: 0 }]);
    await share(sourceId, []);
    expect([await status(first), await status(second)]).toEqual([403, 403]);
    await share(sourceId, [{ id: eve.id, level: 0 }]);
    expect([await status(first), await status(second)]).toEqual([200, 200]);
  });

  test("with the setting clonesKeepMedia they stay, but for those that were cut", async () => {
    const sourceId = await newSource();
    await share(sourceId, [{ id: bob.id, level: 0 }]);
    const id = await cloneOf(bob, sourceId);
    const itemId = (await bob.client.call("dataset.media", { id })).imageData[0]?.id ?? "";
    await share(sourceId, []);
    const set = (value: boolean | null) =>
      server.client.call("system.setSetting", { key: "clonesKeepMedia", value: JSON.stringify(value) } as never);
    await set(true);
    try {
      expect(await answers(bob.token, id, itemId)).toEqual(all(200));
      await ada.client.call("dataset.cutClone", { id: sourceId, cloneId: id });
      expect(await answers(bob.token, id, itemId)).toEqual(all(403));
    } finally {
      await set(null);
    }
  });
});

describe("media are those of the moment of cloning", () => {
  test("later and replaced pictures are not shown", async () => {
    const sourceId = await newSource();
    await share(sourceId, [{ id: bob.id, level: 0 }]);
    const id = await cloneOf(bob, sourceId);
    const second = await cloneOf(bob, id);
    const later = await addFile(ada, sourceId, "image-9.png", png);
    const elsewhere = await createImageDataset(ada.client, `elsewhere ${++count}`, 1);
    const [moved] = await ada.client.call("item.list", { folderId: elsewhere });
    await ada.client.call("item.update", { id: moved?._id ?? "", name: "image-8.png", folderId: sourceId });
    for (const clone of [id, second]) {
      const { imageData } = await bob.client.call("dataset.media", { id: clone });
      expect(imageData.map(({ filename }) => filename)).toEqual(["image-0.png", "image-1.png"]);
      for (const itemId of [later, moved?._id ?? ""]) {
        expect((await answers(bob.token, clone, itemId))["bytes"]).toBe(404);
      }
    }
    const [first] = (await bob.client.call("dataset.media", { id })).imageData;
    const [file] = await ada.client.call("item.files", { id: first?.id ?? "" });
    const upload = await ada.client.call("file.replaceContents", { id: file?._id ?? "", size: png.length });
    await ada.client.call("file.chunk", { uploadId: upload._id, offset: 0, body: png });
    const replaced = await server.fetch(`/api/v1/dive_dataset/${id}/media/${first?.id}/download`, { token: bob.token });
    expect(replaced.status).toBe(404);
    expect(await replaced.text()).toContain("image-0.png was replaced in the source dataset");
    // A new clone has everything.
    const fresh = await bob.client.call("dataset.media", { id: await cloneOf(bob, sourceId) });
    expect(fresh.imageData).toHaveLength(4);
  });

  test("a clone names what it did not take along: other annotation sets, and earlier revisions", async () => {
    const sourceId = await newSource();
    const save = (id: number, setName?: string) =>
      ada.client.call("annotation.save", {
        folderId: sourceId,
        body: {
          tracks: {
            upsert: [{ id, begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {}, features: [] }],
            delete: [],
          },
          ...(setName && { set: setName }),
        },
      });
    await save(0);
    const { name, meta: before } = await ada.client.call("folder.get", { id: await cloneOf(ada, sourceId) });
    expect([name, mediaLedgerOf(before)]).toEqual([name, []]);
    await save(1);
    await save(2, "truth");
    const { name: original } = await ada.client.call("folder.get", { id: sourceId });
    const { meta } = await ada.client.call("folder.get", { id: await cloneOf(ada, sourceId) });
    expect(mediaLedgerOf(meta).map(mediaEntryText)).toEqual([
      `${original} has the annotation sets truth, which were not cloned. Open them in the original.`,
      `${original} was cloned at revision 3. Earlier revisions are in the history of the original.`,
    ]);
  });

  test("ids in a clone's metadata refer only to items of the clone", async () => {
    const sourceId = await newSource();
    await share(sourceId, [{ id: bob.id, level: 0 }]);
    const id = await cloneOf(bob, sourceId);
    const secret = await addFile(ada, sourceId, "secret.json", JSON.stringify({ R: "topsecret" }));
    const { meta } = await bob.client.call("folder.get", { id });
    const camera = { folderId: id, type: "image-sequence" };
    for (const body of [
      { metadataFileItemId: secret, metadataFileOriginalName: "secret.json" },
      { multiCam: { cameras: { left: camera }, calibrationItemId: secret } },
      { multiCam: { cameras: { left: camera }, jsonCalibrationItemId: secret } },
    ]) {
      await bob.client.call("folder.setMetadata", { id, body: { ...meta, ...body } });
      const zip = await server.fetch(`/api/v1/dive_dataset/export?folderIds=["${id}"]`, { token: bob.token });
      expect(await zip.text()).not.toContain("topsecret");
      const calibration = await server.fetch(`/api/v1/dive_dataset/calibration?folderId=${id}`, { token: bob.token });
      expect(await calibration.text()).not.toContain("topsecret");
      const sources = await bob.client.call("dataset.frameMetadataSources", { id });
      expect(JSON.stringify(sources)).not.toContain(secret);
    }
  });
});

describe("a clone is made public by those who may share its source", () => {
  const publish = (user: TestUser, id: string, recurse = false) => {
    const access = JSON.stringify({ users: [{ id: user.id, level: 2 }], groups: [] });
    return user.client.call("folder.setAccess", { id, access, public: true, recurse });
  };

  test("on its own, with the folder above it, by a copy and by its place", async () => {
    const sourceId = await newSource();
    await share(sourceId, [{ id: bob.id, level: 0 }]);
    const place = await newFolder(bob);
    const id = await cloneOf(bob, sourceId, place);
    const itemId = (await bob.client.call("dataset.media", { id })).imageData[0]?.id ?? "";
    await expect(publish(bob, id)).rejects.toMatchObject({ status: 403 });
    await expect(publish(bob, place, true)).rejects.toMatchObject({ status: 403 });
    await expect(bob.client.call("folder.copy", { id, public: "true" })).rejects.toMatchObject({ status: 403 });
    const inPublic = await cloneOf(bob, sourceId, await newFolder(bob, true));
    for (const one of [id, place, inPublic]) {
      expect((await bob.client.call("folder.get", { id: one })).public).toBe(false);
      expect((await answers(null, one, itemId))["bytes"]).toBe(401);
    }
    await share(sourceId, [{ id: bob.id, level: 2 }]);
    await publish(bob, id);
    expect((await answers(null, id, itemId))["bytes"]).toBe(200);
    // Strangers depend on a creator who may share it, and on no one else.
    await share(sourceId, [{ id: bob.id, level: 0 }]);
    expect((await answers(null, id, itemId))["bytes"]).toBe(401);
    expect((await answers(bob.token, id, itemId))["bytes"]).toBe(200);
  });
});

describe("owners see and cut every clone", () => {
  test("of a dataset and of its cameras, with all that was cloned from it", async () => {
    const sourceId = await newSource();
    await share(sourceId, [{ id: bob.id, level: 0 }]);
    const id = await cloneOf(bob, sourceId);
    const below = await cloneOf(bob, id);
    const other = await cloneOf(bob, sourceId);
    const own = await cloneOf(ada, sourceId);
    const listed = await ada.client.call("dataset.clones", { id: sourceId });
    expect(new Set(listed.map((one) => one._id))).toEqual(new Set([id, below, other, own]));
    expect(listed.find((one) => one._id === id)).toMatchObject({ makerLogin: "bob1", public: false, cut: null });
    // A private name is visible only to its creator.
    expect(listed.filter((one) => one.name !== undefined).map((one) => one._id)).toEqual([own]);
    await expect(bob.client.call("dataset.clones", { id: sourceId })).rejects.toMatchObject({ status: 403 });
    await expect(bob.client.call("dataset.cutClone", { id: sourceId, cloneId: id })).rejects.toMatchObject({
      status: 403,
    });
    const stranger = await createImageDataset(ada.client, `stranger ${++count}`, 1);
    await expect(ada.client.call("dataset.cutClone", { id: stranger, cloneId: id })).rejects.toMatchObject({
      status: 404,
    });
    expect(await ada.client.call("dataset.cutClone", { id: sourceId, cloneId: id })).toMatchObject({ cut: 2 });
    const cut = (await ada.client.call("dataset.clones", { id: sourceId })).filter((one) => one.cut !== null);
    expect(new Set(cut.map((one) => one._id))).toEqual(new Set([id, below]));
    for (const one of [id, below]) {
      await expect(bob.client.call("dataset.media", { id: one })).rejects.toMatchObject({ status: 403 });
      await expect(bob.client.call("dataset.get", { id: one })).resolves.toMatchObject({ foreign_media_id: sourceId });
    }
    await expect(bob.client.call("dataset.media", { id: other })).resolves.toBeDefined();
    const audit = await server.client.call("system.audit", {});
    expect(JSON.stringify(audit)).toContain("access.cloneCut");
  });

  test("a clone of several cameras is cut with its cameras", async () => {
    const rigId = await newFolder(ada);
    const cameras: Record<string, { folderId: string; type: "image-sequence" }> = {};
    for (const camera of ["left", "right"]) {
      const folderId = await createImageDataset(ada.client, `${camera} ${++count}`, 1);
      await ada.client.call("folder.update", { id: folderId, name: camera, parentType: "folder", parentId: rigId });
      cameras[camera] = { folderId, type: "image-sequence" };
    }
    const { name } = await ada.client.call("folder.get", { id: rigId });
    const body = { name, fps: 1, type: "image-sequence", subType: "multicam", defaultDisplay: "left", cameras };
    await ada.client.call("dataset.createMultiCam", { parentFolderId: rigId, body });
    const access = JSON.stringify({
      users: [
        { id: ada.id, level: 2 },
        { id: bob.id, level: 0 },
      ],
      groups: [],
    });
    await ada.client.call("folder.setAccess", { id: rigId, access, recurse: true });
    const id = await cloneOf(bob, rigId);
    const listed = await ada.client.call("dataset.clones", { id: rigId });
    expect(listed.map((one) => one._id)).toEqual([id]);
    const before = await bob.client.call("dataset.get", { id });
    const url = before.multiCamMedia?.cameras["left"]?.imageData[0]?.url ?? "";
    expect((await server.fetch(url, { token: bob.token })).status).toBe(200);
    await ada.client.call("dataset.cutClone", { id: rigId, cloneId: id });
    expect((await server.fetch(url, { token: bob.token })).status).toBe(403);
    await expect(clientOf(server.url, bob.token).call("dataset.get", { id })).rejects.toMatchObject({ status: 403 });
  });
});

test("annotations can be imported as DIVE JSON into a clone whose media are gone", async () => {
  const sourceId = await newSource();
  await share(sourceId, [{ id: bob.id, level: 0 }]);
  const id = await cloneOf(bob, sourceId);
  await ada.client.call("folder.delete", { id: sourceId });
  const track = {
    id: 3,
    begin: 1,
    end: 1,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: [{ frame: 1, bounds: [1, 2, 3, 4], keyframe: true }],
  };
  await addFile(bob, id, "tracks.json", JSON.stringify({ version: 2, tracks: { 3: track }, groups: {} }));
  await bob.client.call("rpc.postprocess", { id, skipJobs: true });
  expect(await bob.client.call("annotation.tracks", { folderId: id })).toMatchObject([{ id: 3 }]);
  await addFile(bob, id, "tracks.csv", "0,image-0.png,0,1,2,3,4,1,-1,fish,1\n");
  await expect(bob.client.call("rpc.postprocess", { id, skipJobs: true })).rejects.toMatchObject({ status: 404 });
});
