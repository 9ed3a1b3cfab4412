/**
 * Archives on a server without a worker: none is unpacked, whatever it contains (with one: ../archive-import.test.ts).
 * Each is stored unchanged, with a warning that says so; under another name its content decides. Nothing is written
 * anywhere else, and no archive becomes annotations or media.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { createImageDataset } from "../../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";
import { buildTar, buildZip, type HostileEntry } from "./build-archive.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ workerQueues: [] });
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

/** No such file exists anywhere, so one of this name was written by an archive. */
const slipped = `wakeline-slipped-${process.pid}`;
const csv = "0,image-0.png,0,1,2,3,4,0.5,-1,fish,0.5\n";
const json = '{"version":2,"tracks":{},"groups":{}}';
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const file = (name: string, more: Partial<HostileEntry> = {}): HostileEntry => ({ name, content: "x", ...more });

function zip64(): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(2n ** 60n, 4);
  extra.writeBigUInt64LE(2n ** 60n, 12);
  return buildZip([file("large", { claimedSize: 0xffffffff, extra })], { claimedCount: 0xffff });
}

const many = (count: number): HostileEntry[] => Array.from({ length: count }, (_, n) => ({ name: String(n) }));

const zips: Readonly<Record<string, () => Buffer>> = {
  "names that lead out": () =>
    buildZip(
      [
        ...[`../${slipped}`, `../../../../../../../..${join(tmpdir(), slipped)}`, join(tmpdir(), slipped)],
        ...[`C:\\${slipped}`, `a/../../${slipped}`, `..\\..\\${slipped}`, `//host/${slipped}`, "~/.bashrc"],
      ].map((name) => file(name)),
    ),
  "NUL and line breaks in names": () =>
    buildZip(["a\u0000b.png", "a\nb.png", "a\rb.csv", ""].map((name) => file(name))),
  "names of 300 and 60,000 characters": () => buildZip([file("x".repeat(300)), file("y".repeat(60_000))]),
  "100 folders deep": () => buildZip([file(`${"d/".repeat(100)}x.png`)]),
  "twins by case and by unicode": () =>
    buildZip(["a.png", "A.PNG", "\u00e9.png", "e\u0301.png"].map((name) => file(name))),
  "names that are not UTF-8": () => buildZip([{ name: new Uint8Array([0xff, 0xfe, 0x2f, 0xc0, 0xaf]) }]),
  "symbolic links": () =>
    buildZip([
      file("link", { content: "/etc", mode: 0o120777 }),
      file(`link/${slipped}`),
      file("self", { content: "self", mode: 0o120777 }),
    ]),
  "devices and pipes": () =>
    buildZip([file("null", { mode: 0o020666 }), file("disk", { mode: 0o060666 }), file("pipe", { mode: 0o010666 })]),
  "nothing in it": () => buildZip([]),
  "0 bytes": () => Buffer.alloc(0),
  "only the beginning": () => buildZip([file("a.png")]).subarray(0, 20),
  "a central directory elsewhere": () => buildZip([file("a.png")], { claimedOffset: 0xfffffff0 }),
  "a central directory in front of itself": () => buildZip([file("a.png"), file("b.png")], { claimedOffset: 1 }),
  "a count that is a lie": () => buildZip([file("a.png")], { claimedCount: 60_000 }),
  "zip64 of an exabyte": zip64,
  encrypted: () => buildZip([file("secret.csv", { flags: 1 })]),
  "one name twice": () => buildZip([file("a.csv", { content: csv }), file("a.csv", { content: json })]),
  "entries that share their bytes": () =>
    buildZip([
      { name: "kernel", content: Buffer.alloc(10_000_000), deflated: true },
      ...Array.from({ length: 5000 }, (_, n): HostileEntry => ({
        name: `n${n}`,
        claimedSize: 10_000_000,
        deflated: true,
        sharesWith: 0,
      })),
    ]),
  "100 MB of zeros in 100 KB": () =>
    buildZip([{ name: "zeros.png", content: Buffer.alloc(100_000_000), deflated: true }]),
  "100,000 empty entries": () => buildZip(many(100_000)),
  "an archive in an archive": () =>
    buildZip([{ name: "inner.zip", content: buildZip([{ name: "inner.ZIP", content: buildZip([file("a.png")]) }]) }]),
  "two annotation files": () => buildZip([file("a.csv", { content: csv }), file("b.json", { content: json })]),
  "two videos and a picture": () => buildZip([file("a.mp4"), file("b.mp4"), { name: "c.png", content: picture }]),
  "cameras elsewhere": () =>
    buildZip([
      file("multiCam.json", { content: '{"cameras":{"left":{"folderId":"../../etc"},"right":{"folderId":"/etc"}}}' }),
      file("meta.json", { content: '{"__proto__":{"admin":true},"creatorId":"x","public":true}' }),
    ]),
};

