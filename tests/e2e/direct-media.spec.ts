/**
 * Browsers read media from the bucket itself, at signed addresses: exactly, past their expiry, and from the server where
 * the bucket refuses them.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Page } from "@playwright/test";

import { bundlePage } from "../support/page-bundle.ts";
import { createBucket, type S3Server, setBucketCors, startS3 } from "../support/s3.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createUser, expect, signIn, startApp, test } from "./support/app.ts";
import { makeNumberedVideo, numberBlocks, numberedSize, readNumber } from "./support/frame-numbers.ts";
import { randomIntegers } from "./support/frame-random.ts";
import { createDataset, redOfFrame, ViewerPage } from "./support/viewer.ts";

const pictureCount = 600;
/** Signatures count whole seconds: an address is valid for at least two. */
const lifetimeSeconds = 3;
let s3: S3Server;
/** Own storage of the site, and a bucket of media that are read in place. */
let stored: string;
let place: string;
let server: TestServer;
let webFolder: string;
let film: Uint8Array;

test.beforeAll(async () => {
  s3 = await startS3();
  stored = await createBucket(s3.endpoint);
  place = await createBucket(s3.endpoint);
  webFolder = await mkdtemp(join(tmpdir(), "wakeline-direct-"));
  const page = fileURLToPath(new URL("./support/frame-page/", import.meta.url));
  for (const [path, content] of await bundlePage(page)) {
    await mkdir(dirname(join(webFolder, path)), { recursive: true });
    await writeFile(join(webFolder, path), content);
  }
  film = (await makeNumberedVideo({ codec: "h264", pictureCount, gaps: [20], keyDistance: 12, isNoisy: true })).bytes;
  const direct = `&direct=true&lifetime=${lifetimeSeconds}`;
  const mediaRoots = [`${place}&direct=true`];
  server = await startTestServer({
    webFolder,
    blobUrl: `${stored}${direct}`,
    mediaRoots,
    limits: { minChunkBytes: 0 },
  });
});
test.afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(webFolder, { recursive: true, force: true });
});

/** Requests for bytes, by who is asked, and for addresses. */
function countRequests(page: Page) {
  const counts = { server: 0, bucket: 0, address: 0, failed: 0 };
  page.on("request", (request) => {
    const { origin, pathname, searchParams } = new URL(request.url());
    if (origin === s3.endpoint) counts.bucket += 1;
    else if (searchParams.has("failed")) counts.failed += 1;
    else if (pathname.endsWith("/address")) counts.address += 1;
    else if (pathname.endsWith("/download")) counts.server += 1;
  });
  return counts;
}

async function uploadFilm(): Promise<string> {
  const parent = { parentType: "user", parentId: server.userId } as const;
  const name = `film ${crypto.randomUUID()}`;
  const metadata = { fps: 30, type: "video" };
  const { _id: id } = await server.client.call("folder.create", { ...parent, name, metadata });
  const target = { parentType: "folder", parentId: id, name: "film.mp4", mimeType: "video/mp4" } as const;
  await server.client.call("file.create", { ...target, size: film.length, body: film });
  await server.client.call("rpc.postprocess", { id });
  return await playableUrl(id);
}

async function playableUrl(id: string): Promise<string> {
  await expect.poll(async () => (await server.client.call("dataset.media", { id })).video).toBeDefined();
  const { direct, video } = await server.client.call("dataset.media", { id });
  expect(direct).toBe(true);
  return video!.url;
}

async function openFilm(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: "girderToken", value: server.token, url: server.url, httpOnly: true }]);
  await page.goto(`${server.url}/index.html`);
  await page.waitForFunction(() => "framePage" in window);
  const given = { url, name: "film.mp4", isDirect: true };
  const facts = await page.evaluate((video) => window.framePage.openVideo(video), given);
  expect(facts).toMatchObject({ decoder: "webcodecs", frameCount: pictureCount });
}

async function numbersShown(page: Page, frames: readonly number[]): Promise<number[]> {
  const means = await page.evaluate((wanted) => window.framePage.measure(wanted), {
    frames,
    ...numberedSize,
    blocks: numberBlocks,
  });
  return means.map(readNumber);
}

/** Until every address given out so far has expired. */
async function expiry(): Promise<void> {
  const endMs = Date.now() + 1000 * lifetimeSeconds;
  await expect.poll(() => Date.now()).toBeGreaterThan(endMs);
}

