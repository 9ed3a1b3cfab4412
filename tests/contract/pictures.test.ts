/**
 * Pictures from the upload to the dataset: each is decoded once, and converted to PNG if not all browsers can show it.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Job, JobStatus, uploadFile } from "#schemas";
import { mediaLedgerOf } from "#schemas/media-ledger";

import { untilEnded } from "../support/ended-job.ts";
import { grayTiff } from "../support/large-images.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-pictures-"));
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const [width, height] = [20, 10];
/** The red value of picture n encodes its number. */
const redOf = (n: number): number => 20 * ((n % 12) + 1);
const plain = (n: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: redOf(n), g: 100, b: 50 } } });

/** sRGB value of a linear light intensity from 0 to 1. */
const srgbOf = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** One uncompressed layer, which ffmpeg cannot write. */
function psdOf(rgb: readonly number[]): Buffer {
  const header = Buffer.alloc(26 + 12 + 2);
  header.write("8BPS");
  for (const [at, value] of [
    [4, 1],
    [12, 3],
    [22, 8],
    [24, 3],
  ] as const)
    header.writeUInt16BE(value, at);
  for (const [at, value] of [
    [14, height],
    [18, width],
  ] as const)
    header.writeUInt32BE(value, at);
  return Buffer.concat([header, ...rgb.map((value) => Buffer.alloc(width * height, value))]);
}

async function makePicture(name: string, n: number): Promise<string> {
  const path = join(folder, name);
  const ending = name.split(".").at(-1);
  if (ending === "png") await plain(n).png().toFile(path);
  else if (ending === "jpg") await plain(n).jpeg({ quality: 100 }).toFile(path);
  else if (ending === "webp") await plain(n).webp({ lossless: true }).toFile(path);
  else if (ending === "gif") await plain(n).gif().toFile(path);
  else if (ending === "avif") await plain(n).avif({ lossless: true }).toFile(path);
  else if (ending === "psd") writeFileSync(path, psdOf([redOf(n), 100, 50]));
  else if (ending === "tif") await plain(n).tiff().toFile(path);
  else {
    const png = join(folder, "for-ffmpeg.png");
    await plain(n).png().toFile(png);
    const format = name.includes("16") ? ["-pix_fmt", "gray16be"] : [];
    execFileSync(join(ensureFfmpeg(), "ffmpeg"), ["-v", "error", "-y", "-i", png, ...format, path]);
  }
  return path;
}

async function createFolder(name: string): Promise<string> {
  const metadata = { fps: -1, type: "image-sequence" };
  const place = { parentType: "user", parentId: server.userId, name, metadata } as const;
  return (await server.client.call("folder.create", place))._id;
}
const send = async (parentId: string, name: string, path: string): Promise<unknown> =>
  await uploadFile(server.client, { parentType: "folder", parentId, name }, await openAsBlob(path));
const metaOf = async (id: string) => (await server.client.call("folder.get", { id })).meta;

const untilFinished = (id = ""): Promise<Job> => untilEnded(server, id);

test("of an animation the first picture is shown, and the dataset says so", async () => {
  const id = await createFolder("animations");
  const pictures = Array.from({ length: 3 }, (_, n) => Buffer.alloc(width * height * 3, 80 * n));
  const raw = { width, height: height * pictures.length, channels: 3, pageHeight: height } as const;
  const animation = join(folder, "swim.gif");
  await sharp(Buffer.concat(pictures), { raw }).gif().toFile(animation);
  await send(id, "swim.gif", animation);
  await send(id, "turn.webp", await makePicture("turn.webp", 1));
  const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id });
  expect((await untilFinished(jobIds[0])).status).toBe(JobStatus.success);
  const message = expect.stringContaining("is an animation of 3 pictures, of which the first is shown") as string;
  expect(await metaOf(id)).toMatchObject({ mediaProblems: [{ file: "swim.gif", message }] });
  expect((await server.client.call("dataset.media", { id })).imageData).toHaveLength(2);
});

