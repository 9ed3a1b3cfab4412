/**
 * A large export while twenty users page through lists: 40 MB here, many times what sockets and its pages buffer;
 * `WAKELINE_EXPORT_MB=1024` sets its size. Every request is answered, and the export has the same bytes as on an idle
 * server.
 */
import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { createImageDataset } from "../../support/dataset.ts";
import { startStoredProcess, type StoredProcess } from "../../support/stored-process.ts";
import { clientOf, testPassword } from "../../support/test-server.ts";

const megabytes = Number(process.env["WAKELINE_EXPORT_MB"] ?? 40);
vi.setConfig({ testTimeout: 120_000 + megabytes * 3000, hookTimeout: 120_000 + megabytes * 3000 });

const userCount = 20;
/** Per save. */
const saveBytes = 20e6;
const featuresPerTrack = 200;
const note = "x".repeat(300);

let site: StoredProcess;
let folderId: string;
let tokens: string[];
beforeAll(async () => {
  site = await startStoredProcess();
  const { client } = site;
  tokens = [];
  for (let n = 0; n < userCount; n++) {
    const names = { firstName: "Test", lastName: `User ${n}`, email: `user${n}@example.org`, password: testPassword };
    const user = await clientOf(site.server.url).call("user.register", { login: `user${n}`, ...names });
    tokens.push(user.authToken?.token ?? "");
  }
  folderId = await createImageDataset(client, "large");
  // Every user may read it, and there are some more to page through.
  await client.call("folder.setAccess", {
    id: folderId,
    access: JSON.stringify({ users: [], groups: [] }),
    public: true,
  });
  for (let n = 0; n < 30; n++) {
    const folder = { parentType: "folder", parentId: folderId, name: `folder ${n}` } as const;
    await client.call("folder.create", { ...folder, public: true });
  }
  let bytes = 0;
  for (let id = 0; bytes < megabytes * 1e6;) {
    const upsert: object[] = [];
    for (let size = 0; size < saveBytes; size += featuresPerTrack * (note.length + 110)) upsert.push(track(id++));
    const body = { tracks: { upsert, delete: [] } };
    await client.call("annotation.save", { folderId, body });
    bytes += saveBytes;
  }
});
afterAll(() => site?.close());

const track = (id: number): object => ({
  id,
  begin: 0,
  end: featuresPerTrack - 1,
  confidencePairs: [[`type ${id % 7}`, 0.5]],
  attributes: {},
  features: Array.from({ length: featuresPerTrack }, (_, frame) => ({
    frame,
    bounds: [frame, id % 1000, frame + 10.5, (id % 1000) + 10.25],
    keyframe: true,
    attributes: { note },
  })),
});

const get = async (path: string, token: string): Promise<Response> =>
  await fetch(`${site.server.url}/api/v1/${path}`, { headers: { "Girder-Token": token } });

/** Bytes and SHA-256 of a response of any size. */
async function digest(path: string): Promise<{ status: number; bytes: number; hash: string }> {
  const response = await get(path, site.token);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    hash.update(piece as Uint8Array);
    bytes += (piece as Uint8Array).length;
  }
  return { status: response.status, bytes, hash: hash.digest("hex") };
}

/** Pages through lists until stopped. @returns the number of responses, and the wrong ones */
async function page(token: string, seed: number, stop: AbortSignal): Promise<{ answers: number; wrong: string[] }> {
  const lists: readonly (readonly [path: string, count: number])[] = [
    [`folder?parentType=folder&parentId=${folderId}&limit=7&offset=${seed % 4}`, 7],
    [`folder?parentType=folder&parentId=${folderId}&limit=50&sort=name`, 30],
    [`item?folderId=${folderId}&limit=50`, 2],
    ["dive_dataset?published=false&limit=20", 1],
    [`dive_annotation/track?folderId=${folderId}&limit=2&offset=${seed % 5}`, 2],
    [`dive_annotation/revision?folderId=${folderId}&limit=1`, 1],
    ["job?limit=50", 0],
  ];
  const wrong: string[] = [];
  let answers = 0;
  for (let n = seed; !stop.aborted; n++) {
    const [path, count] = lists[n % lists.length] ?? ["", 0];
    const response = await get(path, token);
    const reply: unknown = await response.json();
    const found = Array.isArray(reply) ? reply.length : -1;
    if (response.status !== 200 || found !== count) wrong.push(`${path}: ${response.status}, ${found} of ${count}`);
    answers++;
  }
  return { answers, wrong };
}

test("exports while twenty people page: all are answered, none wrongly, and both exports are the same as alone", async () => {
  const paths = [
    `dive_annotation/export?folderId=${folderId}&format=dive_json`,
    `dive_annotation/track?folderId=${folderId}`,
  ];
  const alone = [];
  for (const path of paths) alone.push(await digest(path));
  for (const { status, bytes } of alone) {
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(megabytes * 0.9e6);
  }
  const stop = new AbortController();
  const people = Promise.all(tokens.map((token, index) => page(token, index, stop.signal)));
  const together = await Promise.all(paths.map(digest)).finally(() => stop.abort());
  expect(together).toEqual(alone);
  const pages = await people;
  expect(pages.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(Math.min(...pages.map(({ answers }) => answers))).toBeGreaterThan(3);
});

test("an export that no one reads holds no one up, and neither does one that is given up", async () => {
  const path = `${site.server.url}/api/v1/dive_annotation/export?folderId=${folderId}&format=dive_json`;
  const stuck = new AbortController();
  const headers = { "Girder-Token": site.token };
  const unread = await Promise.all(Array.from({ length: 3 }, () => fetch(path, { headers, signal: stuck.signal })));
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200]);
  const stop = new AbortController();
  const people = Promise.all(tokens.map((token, index) => page(token, index, stop.signal)));
  const read = await digest(`dive_annotation/export?folderId=${folderId}&format=dive_json`).finally(() => stop.abort());
  expect(read.bytes).toBeGreaterThan(megabytes * 0.9e6);
  const pages = await people;
  expect(pages.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(Math.min(...pages.map(({ answers }) => answers))).toBeGreaterThan(1);
  stuck.abort();
  expect(await digest(`dive_annotation/export?folderId=${folderId}&format=dive_json`)).toEqual(read);
});
