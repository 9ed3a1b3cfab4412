/** A file is stored completely or not at all, whichever step the server dies after, and an upload can be resumed. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadFile } from "#schemas";
import { seededRandom } from "../support/random.ts";
import { killPointsOf, openCrashWorld, type CrashWorld } from "./crash-rounds.ts";

const mebibyte = 1024 * 1024;
const chunkBytes = 5 * mebibyte;
/** Three chunks, the last one partial. */
const sizeBytes = 12 * mebibyte + 12_345;

let world: CrashWorld;
let folderId: string;
beforeAll(async () => {
  world = await openCrashWorld();
  const me = await world.client.call("user.me", {});
  const parent = { parentType: "user", parentId: me?._id ?? "", name: "uploads" } as const;
  folderId = (await world.client.call("folder.create", parent))._id;
});
afterAll(() => world.close());

const body = randomBytes(sizeBytes - 4);

/** Fast to generate, so that the kill happens during the upload; different in each round. */
function contentOf(round: number): Blob {
  return new Blob([new Uint8Array(Uint32Array.of(round).buffer), body]);
}

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  const random = seededRandom(length);
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, () => random() * 2 ** 32);
  return new Uint8Array(words.buffer, 0, length);
}

const sha256 = async (content: Blob): Promise<string> =>
  createHash("sha256")
    .update(new Uint8Array(await content.arrayBuffer()))
    .digest("hex");

/** Every file of the folder is complete: it has the bytes of the round in its name. */
async function checkFiles(): Promise<readonly string[]> {
  const items = await world.client.call("item.list", { folderId, limit: 0 });
  const names: string[] = [];
  for (const item of items) {
    const files = await world.client.call("item.files", { id: item._id, limit: 0 });
    expect(files.map(({ name, size }) => [name, size])).toEqual([[item.name, sizeBytes]]);
    names.push(item.name);
  }
  return names;
}

async function downloadedHash(name: string): Promise<string> {
  const [item] = await world.client.call("item.list", { folderId, name });
  const [file] = await world.client.call("item.files", { id: item?._id ?? "" });
  const response = await world.client.fetch("file.download", { id: file?._id ?? "" });
  return await sha256(await response.blob());
}

test("an upload survives kill -9 after each kind of its last steps in full or not at all", async () => {
  const upload = (round: number): Promise<unknown> =>
    uploadFile(
      world.client,
      { parentType: "folder", parentId: folderId, name: `round-${round}.bin` },
      contentOf(round),
      { chunkBytes, retryWaitsMs: [] },
    );
  const steps = await world.stepsOf(() => upload(0));
  // From the chunks on: starting an upload is a single row.
  const firstChunk = steps.findIndex((step) => step.startsWith('update "uploads"'));
  expect(steps).toContain("link");

  const expected = new Set(["round-0.bin"]);
  const states = { before: 0, after: 0 };
  const points = killPointsOf(steps, 2).filter(({ step, nth }) => steps.indexOf(step) >= firstChunk || nth > 1);
  for (const [n, point] of points.entries()) {
    const name = `round-${n + 1}.bin`;
    const where = `killed after ${point.nth}: ${point.step}`;
    const result = await world.killedAt(point, () => upload(n + 1));
    expect(result, where).toEqual({ acknowledged: false, findings: [] });
    const names = await checkFiles();
    // If present, it is complete although the response was lost: the state after. Absent: the state before.
    const isThere = names.includes(name);
    if (isThere) expected.add(name);
    expect(new Set(names), where).toEqual(expected);
    if (isThere) expect(await downloadedHash(name), where).toBe(await sha256(contentOf(n + 1)));
    states[isThere ? "after" : "before"]++;
  }
  // After the last step it is stored, although no response was sent.
  expect(states).toEqual({ before: expect.any(Number), after: 1 });
  expect(states.before).toBeGreaterThanOrEqual(5);
}, 600_000);

test("an upload goes on after the server was killed between its chunks", async () => {
  const content = contentOf(99);
  const target = { parentType: "folder", parentId: folderId, name: "resumed.bin", size: sizeBytes } as const;
  const created = await world.client.call("file.create", target);
  const body = content.slice(0, chunkBytes);
  await world.client.call("file.chunk", { uploadId: created._id, offset: 0, body });
  await world.interrupted(Promise.resolve(), 0);

  const { offset } = await world.client.call("file.offset", { uploadId: created._id });
  expect(offset).toBe(chunkBytes);
  const rest = { uploadId: created._id, offset, body: content.slice(offset) };
  const file = await world.client.call("file.chunk", rest);
  expect(file).toMatchObject({ name: "resumed.bin", size: sizeBytes });
  expect(await downloadedHash("resumed.bin")).toBe(await sha256(content));
  // The last chunk again, as sent by a client that lost the response: the same file, not a second one.
  await world.interrupted(Promise.resolve(), 0);
  expect(await world.client.call("file.chunk", rest)).toEqual(file);
  expect(await world.client.call("item.list", { folderId, name: "resumed.bin" })).toHaveLength(1);
});