test("pages of a TIFF that are not shown are named, and values too dark to see are made visible", async () => {
  const id = await createFolder("measured values");
  const ramp = Array.from({ length: width * height }, (_, at) => (at % width) / (width - 1));
  const files = {
    "float.tif": grayTiff({ width, height, values: Float32Array.from(ramp) }),
    "sonar.tif": grayTiff({ width, height, values: Float32Array.from(ramp, (value) => value * 20_000 - 500) }),
    "12bit.tif": grayTiff({ width, height, values: Uint16Array.from(ramp, (value) => value * 4000) }),
    "16bit.tif": grayTiff({ width, height, values: Uint16Array.from(ramp, (value) => value * 60_000) }),
  };
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes);
    await send(id, name, join(folder, name));
  }
  const raw = { width, height: 3 * height, channels: 3, pageHeight: height } as const;
  await sharp(Buffer.alloc(width * height * 9, 7), { raw })
    .tiff()
    .toFile(join(folder, "stack.tif"));
  await send(id, "stack.tif", join(folder, "stack.tif"));
  const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id });
  expect((await untilFinished(jobIds[0])).status).toBe(JobStatus.success);
  const said = (await metaOf(id))["mediaProblems"] as readonly { file: string; message: string }[];
  expect(Object.fromEntries(said.map(({ file, message }) => [file, message]))).toEqual({
    "float.tif": expect.stringContaining("has values from 0 to 1, and is shown with 0 as black and 1 as white."),
    "sonar.tif": expect.stringContaining("has values from -500 to 19500, and is shown with -500 as black"),
    "12bit.tif": expect.stringContaining("has values from 0 to 4000, and is shown with 0 as black and 4095 as white."),
    "stack.tif": expect.stringContaining("has 3 pages of one size, of which the first is shown"),
  });
  const { imageData } = await server.client.call("dataset.media", { id });
  const lastOf = async (name: string): Promise<number | undefined> => {
    const media = imageData.find(({ filename }) => filename === name);
    const response = await server.fetch(media?.url ?? "", { token: server.token });
    const shown = sharp(Buffer.from(await response.arrayBuffer())).toColourspace("srgb");
    return (await shown.raw().toBuffer()).at(-1);
  };
  expect(await Promise.all(["float.png", "sonar.png", "12bit.png", "16bit.png"].map(lastOf))).toEqual([
    255, 255, 250, 234,
  ]);
});

test.each([
  {
    of: "whose 16 bits hold 12 are made visible, all with the same white",
    pictures: { "camera.png": 4000, "dim.png": 200 },
    shown: [250, 12],
    problems: [4000, 200].map((max) => `has values from 0 to ${max}, and is shown with 0 as black and 4095 as white.`),
  },
  {
    of: "are shown as they are if one of them needs all its bits",
    pictures: { "camera.png": 4000, "deep.png": 60_000 },
    shown: [15, 234],
    problems: [],
  },
])("PNGs $of", async ({ pictures, shown, problems }) => {
  const id = await createFolder(`cameras of ${Object.keys(pictures).join(", ")}`);
  const ramp = Array.from({ length: width * height }, (_, at) => (at % width) / (width - 1));
  for (const [name, max] of Object.entries(pictures)) {
    const values = Uint16Array.from(ramp, (value) => value * max);
    const raw = { width, height, channels: 1 } as const;
    await sharp(values, { raw }).toColourspace("grey16").png().toFile(join(folder, name));
    await send(id, name, join(folder, name));
  }
  const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id });
  if (jobIds[0] !== undefined) expect((await untilFinished(jobIds[0])).status).toBe(JobStatus.success);
  const { mediaProblems = [] } = await metaOf(id);
  expect(mediaProblems).toEqual(
    Object.keys(pictures).flatMap((file, at) => (problems[at] === undefined ? [] : [{ file, message: problems[at] }])),
  );
  // Neither a finished dataset nor a copy is converted once more.
  expect(await server.client.call("rpc.postprocess", { id })).toMatchObject({ job_ids: [] });
  const { imageData } = await server.client.call("dataset.media", { id });
  expect(imageData.map(({ filename }) => filename)).toEqual(Object.keys(pictures));
  const last = await Promise.all(
    imageData.map(async ({ url }) => {
      const response = await server.fetch(url, { token: server.token });
      return (
        await sharp(Buffer.from(await response.arrayBuffer()))
          .toColourspace("srgb")
          .raw()
          .toBuffer()
      ).at(-1);
    }),
  );
  expect(last).toEqual(shown);
});