async function createFolder(name: string): Promise<string> {
  const metadata = { fps: 1, type: "image-sequence" };
  return (await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name, metadata }))._id;
}

async function postprocess(id: string): Promise<{ status: number; warnings: string[]; message: string }> {
  const response = await server.fetch(`/api/v1/dive_rpc/postprocess/${id}`, { method: "POST", token: ada.token });
  const { warnings = [], message = "" } = (await response.json()) as { warnings?: string[]; message?: string };
  return { status: response.status, warnings, message };
}

const waits = (name: string): string => `${name} will be unpacked when a worker connects: none is connected now.`;
const tooLarge = (limit: number): string =>
  `its files claim to have more than the ${limit} bytes that this server unpacks (WAKELINE_MAX_ARCHIVE_BYTES). Upload them in smaller archives, or one by one.`;

test("an archive that claims to hold more than the server unpacks is refused: the limit is a setting", async () => {
  const small = await startTestServer({ workerQueues: [], limits: { maxArchiveBytes: 50_000_000_000 } });
  try {
    const metadata = { fps: 1, type: "image-sequence" };
    const explain = async (title: string): Promise<string[]> => {
      const place = { parentType: "user", parentId: small.userId, name: title, metadata } as const;
      const { _id: parentId } = await small.client.call("folder.create", place);
      const bytes = zips[title]?.() ?? Buffer.alloc(0);
      const target = { parentType: "folder", parentId, name: "all.zip" } as const;
      await uploadFile(small.client, target, new Blob([bytes as BlobPart]));
      return (await small.client.call("rpc.postprocess", { id: parentId })).warnings;
    };
    const told = (reason: string): string[] => [`all.zip was stored, but not unpacked: ${reason}`];
    // 5001 entries of 10 MB: a little more than 50 GB.
    expect(await explain("entries that share their bytes")).toEqual(told(tooLarge(50_000_000_000)));
    expect(await explain("100 MB of zeros in 100 KB")).toEqual([waits("all.zip")]);
    expect(await explain("a central directory elsewhere")).toEqual([waits("all.zip")]);
  } finally {
    await small.close();
  }
});

test("every archive is kept as it is, with a warning, and nothing of it is unpacked", async () => {
  let count = 0;
  for (const [title, build] of Object.entries(zips)) {
    const bytes = build();
    const name = count++ % 2 === 0 ? "all.zip" : "ALL.ZIP";
    const id = await createFolder(title);
    const target = { parentType: "folder", parentId: id, name } as const;
    const { _id: fileId } = await uploadFile(ada.client, target, new Blob([bytes as BlobPart]));
    const { status, warnings, message } = await postprocess(id);
    expect([title, status, message]).toEqual([title, 200, ""]);
    const claimsTooMuch = title === "zip64 of an exabyte";
    expect([title, warnings]).toEqual([
      title,
      [claimsTooMuch ? `${name} was stored, but not unpacked: ${tooLarge(1024 ** 4)}` : waits(name)],
    ]);
    const items = await ada.client.call("item.list", { folderId: id });
    expect([title, items.map((item) => item.name)]).toEqual([title, [name]]);
    expect([title, await ada.client.call("folder.list", { parentType: "folder", parentId: id })]).toEqual([title, []]);
    expect([title, (await ada.client.call("folder.get", { id })).meta["annotate"]]).toEqual([title, undefined]);
    const kept = await server.fetch(`/api/v1/file/${fileId}/download`, { token: ada.token });
    expect([title, Buffer.from(await kept.arrayBuffer()).equals(bytes)]).toEqual([title, true]);
  }
  expect(count).toBeGreaterThan(20);
  await expectNothingSlipped();
});

