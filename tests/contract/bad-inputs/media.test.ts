/**
 * Pictures and videos whose content does not match their name, that lie about their size, or refer to other files;
 * invalid frame rates; impossible tiles. They are reported by name, and served so that nothing in them runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32 } from "node:zlib";

import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";

import { JobStatus, uploadFile } from "#schemas";

import { untilEnded } from "../../support/ended-job.ts";
import { runSystemFfmpeg } from "../../support/system-ffmpeg.ts";
import { sharedData } from "../../support/shared-data.ts";
import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

async function createFolder(name: string, metadata: Record<string, unknown>): Promise<string> {
  return (await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name, metadata }))._id;
}

async function upload(folderId: string, name: string, content: Uint8Array | string, type = ""): Promise<string> {
  const target = { parentType: "folder", parentId: folderId, name } as const;
  return (await uploadFile(ada.client, target, new Blob([content as BlobPart], { type })))._id;
}

async function postprocess(
  id: string,
): Promise<{ status: number; warnings: string[]; message: string; jobIds: string[] }> {
  const response = await server.fetch(`/api/v1/dive_rpc/postprocess/${id}`, { method: "POST", token: ada.token });
  const reply = (await response.json()) as { warnings?: string[]; message?: string; job_ids?: string[] };
  const { warnings = [], message = "", job_ids: jobIds = [] } = reply;
  return { status: response.status, warnings, message, jobIds };
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
function png(width: number, height: number, bitDepth: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bitDepth, 8);
  return Buffer.concat([pngStart, chunk("IHDR", header), ...chunks, chunk("IEND", Buffer.alloc(0))]);
}
/** A JPEG of no pixels with one APP1 segment. */
function jpeg(exif: string): Buffer {
  const data = Buffer.from(`Exif\0\0${exif}`, "latin1");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), length, data, Buffer.from([0xff, 0xd9])]);
}
/** A little-endian TIFF whose only directory has these entries and this next directory. */
function tiff(
  entries: readonly (readonly [tag: number, type: number, count: number, value: number])[],
  next: number,
): Buffer {
  const bytes = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  bytes.write("II*\0", 0, "latin1");
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(entries.length, 8);
  for (const [n, [tag, type, count, value]] of entries.entries()) {
    bytes.writeUInt16LE(tag, 10 + n * 12);
    bytes.writeUInt16LE(type, 12 + n * 12);
    bytes.writeUInt32LE(count, 14 + n * 12);
    bytes.writeUInt32LE(value, 18 + n * 12);
  }
  bytes.writeUInt32LE(next, 10 + entries.length * 12);
  return bytes;
}