async function seekExactly(page: Page, seed: number): Promise<void> {
  const frames = randomIntegers(seed, 12, pictureCount);
  expect(await numbersShown(page, frames)).toEqual(frames);
}

test("a video comes from the bucket, frame by frame the right one, after its address has expired too", async ({
  page,
}) => {
  await setBucketCors(stored, true);
  const url = await uploadFilm();
  const counts = countRequests(page);
  const refused: number[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(response.status());
  });
  await openFilm(page, url);
  expect(await numbersShown(page, [0, 1, 2])).toEqual([0, 1, 2]);
  expect(counts).toMatchObject({ server: 0, failed: 0, address: 1 });
  await expiry();
  await seekExactly(page, 1);
  expect(counts).toMatchObject({ server: 0, failed: 0 });
  // On a busy machine the next address may expire meanwhile. Each is refused once, and replaced.
  expect(counts.address).toBeGreaterThan(1);
  expect(refused).toHaveLength(counts.address - 1);
});

test("where the bucket's rules refuse the page, the server sends the bytes, and only administrators read why", async ({
  page,
}) => {
  await setBucketCors(stored, false);
  const url = await uploadFilm();
  const counts = countRequests(page);
  await openFilm(page, url);
  await seekExactly(page, 2);
  expect(counts.server).toBeGreaterThan(0);
  // Neither a second file nor a second video tries again.
  await openFilm(page, url);
  await seekExactly(page, 3);
  expect(counts.failed).toBe(2);
  // Nor is an address asked for with each range: once per page, and by what was asked for at the same time.
  expect(counts.address).toBeLessThan(6);
  const [own, ...others] = await server.client.call("assetstore.list", {});
  expect(own).toMatchObject({ current: true, directFailure: { reason: "blocked" } });
  for (const other of others) expect(other).not.toHaveProperty("directFailure");
});

test("media in place come from their bucket; a file that was replaced there is not shown as if it were the old one", async ({
  page,
}) => {
  await setBucketCors(place, true);
  await putFilm(film);
  const { _id: id } = await server.client.call("assetstore.create", { name: "bucket", type: 2, root: place });
  const parent = { parentType: "user", parentId: server.userId } as const;
  const { _id: destinationId } = await server.client.call("folder.create", { ...parent, name: "from the bucket" });
  await server.client.call("assetstore.import", { id, importPath: "", destinationId });
  const datasets = () => server.client.call("folder.list", { parentType: "folder", parentId: destinationId });
  await expect.poll(async () => (await datasets()).map(({ meta }) => meta["annotate"])).toEqual([true]);
  const url = await playableUrl((await datasets())[0]!._id);
  const counts = countRequests(page);
  await openFilm(page, url);
  // One frame only: more of them in a row, and the file is read ahead to its end.
  expect(await numbersShown(page, [0])).toEqual([0]);
  expect(counts).toMatchObject({ server: 0, failed: 0 });
  await putFilm(film.toReversed());
  expect(await page.evaluate((frame) => window.framePage.failure(frame), pictureCount - 1)).toMatchObject({
    message: expect.stringContaining("409"),
  });
});

test("the viewer shows pictures of the bucket, which its own page may read and no other place", async ({ page }) => {
  await setBucketCors(stored, true);
  const app = await startApp({
    blobUrl: `${stored.replace("wakeline", "viewer")}&direct=true`,
    limits: { minChunkBytes: 0 },
  });
  try {
    const user = await createUser(app);
    const id = await createDataset(user, { frames: 4 });
    const counts = countRequests(page);
    await signIn(page, app, user.token);
    await page.goto(`${app.url}/viewer/${id}`);
    const viewer = await new ViewerPage(page).ready();
    await viewer.press("ArrowRight");
    await expect.poll(() => viewer.redAt(10, 10)).toBe(redOfFrame(1));
    await expect.poll(() => counts.bucket).toBe(4);
    expect(counts).toMatchObject({ server: 0, failed: 0 });
  } finally {
    await app.close();
  }
});

async function putFilm(bytes: Uint8Array): Promise<void> {
  const client = new S3Client({ endpoint: s3.endpoint, region: "us-east-1", forcePathStyle: true });
  const { host: Bucket, pathname } = new URL(place);
  await client.send(new PutObjectCommand({ Bucket, Key: `${pathname.slice(1)}/film.mp4`, Body: bytes }));
  client.destroy();
}