/** With the chunk that says how many pictures an animation has. */
function animated(png: Buffer, pictures: number): Buffer {
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8);
  chunk.write("acTL", 4);
  chunk.writeUInt32BE(pictures, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  // After the signature and the header.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

test("of an animated PNG the dataset says so, too, with a job and without", async () => {
  const id = await createFolder("animated PNG");
  const path = join(folder, "wave.png");
  writeFileSync(path, animated(await plain(1).png().toBuffer(), 5));
  await send(id, "wave.png", path);
  const { job_ids: none } = await server.client.call("rpc.postprocess", { id });
  expect(none).toEqual([]);
  const message = expect.stringContaining("is an animation of 5 pictures, of which the first is shown") as string;
  expect(await metaOf(id)).toMatchObject({ annotate: true, mediaProblems: [{ file: "wave.png", message }] });

  const other = await createFolder("animated PNG with a GIF");
  await send(other, "wave.png", path);
  await send(other, "still.gif", await makePicture("still.gif", 2));
  const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id: other });
  expect((await untilFinished(jobIds[0])).status).toBe(JobStatus.success);
  expect(await metaOf(other)).toMatchObject({ mediaProblems: [{ file: "wave.png", message }] });
});

test("pictures in another format than their names say are converted", async () => {
  const id = await createFolder("other names");
  const webp = await makePicture("plain.webp", 1);
  await send(id, "a.jpg", webp);
  await send(id, "b.png", await makePicture("plain.gif", 2));
  await send(id, "c.png", await makePicture("plain.jpg", 3));
  const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id });
  expect((await untilFinished(jobIds[0])).status).toBe(JobStatus.success);
  const { imageData } = await server.client.call("dataset.media", { id });
  expect(imageData.map(({ filename }) => filename)).toEqual(["a.png", "b.png", "c.png"]);
  expect(await metaOf(id)).toMatchObject({
    mediaLedger: [
      { what: "converted", where: "a.jpg", why: "has the content of a WEBP picture, and is shown as a.png." },
      { what: "converted", where: "b.png", why: "has the content of a GIF picture, and is shown as b.png." },
    ],
  });
});