const html = "<html><script>alert(1)</script></html>";
const notPictures: Readonly<Record<string, string | Uint8Array>> = {
  "svg.png": '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  "page.png": html,
  "script.jpg": "GIF89a/*" + "\0".repeat(20) + "*/=alert(1);",
  "short.png": pngStart.subarray(0, 7),
  "nothing.jpeg": "",
  "BM.png": "BM",
};
const oddPictures: Readonly<Record<string, Uint8Array>> = {
  "60000.png": png(60_000, 60_000, 8, chunk("IDAT", Buffer.alloc(1000))),
  "zero.png": png(0, 0, 8),
  "largest.png": png(0x7fffffff, 0x7fffffff, 16),
  "animated.png": png(8, 8, 8, chunk("acTL", Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]))),
  "text.png": png(8, 8, 16, chunk("tEXt", Buffer.from(`Comment\0${html}`))),
  "appended.png": Buffer.concat([png(8, 8, 8), Buffer.from(html)]),
  "broken-sum.png": Buffer.concat([png(8, 8, 8).subarray(0, 30), Buffer.alloc(8)]),
  "exif-html.jpg": jpeg(html),
  "exif-loop.jpg": jpeg(`II*\0\u0008\0\0\0\0\0\u0008\0\0\0`),
};
const tiffs: Readonly<Record<string, Uint8Array>> = {
  "loop.tif": tiff([[256, 4, 1, 10]], 8),
  "offsets.tif": tiff([[273, 4, 0xffffffff, 0xfffffff0]], 0xfffffff0),
  "tiles.tif": tiff(
    [
      [256, 4, 1, 0xffffffff],
      [257, 4, 1, 0xffffffff],
      [322, 4, 1, 0],
      [323, 4, 1, 0],
    ],
    0,
  ),
  "big.tif": Buffer.from([0x49, 0x49, 0x2b, 0, 8, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
};

/** Whatever the bytes are: a type chosen by the server, nothing that a browser would sniff or run. */
async function expectHarmless(path: string): Promise<void> {
  const { headers, status, body } = await server.fetch(`/api/v1/${path}`, { token: ada.token });
  await body?.cancel();
  const type = headers.get("content-type") ?? "";
  const isInline = headers.get("content-disposition")?.startsWith("attachment") !== true;
  expect([path, status, headers.get("x-content-type-options"), headers.get("content-security-policy")]).toEqual([
    ...[path, 200, "nosniff", expect.stringContaining("sandbox")],
  ]);
  expect([
    path,
    isInline && !/^(image\/(png|jpeg|gif|webp|tiff|bmp)|video\/)/.test(type) ? `inline as ${type}` : "",
  ]).toEqual([path, ""]);
}

test("pictures that are none are named, and one that is all there is is refused", async () => {
  for (const [name, content] of Object.entries({ ...notPictures, ...oddPictures })) {
    const alone = await createFolder(`alone ${name}`, { type: "image-sequence", fps: 1 });
    await upload(alone, name, content, "text/html");
    const { status, message } = await postprocess(alone);
    const why = Object.hasOwn(notPictures, name) ? /it (is not a PNG or JPEG picture|is empty)\.$/ : /it .*\.$/;
    expect([name, status]).toEqual([name, 400]);
    expect(message?.startsWith(`Failed to read ${name}: `)).toBe(true);
    expect(message).toMatch(why);
    expect((await ada.client.call("folder.get", { id: alone })).meta["annotate"]).toBeUndefined();
  }
});

test("pictures that lie about themselves are left out of a dataset, and nothing in them runs", async () => {
  const id = await createFolder("odd pictures", { type: "image-sequence", fps: 1 });
  const all = { ...oddPictures, ...notPictures };
  await upload(
    id,
    "good.png",
    new Uint8Array(encode({ width: 8, height: 8, data: new Uint8Array(192), channels: 3 })),
    "image/png",
  );
  for (const [name, content] of Object.entries(all)) await upload(id, name, content, "text/html");
  const { job_ids: jobIds } = await ada.client.call("rpc.postprocess", { id });
  const job = () => ada.client.call("job.get", { id: jobIds[0] ?? "" });
  await expect.poll(async () => (await job()).status).toBe(JobStatus.success);
  const log = (await job()).log?.join("") ?? "";
  for (const name of Object.keys(all)) expect(log).toContain(`${name} `);
  expect(log).not.toContain("good.png");
  const { imageData } = await ada.client.call("dataset.media", { id });
  expect(imageData.map(({ filename }) => filename)).toEqual(["good.png"]);
  const [aside] = await ada.client.call("folder.list", { parentType: "folder", parentId: id });
  const items = await ada.client.call("item.list", { folderId: aside?._id ?? "" });
  expect(items.map(({ name }) => name).toSorted()).toEqual(Object.keys(all).toSorted());
  for (const item of items) await expectHarmless(`item/${item._id}/download`);
});

test("TIFFs with loops and offsets into nowhere have no tiles, and the job says of each why", async () => {
  const id = await createFolder("tiffs", { type: "large-image", fps: 1 });
  for (const [name, content] of Object.entries(tiffs)) await upload(id, name, content);
  const { job_ids: jobIds } = await ada.client.call("rpc.postprocess", { id });
  const job = () => ada.client.call("job.get", { id: jobIds[0] ?? "" });
  await expect.poll(async () => (await job()).status, { timeout: 30_000 }).toBe(JobStatus.error);
  const log = (await job()).log?.join("") ?? "";
  for (const name of Object.keys(tiffs)) expect(log).toMatch(new RegExp(`^${name} (is|cannot|has) `, "m"));
  const items = await ada.client.call("item.list", { folderId: id });
  expect(items.map(({ name }) => name).toSorted()).toEqual(Object.keys(tiffs).toSorted());
  const coordinates = [
    "0/0/0",
    "-1/0/0",
    "0/-1/0",
    "99/0/0",
    "0/99999999999/0",
    "9007199254740993/0/0",
    "1.5/0/0",
    "x/y/z",
    "1e9/0/0",
    "%00/0/0",
  ];
  const queries = [
    "",
    "?projection=EPSG:99999",
    "?projection=../../etc",
    "?encoding=EXE",
    "?style={",
    `?style=${"[".repeat(5000)}`,
  ];
  for (const { _id } of items.slice(0, 1)) {
    for (const coordinate of coordinates) {
      for (const query of queries) {
        for (const way of [`zxy/${coordinate}`, `fzxy/0/${coordinate}`, `fzxy/-1/${coordinate}`]) {
          const path = `item/${_id}/tiles/${way}${query}`;
          const response = await server.fetch(`/api/v1/${path}`, { token: ada.token });
          const { message } = (await response.json()) as { message?: string };
          expect([path, response.status, message]).toEqual([path, 400, expect.stringMatching(/./)]);
        }
      }
    }
    for (const query of [
      "region?left=-1&width=1e9",
      "region?regionWidth=99999999999",
      "thumbnail?width=-5",
      "thumbnail?width=999999999",
      "histogram?bins=99999999",
    ]) {
      expect([query, (await server.fetch(`/api/v1/item/${_id}/tiles/${query}`, { token: ada.token })).status]).toEqual([
        query,
        400,
      ]);
    }
  }
});

test("a playlist by the name of a video reaches no other file and no other machine", async () => {
  const reached: string[] = [];
  const elsewhere = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const { port } = elsewhere.address() as { port: number };
  const folder = mkdtempSync(join(tmpdir(), "wakeline-elsewhere-"));
  // A file of this machine that would become a dataset if the server read it.
  const video = join(folder, "other.ts");
  writeFileSync(video, await makeVideo("other.ts"));
  const hls = (...lines: string[]): string => ["#EXTM3U", "#EXT-X-TARGETDURATION:1", ...lines, ""].join("\n");
  const playlists: Readonly<Record<string, string>> = {
    "path.mp4": hls("#EXTINF:1,", video, "#EXT-X-ENDLIST"),
    "url.mp4": hls("#EXTINF:1,", pathToFileURL(video).href, "#EXT-X-ENDLIST"),
    "list.webm": `ffconcat version 1.0\nfile ${video}\n`,
    "hls.mp4": `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXTINF:1,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`,
    "hls.m3u8": `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://127.0.0.1:${port}/b.m3u8\n`,
    "list.mkv": "ffconcat version 1.0\nfile /etc/passwd\n",
    "dash.webm": `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>http://127.0.0.1:${port}/</BaseURL></MPD>`,
    "reference.mov": "\0\0\0\u0020ftypqt  \0\0\0\0qt  \0\0\0\0\0\0\0\0",
  };
  try {
    for (const [name, content] of Object.entries(playlists)) {
      const id = await createFolder(name, { type: "video", fps: -1 });
      await upload(id, name, content);
      const { status, warnings, message } = await postprocess(id);
      expect([
        name,
        status === 400 || (status === 200 && warnings.length > 0),
        `${message}${warnings.join()}`.includes("root:"),
      ]).toEqual([name, true, false]);
      expect([name, (await ada.client.call("folder.get", { id })).meta["annotate"]]).toEqual([name, undefined]);
    }
    expect(reached).toEqual([]);
  } finally {
    elsewhere.close();
    rmSync(folder, { recursive: true });
  }
});

async function makeVideo(name = "a.mp4"): Promise<Uint8Array> {
  const bytes = new Uint8Array(32 * 16 * 1.5 * 10).fill(90);
  const options = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "32x16", "-r", "10"];
  const outputs = await runSystemFfmpeg({
    inputs: [{ name: "in.yuv", bytes, options }],
    args: ["-c:v", "libx264", name],
    outputs: [name],
  });
  return outputs.get(name)!;
}

test("frame rates that are none are refused, and huge ones become the video's own", async () => {
  const video = await makeVideo();
  const rateOf = async (fps: unknown): Promise<unknown> => {
    const id = await createFolder(`rate ${String(fps)}`, { type: "video" });
    const metadata = await server.fetch(`/api/v1/folder/${id}/metadata`, {
      method: "PUT",
      token: ada.token,
      body: `{"fps":${String(fps)}}`,
    });
    if (metadata.status !== 200) return metadata.status;
    await upload(id, "a.mp4", video);
    const { status, message } = await postprocess(id);
    return status === 200 ? (await ada.client.call("dataset.get", { id })).fps : `${status} ${message}`;
  };
  expect(await rateOf(-1)).toBe(10);
  expect(await rateOf(5)).toBe(5);
  expect(await rateOf(1e9)).toBe(10);
  for (const fps of ["NaN", "Infinity", "1e400", "1e999999999x"]) expect([fps, await rateOf(fps)]).toEqual([fps, 400]);
  for (const fps of [0, -7, 0.001, '"abc"', "null", "[]", "{}", "true"]) {
    const found = await rateOf(fps);
    const isSound = typeof found === "number" ? found >= 1 && found <= 10 : /^400 .+/.test(String(found));
    expect([fps, found, isSound]).toEqual([fps, found, true]);
  }
});

/** The first problem on each dataset; which pictures count as damaged depends on the decoder's threads. */
const realProblems: Readonly<Record<string, string>> = {
  "corrupted.mp4": "has a picture that cannot be decoded: 30 (at 3 s).",
  "annex-b.mp4": "is cut off at byte 100000: 6 of 745 pictures can be shown, up to 0.463 s.",
  "bikes_000_rle_no_row_end.sgi":
    "is shown, but other programs may refuse it: 816 of its 816 rows lack their end mark.",
};

/** The folder's metadata when the jobs have ended. */
async function settled(id: string, jobIds: readonly string[]): Promise<Record<string, unknown>> {
  for (const job of jobIds) await untilEnded(ada, job);
  return (await ada.client.call("folder.get", { id })).meta;
}

test.skipIf(sharedData("bad") === undefined)(
  "real damaged files leave the server alive and the folder as it was",
  async () => {
    for (const path of [
      "bad/corrupted.mp4",
      "bad/annex-b.mp4",
      "bad/test_malformed.mp4",
      "bad/bikes_000_rle_no_row_end.sgi",
    ]) {
      const bytes = await readFile(sharedData(path)!);
      for (const type of ["video", "image-sequence"]) {
        const id = await createFolder(`${path} as ${type}`.replaceAll("/", " "), { type, fps: -1 });
        const name = path.split("/").at(-1)!;
        await upload(id, name, bytes);
        const { status, message, jobIds } = await postprocess(id);
        expect([path, type, status < 500, status !== 400 || message.includes(name)]).toEqual([path, type, true, true]);
        const { mediaProblems, annotate } = await settled(id, jobIds);
        // The usable part is a dataset that reports what is wrong with it.
        const isShown = type === (name.endsWith(".sgi") ? "image-sequence" : "video") && !path.includes("malformed");
        expect([path, type, annotate === true]).toEqual([path, type, isShown]);
        const [problem] = (mediaProblems as unknown[] | undefined) ?? [];
        expect([path, type, problem]).toEqual([
          ...[path, type],
          isShown ? { file: name, message: realProblems[name] } : undefined,
        ]);
      }
    }
  },
  120_000,
);