/** Archives have not written their file, neither at its target nor among the server's own files. */
async function expectNothingSlipped(): Promise<void> {
  for (const folder of [tmpdir(), "/etc", "/", process.cwd(), join(process.cwd(), ".."), join(server.dataFolder, "..")])
    expect([folder, existsSync(join(folder, slipped))]).toEqual([folder, false]);
  const own = await readdir(server.dataFolder, { recursive: true });
  expect(own.filter((path) => path.includes(slipped) || path.endsWith("a.png"))).toEqual([]);
}

/** A zip with a table is read as a single-file set whatever its name; these contain nothing readable. */
const renamed: readonly (readonly [string, () => Buffer])[] = [
  ["annotations.json", () => buildZip([file("a.json", { content: json })])],
  ["annotations.yml", () => buildZip([file("a.yml")])],
  ["packed.json", () => gzipSync(json)],
  ["packed.csv", () => gzipSync(csv)],
  ["taped.csv", () => buildTar([{ name: "a.csv", type: "0", content: csv }])],
  ["bomb.csv", () => gzipSync(Buffer.alloc(50_000_000))],
];

test("an archive by another name is not an annotation file: refused by its name, and what was there stays", async () => {
  const id = await createImageDataset(ada.client, "renamed");
  const track = {
    id: 7,
    begin: 0,
    end: 0,
    attributes: {},
    confidencePairs: [["fish", 1]],
    features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
  };
  await ada.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [track] } } as never });
  for (const [name, build] of renamed) {
    await uploadFile(ada.client, { parentType: "folder", parentId: id, name }, new Blob([build() as BlobPart]));
    const { status, message } = await postprocess(id);
    expect([name, status, message]).toEqual([name, 400, expect.stringContaining(name)]);
    const tracks = await server.fetch(`/api/v1/dive_annotation/track?folderId=${id}`, { token: ada.token });
    expect([name, ((await tracks.json()) as { id: number }[]).map((one) => one.id)]).toEqual([name, [7]]);
  }
});

test("an archive by the name of a picture or video is not shown; links and devices of a tape archive are bytes", async () => {
  const pictures = await createFolder("pictures");
  const zip = buildZip([file("a.png")]);
  await uploadFile(
    ada.client,
    { parentType: "folder", parentId: pictures, name: "a.png" },
    new Blob([zip as BlobPart]),
  );
  expect(await postprocess(pictures)).toMatchObject({
    status: 400,
    message: "Failed to read a.png: it is not a PNG or JPEG picture.",
  });
  const metadata = { fps: 1, type: "video" };
  const place = { parentType: "user", parentId: ada.id, name: "videos", metadata } as const;
  const { _id: videos } = await ada.client.call("folder.create", place);
  await uploadFile(ada.client, { parentType: "folder", parentId: videos, name: "a.mp4" }, new Blob([zip as BlobPart]));
  expect(await postprocess(videos)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^Failed to read a\.mp4: the file /),
  });

  const tapes = await createFolder("tapes");
  const tape = buildTar([
    { name: "link", type: "2", target: "/" },
    { name: `link${join(tmpdir(), slipped)}`, type: "0", content: "x" },
    { name: "hard", type: "1", target: "/etc/passwd" },
    { name: "null", type: "3" },
    { name: `../../${slipped}`, type: "0", content: "x" },
  ]);
  for (const [name, bytes] of [
    ["all.tar", tape],
    ["all.tar.gz", gzipSync(tape)],
    ["all.tgz", gzipSync(tape)],
  ] as const)
    await uploadFile(ada.client, { parentType: "folder", parentId: tapes, name }, new Blob([bytes as BlobPart]));
  expect((await postprocess(tapes)).status).toBe(200);
  expect((await ada.client.call("item.list", { folderId: tapes })).map(({ name }) => name)).toEqual([
    ...["all.tar", "all.tar.gz", "all.tgz"],
  ]);
  await expectNothingSlipped();
});