test("every type that is accepted becomes a picture that is shown, in natural order; originals are put away", async () => {
  const id = await createFolder("every type");
  const endings = ["png", "jpg", "gif", "webp", "avif", "bmp", "pgm", "sgi", "tif"];
  const later = ["16-bit.pgm", "a.tga", "a.jp2", "a.exr", "a.psd"];
  const names = [
    ...endings.map((ending, n) => `frame ${n + 1}.${ending}`),
    ...later.map((name, n) => `frame ${endings.length + n + 1} ${name}`),
  ];
  for (const [n, name] of names.entries()) await send(id, name, await makePicture(name, n));
  const { job_ids: jobIds, warnings } = await server.client.call("rpc.postprocess", { id });
  expect([jobIds.length, warnings]).toEqual([1, []]);
  const job = await untilFinished(jobIds[0]);
  // ffmpeg writes SGI pictures like this.
  const problem = "is shown, but other programs may refuse it: 30 of its 30 rows lack their end mark.";
  expect([job.status, job.log]).toEqual([JobStatus.success, [`frame 8.sgi ${problem}\n`]]);
  expect(job).toMatchObject({ type: "convert", dataset_id: id, progress: { current: 14, total: 14 } });
  expect(await metaOf(id)).toMatchObject({
    annotate: true,
    fps: 1,
    mediaProblems: [{ file: "frame 8.sgi", message: problem }],
  });
  const { imageData } = await server.client.call("dataset.media", { id });
  expect(imageData.map(({ filename }) => filename)).toEqual(
    names.map((name) => (/\.(png|jpg)$/.test(name) ? name : name.replace(/\.\w+$/, ".png"))),
  );
  for (const [n, image] of imageData.entries()) {
    const bytes = await (await server.client.fetch("item.download", { id: image.id })).arrayBuffer();
    const { data, info } = await sharp(Buffer.from(bytes)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
    // Gray formats have lost the red value.
    if (/pgm/.test(names[n] ?? "")) continue;
    // ffmpeg treats sRGB values as linear when it writes EXR, so this one comes back brighter.
    const red = names[n]?.endsWith("exr") === true ? srgbOf(redOf(n) / 255) : redOf(n);
    expect(Math.abs((data[0] ?? 0) - red), names[n]).toBeLessThan(6);
  }
  const [auxiliary] = await server.client.call("folder.list", { parentType: "folder", parentId: id });
  const kept = await server.client.call("item.list", { folderId: auxiliary?._id ?? "" });
  expect(kept.map(({ name }) => name).toSorted()).toEqual(
    names.filter((name) => !/\.(png|jpg)$/.test(name)).toSorted(),
  );
  const gif = kept.find(({ name }) => name.endsWith(".gif"));
  const original = await (await server.client.fetch("item.download", { id: gif?._id ?? "" })).arrayBuffer();
  expect(Buffer.from(original).equals(readFileSync(join(folder, "frame 3.gif")))).toBe(true);
  // Repeated, there is nothing left to do.
  expect((await server.client.call("rpc.postprocess", { id })).job_ids).toEqual([]);
});

const cutOff = async (): Promise<Blob> => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, n) => (n * 7919) % 251));
  const whole = sharp(noise, { raw: { width: 200, height: 200, channels: 3 } }).jpeg();
  const jpeg = await whole.toBuffer();
  return new Blob([new Uint8Array(jpeg.subarray(0, jpeg.length / 2))]);
};
const mediaOf = async (id: string) => (await server.client.call("dataset.media", { id, sizes: true })).imageData;

test("broken pictures are left out and named with the reason, and the others become the dataset", async () => {
  const id = await createFolder("one is broken");
  for (const n of [0, 1]) await send(id, `${n}.png`, await makePicture(`${n}.png`, n));
  await uploadFile(server.client, { parentType: "folder", parentId: id, name: "0b.jpg" }, await cutOff());
  await uploadFile(server.client, { parentType: "folder", parentId: id, name: "empty.png" }, new Blob([]));
  const job = await untilFinished((await server.client.call("rpc.postprocess", { id })).job_ids[0]);
  const why = (reason: string) => `${reason} It was left out.`;
  const next = "Upload an intact copy of it.";
  expect([job.status, job.log]).toEqual([
    JobStatus.success,
    [`0b.jpg ${why("is cut off.")} ${next}\n`, `empty.png ${why("is empty.")} ${next}\n`],
  ]);
  expect(await metaOf(id)).toMatchObject({
    annotate: true,
    mediaLedger: [
      { what: "broken", where: "0b.jpg", why: why("is cut off."), next },
      { what: "broken", where: "empty.png", why: why("is empty."), next },
    ],
  });
  expect((await mediaOf(id)).map(({ filename }) => filename)).toEqual(["0.png", "1.png"]);
  expect((await server.client.call("rpc.postprocess", { id })).job_ids).toEqual([]);
});

test("where annotations count the pictures, a gray one keeps the place of a broken one", async () => {
  const id = await createFolder("broken and annotated");
  for (const n of [0, 2]) await send(id, `${n}.png`, await makePicture(`${n}.png`, n));
  await uploadFile(server.client, { parentType: "folder", parentId: id, name: "1.jpg" }, await cutOff());
  const csv = new Blob(["0,2.png,2,1,1,5,5,1,-1,cod,1\n"]);
  await uploadFile(server.client, { parentType: "folder", parentId: id, name: "a.csv" }, csv);
  const job = await untilFinished((await server.client.call("rpc.postprocess", { id })).job_ids[0]);
  expect([job.status, job.log?.join("")]).toEqual([
    JobStatus.success,
    expect.stringContaining("1.jpg is cut off. A gray picture is shown in its place"),
  ]);
  const [track] = await server.client.call("annotation.tracks", { folderId: id });
  const media = await mediaOf(id);
  expect(media[track?.features[0]?.frame ?? -1]?.filename).toBe("2.png");
  expect(media[1]).toMatchObject({ width, height });

  // A copy by export and import still says which picture is none.
  const exported = await server.client.fetch("dataset.export", { folderIds: [id] });
  const again = await createFolder("broken, annotated, and back");
  const zip = new Blob([await exported.arrayBuffer()]);
  await uploadFile(server.client, { parentType: "folder", parentId: again, name: "all.zip" }, zip);
  await untilFinished((await server.client.call("rpc.postprocess", { id: again })).job_ids[0]);
  const notes = mediaLedgerOf(await metaOf(id));
  expect(notes).toMatchObject([{ what: "broken", where: "1.jpg" }]);
  expect(mediaLedgerOf(await metaOf(again))).toEqual(notes);
});

test("a picture that is added, deleted or renamed among annotated ones is reported, until it is undone", async () => {
  const id = await createFolder("counted");
  for (const n of [1, 2, 3]) await send(id, `${n}.png`, await makePicture(`${n}.png`, n));
  const csv = new Blob(["0,2.png,1,1,1,5,5,1,-1,cod,1\n"]);
  await uploadFile(server.client, { parentType: "folder", parentId: id, name: "a.csv" }, csv);
  await server.client.call("rpc.postprocess", { id });
  const said = async () => mediaLedgerOf(await metaOf(id)).map(({ where, why }) => `${where} ${why}`);
  const add = async (name: string) => {
    const path = await makePicture(name, 1);
    return (await uploadFile(server.client, { parentType: "folder", parentId: id, name }, await openAsBlob(path)))
      .itemId;
  };
  const itemNamed = async (name: string) =>
    (await server.client.call("item.list", { folderId: id })).find((item) => item.name === name)?._id ?? "";
  expect(await said()).toEqual([]);
  // After the last annotation, no picture is counted for it.
  await server.client.call("item.delete", { id: await itemNamed("3.png") });
  const last = await add("4.png");
  expect(await said()).toEqual([]);
  const moved = "kept their frame numbers, so they may now be on another picture.";
  await server.client.call("item.update", { id: last, name: "0.png" });
  expect(await said()).toEqual([`4.png was renamed to 0.png. Annotations from frame 0 on ${moved}`]);
  await server.client.call("item.update", { id: last, name: "4.png" });
  expect(await said()).toEqual([]);
  await server.client.call("item.delete", { id: await itemNamed("1.png") });
  expect(await said()).toEqual([`1.png is no longer in the dataset. Annotations from frame 0 on ${moved}`]);
  await add("1.png");
  expect(await said()).toEqual([]);
  const between = await add("1b.png");
  expect(await said()).toEqual([`1b.png was added as frame 1. Annotations from frame 1 on ${moved}`]);
  await server.client.call("item.delete", { id: between });
  expect(await said()).toEqual([]);
});

test("a folder in which no picture is whole becomes no dataset, and each is named with its reason", async () => {
  const id = await createFolder("all are broken");
  for (const name of ["a.jpg", "b.webp"]) {
    await uploadFile(server.client, { parentType: "folder", parentId: id, name }, await cutOff());
  }
  const job = await untilFinished((await server.client.call("rpc.postprocess", { id })).job_ids[0]);
  expect(job.status).toBe(JobStatus.error);
  expect(job.log?.join("")).toMatch(
    /^a\.jpg is cut off\.\nb\.webp .*\nNo picture can be shown: a\.jpg, b\.webp\. Replace/,
  );
  expect((await metaOf(id))["annotate"]).toBeUndefined();
});