/** A NumPy array (format 1.0) with this header and body. */
function npy(header: string, body: Uint8Array | string): Buffer {
  const text = Buffer.from(`${header.padEnd(117)}\n`);
  const size = Buffer.alloc(2);
  size.writeUInt16LE(text.length);
  return Buffer.concat([Buffer.from([0x93]), Buffer.from("NUMPY"), Buffer.from([1, 0]), size, text, Buffer.from(body)]);
}

const calibrations: Readonly<Record<string, readonly [build: () => Buffer, reason: string]>> = {
  "objects, which only running their code would read": [
    () => {
      const pickle = `cos\nsystem\n(S'touch ${join(tmpdir(), slipped)}'\ntR.`;
      return buildZip([
        { name: "R.npy", content: npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", pickle) },
      ]);
    },
    "R.npy holds pickled objects, which are never run",
  ],
  "matrices that are not numbers": [
    () => {
      const matrix = Buffer.from(new Float64Array(9).fill(Number.NaN).buffer);
      return buildZip([
        { name: "R.npy", content: npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }", matrix) },
      ]);
    },
    "R contains values that are not numbers",
  ],
  "an array of an exabyte": [
    () =>
      buildZip([
        {
          name: "R.npy",
          content: npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846976,), }", ""),
        },
      ]),
    "R.npy is too large for a calibration",
  ],
  "100 MB of zeros": [
    () => buildZip([{ name: "R.npy", content: Buffer.alloc(100_000_000), deflated: true }]),
    "it unpacks to more than 16777216 bytes",
  ],
  "a header that is code": [
    () => buildZip([{ name: "R.npy", content: npy("__import__('os').system('true')", "") }]),
    "R.npy is not a plain array of numbers",
  ],
  "no archive at all": [() => Buffer.from("x"), "it is not a complete zip archive"],
};

test("calibrations of NumPy are kept; only arrays of numbers are read, and what is wrong is said", async () => {
  const { _id: id } = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "rig" });
  const cameras: Record<string, { folderId: string; type: string }> = {};
  for (const camera of ["left", "right"]) {
    const folderId = await createImageDataset(ada.client, camera);
    await ada.client.call("folder.update", { id: folderId, name: camera, parentType: "folder", parentId: id });
    cameras[camera] = { folderId, type: "image-sequence" };
  }
  const body = { name: "rig", fps: 1, type: "image-sequence", subType: "stereo", defaultDisplay: "left", cameras };
  await ada.client.call("dataset.createMultiCam", { parentFolderId: id, body });
  for (const [title, [build, reason]] of Object.entries(calibrations)) {
    const target = { parentType: "folder", parentId: id, name: `${title}.npz` } as const;
    const { _id: fileId } = await uploadFile(ada.client, target, new Blob([build() as BlobPart]));
    await ada.client.call("dataset.attachCalibration", { id, fileId });
    expect([title, await ada.client.call("dataset.calibration", { folderId: id })]).toMatchObject([
      title,
      {
        jsonItemId: null,
        conversionError: expect.stringContaining(`${title}.npz cannot be displayed: ${reason}`) as string,
      },
    ]);
  }
  await expectNothingSlipped();
});