test(
  "pictures with the same name but for the ending are a frame each, in the order of the names that were sent, and " +
    "annotations find them by these",
  async () => {
    const id = await createFolder("same stems");
    const names = ["a.bmp", "a.png", "b.gif", "b.jpg", "b.webp", "c.bmp"];
    for (const [n, name] of names.entries()) await send(id, name, await makePicture(name, n));
    const rows = names.map((name, n) => `${n},${name},99,1,1,5,5,1,-1,type ${n},1\n`);
    const csv = new Blob([rows.join("")]);
    await uploadFile(server.client, { parentType: "folder", parentId: id, name: "boxes.csv" }, csv);
    const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id });
    expect((await untilFinished(jobIds[0])).status).toBe(JobStatus.success);
    const shown = ["a.bmp.png", "a.png", "b.gif.png", "b.jpg", "b.webp.png", "c.png"];
    const media = await mediaOf(id);
    expect(media.map(({ filename }) => filename)).toEqual(shown);
    expect(media.map((one) => [one.width, one.height])).toEqual(shown.map(() => [width, height]));
    const framesOf = async () => {
      const tracks = await server.client.call("annotation.tracks", { folderId: id });
      return tracks
        .map(({ confidencePairs, features }) => [confidencePairs[0]?.[0], features[0]?.frame])
        .filter(([type]) => type === "type 5");
    };
    const wanted = [["type 5", 5]];
    expect(await framesOf()).toEqual(wanted);
    const ledger = (await metaOf(id))["mediaLedger"];
    expect(ledger).toContainEqual({
      what: "renamed",
      where: "a.bmp",
      why: "is shown as a.bmp.png, since another picture has the same name with another extension.",
    });
    expect(ledger).toContainEqual({ what: "converted", where: "c.bmp", why: "is shown as c.png." });
    // Later, by the uploaded names and by those in an export.
    for (const later of [names, shown]) {
      const again = later.map((name, n) => `${n},${name},99,1,1,5,5,1,-1,type ${n},1\n`);
      const file = new Blob([again.join("")]);
      await uploadFile(server.client, { parentType: "folder", parentId: id, name: "again.csv" }, file);
      await server.client.call("rpc.postprocess", { id, skipJobs: true });
      expect(await framesOf()).toEqual(wanted);
    }
  },
);

test("the sizes of pictures, upright, are in the exports that have a place for them", async () => {
  const id = await createFolder("sizes");
  const turned = join(folder, "turned.jpg");
  await plain(3).withMetadata({ orientation: 6 }).jpeg().toFile(turned);
  await send(id, "a.jpg", turned);
  await send(id, "b.png", await makePicture("b.png", 1));
  const csv = new Blob(["0,a.jpg,0,1,1,5,5,1,-1,cod,1\n1,b.png,1,1,1,5,5,1,-1,cod,1\n"]);
  await uploadFile(server.client, { parentType: "folder", parentId: id, name: "boxes.csv" }, csv);
  await server.client.call("rpc.postprocess", { id });
  const reply = await server.client.fetch("annotation.export", { folderId: id, format: "coco_json" });
  const { images } = (await reply.json()) as { images: unknown };
  expect(images).toMatchObject([
    { file_name: "a.jpg", width: height, height: width },
    { file_name: "b.png", width, height },
  ]);
});

test("a turned picture that is converted is upright, and an animation gives its first picture", async () => {
  const id = await createFolder("turned and moving");
  const turned = join(folder, "turned.webp");
  await plain(3).withMetadata({ orientation: 6 }).webp().toFile(turned);
  await send(id, "a.webp", turned);
  const moving = join(folder, "moving.gif");
  const frames = [plain(5), plain(9)].map((picture) => picture.png().toBuffer());
  await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toFile(moving);
  await send(id, "b.gif", moving);
  await untilFinished((await server.client.call("rpc.postprocess", { id })).job_ids[0]);
  const { imageData } = await server.client.call("dataset.media", { id });
  const sizes: unknown[] = [];
  for (const image of imageData) {
    const bytes = await (await server.client.fetch("item.download", { id: image.id })).arrayBuffer();
    const picture = sharp(Buffer.from(bytes));
    const { data } = await picture.raw().toBuffer({ resolveWithObject: true });
    const facts = await picture.metadata();
    sizes.push([facts.width, facts.height, facts.orientation ?? 1, Math.round((data[0] ?? 0) / 20) * 20]);
  }
  expect(sizes).toEqual([
    [height, width, 1, redOf(3)],
    [width, height, 1, redOf(5)],
  ]);
});
