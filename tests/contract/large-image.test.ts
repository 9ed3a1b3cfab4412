/** Large images from the upload to their tiles: every pixel in its place, rights, and unreadable files. */
import { mkdtempSync, openAsBlob, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { JobStatus, uploadFile } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { colorAt, grayTiff, makeTiff } from "../support/large-images.ts";
import { createLargeImageFolder, createLargeImages, pixelsOf } from "../support/large-image-datasets.ts";
import { sharedData } from "../support/shared-data.ts";
import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

const [width, height] = [3000, 1700];
let server: TestServer;
let folder: string;
let other: TestUser;
/** A dataset with one image whose pixels encode their position. */
let scan: { id: string; itemId: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-large-"));
  server = await startTestServer();
  other = await server.createUser("other");
  await makeTiff(join(folder, "scan.tif"), width, height);
  scan = await createLargeImages(server, "scan", { "scan.tif": await openAsBlob(join(folder, "scan.tif")) });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, init: RequestInit & { token?: string | null } = {}): Promise<Response> =>
  server.fetch(`/api/v1/item/${scan.itemId}/tiles${path}`, init);

test("[V-API-07] [V-API-08] [V-LARGE-04] an uploaded TIFF is a dataset of tiles: a job makes them, with progress, and every pixel is where it was", async () => {
  const dataset = await server.client.call("dataset.get", { id: scan.id });
  expect(dataset).toMatchObject({ type: "large-image", annotate: true, fps: 1 });
  const [job] = await server.client.call("job.list", { types: ["large_image_tiff"] } as never);
  expect(job).toMatchObject({ title: "Large Image Conversion: scan", progress: { current: 1000, total: 1000 } });
  const metadata = await server.client.call("tile.get", { id: scan.itemId });
  expect(metadata).toMatchObject({
    sizeX: width,
    sizeY: height,
    tileWidth: 256,
    tileHeight: 256,
    levels: 5,
    sourceSizeX: width,
    sourceSizeY: height,
    dtype: "uint8",
    bandCount: 3,
    bounds: { xmin: 0, xmax: width, ymin: 0, ymax: height },
  });
  const projected = await get("?projection=EPSG:3857");
  expect([projected.status, (await get("?projection=")).status]).toEqual([400, 200]);
  expect(((await projected.json()) as { message: string }).message).toContain("has no position on a map");
  // As clients request it: with default parameters, and with the cookie of the page.
  const ask = "?encoding=PNG&projection=&redirect=";
  for (const [x, y] of [
    [0, 0],
    [11, 6],
    [4, 3],
  ] as const) {
    const cookie = { token: null, headers: { cookie: `girderToken=${server.token}` } } as const;
    const response = await get(`/zxy/4/${x}/${y}${ask}`, cookie);
    expect(response.headers.get("content-type")).toBe("image/png");
    const tile = await pixelsOf(response);
    expect([tile.width, tile.height]).toEqual([256, 256]);
    for (const [dx, dy] of [
      [0, 0],
      [100, 30],
      [17, 163],
    ] as const) {
      expect(tile.at(dx, dy)).toEqual(colorAt(x * 256 + dx, y * 256 + dy));
    }
  }
  // One level up a pixel is the mean of four, which are equal here.
  const above = await pixelsOf(await get(`/zxy/3/1/2${ask}`));
  expect(above.at(40, 9)).toEqual(colorAt((256 + 40) * 2, (512 + 9) * 2));
  expect((await get("/zxy/0/0/0")).headers.get("content-type")).toBe("image/jpeg");
  expect((await get("/fzxy/0/0/0/0?encoding=PNG")).status).toBe(200);
});

test("the edges of a picture keep their color at every level, and beyond them is white", async () => {
  const color = [51, 102, 153] as const;
  const [r, g, b] = color;
  const odd = sharp({ create: { width: 777, height: 301, channels: 3, background: { r, g, b } } });
  const { itemId } = await createLargeImages(server, "odd", {
    "odd.tif": new Blob([new Uint8Array(await odd.tiff().toBuffer())]),
  });
  const tile = async (place: string) =>
    await pixelsOf(await server.fetch(`/api/v1/item/${itemId}/tiles/zxy/${place}?encoding=PNG`));
  for (const [place, right, bottom] of [
    ["0/0/0", 194, 75],
    ["1/1/0", 132, 150],
    ["2/3/1", 8, 44],
  ] as const) {
    const { width: across, height: along, at } = await tile(place);
    expect([place, across, along]).toEqual([place, 256, 256]);
    // Computing a level from the next one rounds.
    const differences = at(right, bottom).map((value, channel) => Math.abs(value - color[channel]!));
    expect([place, Math.max(...differences) <= 1]).toEqual([place, true]);
    expect([place, at(right + 1, bottom), at(right, bottom + 1)]).toEqual([place, [255, 255, 255], [255, 255, 255]]);
  }
});

test("tiles that are not there, and parameters that mean nothing, are refused", async () => {
  const refusal = async (path: string) => {
    const response = await get(path);
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await refusal("/zxy/5/0/0")).toEqual([404, "z layer does not exist"]);
  expect(await refusal("/zxy/-1/0/0")).toEqual([404, "z layer does not exist"]);
  expect(await refusal("/zxy/4/12/0")).toEqual([404, "x is outside layer"]);
  expect(await refusal("/zxy/4/0/7")).toEqual([404, "y is outside layer"]);
  expect(await refusal("/fzxy/1/0/0/0")).toEqual([404, "Frame does not exist"]);
  for (const path of [
    "/zxy/0/0/0?projection=EPSG:3857",
    "/zxy/0/0/0?encoding=EXE",
    "/zxy/0/0/0?style={",
    `/zxy/0/0/0?style=${"[".repeat(5000)}`,
    "/zxy/1.5/0/0",
    "/region?left=3000",
    "/region?units=mm",
    "/region?left=0&right=NaN",
    "/thumbnail?width=-5",
    "/histogram?bins=99999999",
    "/tile_frames/quad_info",
  ]) {
    expect([path, (await refusal(path))[0]]).toEqual([path, 400]);
  }
});

test("who may not read the item sees no tile; those who have one learn that it is the same", async () => {
  for (const path of ["", "/zxy/0/0/0", "/thumbnail", "/region", "/histogram", "/internal_metadata"]) {
    expect([path, (await get(path, { token: null })).status]).toEqual([path, 401]);
    expect([path, (await get(path, { token: other.token })).status]).toEqual([path, 403]);
  }
  const first = await get("/zxy/4/0/0?encoding=PNG");
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  expect((await get("/zxy/4/0/0?encoding=PNG", { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await get("/zxy/4/1/0?encoding=PNG", { headers: { "if-none-match": etag } })).status).toBe(200);
  const foreign = { token: other.token, headers: { "if-none-match": etag } };
  expect((await get("/zxy/4/0/0?encoding=PNG", foreign)).status).toBe(403);
});

test("parts of the image, as large as asked for", async () => {
  const thumbnail = await pixelsOf(await get("/thumbnail?encoding=PNG&width=300&height=300"));
  expect([thumbnail.width, thumbnail.height]).toEqual([300, 170]);
  const region = await pixelsOf(await get("/region?encoding=PNG&left=1000&top=900&right=1600&bottom=1300"));
  expect([region.width, region.height]).toEqual([600, 400]);
  for (const [x, y] of [
    [3, 5],
    [599, 399],
    [300, 120],
  ] as const)
    expect(region.at(x, y)).toEqual(colorAt(1000 + x, 900 + y));
  const half = await pixelsOf(await get("/region?encoding=PNG&units=fraction&left=0.5&top=0.5&width=375"));
  expect([half.width, half.height]).toEqual([375, 213]);
});

test("the original is what is downloaded and exported; tiles go when they are dropped, and come again", async () => {
  const bytes = Buffer.from(await (await server.client.fetch("item.download", { id: scan.itemId })).arrayBuffer());
  expect(bytes.equals(readFileSync(join(folder, "scan.tif")))).toBe(true);
  const { _id: itemId } = await server.client.call("item.copy", {
    id: scan.itemId,
    folderId: scan.id,
    name: "copy.tif",
  } as never);
  expect((await server.client.call("tile.get", { id: itemId })).sizeX).toBe(width);
  const sizeOf = async () => (await server.client.call("item.get", { id: itemId })).size;
  expect(await sizeOf()).toBeGreaterThan(bytes.length);
  expect(await server.client.call("tile.delete", { id: itemId })).toEqual({ deleted: true });
  expect(await server.client.call("tile.delete", { id: itemId })).toEqual({ deleted: false });
  expect(await sizeOf()).toBe(bytes.length);
  await expect(server.client.call("tile.get", { id: itemId })).rejects.toThrow("No large image file in this item.");
  expect(await server.client.call("tile.create", { id: itemId })).toBeNull();
  await expect
    .poll(async () => await server.client.call("tile.get", { id: itemId }).catch(() => undefined))
    .toMatchObject({ sizeY: height });
  await server.client.call("item.delete", { id: itemId });
});

describe.skipIf(isSecondStorage())("values of more than 8 bits", () => {
  test("a GeoTIFF says where it is; its tiles show the values that it has, and others when a style says so", async () => {
    const [w, h] = [600, 500];
    const values = new Uint16Array(w * h).map((_, n) => 1000 + (n % w));
    const tiff = grayTiff({ width: w, height: h, values, place: { x: 373_000, y: 8_286_000, pixel: 10 } });
    const { itemId: id } = await createLargeImages(server, "values", {
      "values.tif": new Blob([new Uint8Array(tiff)]),
    });
    const metadata = await server.client.call("tile.get", { id });
    expect(metadata).toMatchObject({ dtype: "uint16", bandCount: 1, sizeX: w, sizeY: h, levels: 3 });
    expect(metadata.bounds).toMatchObject({
      xmin: 373_000,
      xmax: 379_000,
      ymin: 8_281_000,
      ymax: 8_286_000,
      srs: "EPSG:32621",
      ul: { x: 373_000, y: 8_286_000 },
    });
    const tile = async (style: object) =>
      await pixelsOf(
        await server.fetch(
          `/api/v1/item/${id}/tiles/zxy/2/1/0?encoding=PNG&style=${encodeURIComponent(JSON.stringify(style))}`,
        ),
      );
    // Column 256 has the value 1256.
    expect((await tile({ min: 1256, max: 1511 })).at(100, 0)).toEqual([100, 100, 100]);
    expect((await tile({ bands: [{ band: 1, min: 0, max: 65535 }] })).at(100, 0)).toEqual([5, 5, 5]);
    const plain = await tile({});
    expect(plain.at(0, 0)[0]).toBeGreaterThan(80);
    expect(plain.at(0, 0)[0]).toBeLessThan(130);
    const [band] = await server.client.call("tile.histogram", { id, bins: 6 });
    expect(band).toMatchObject({ min: 1000, max: 1599, samples: w * h });
    expect(band?.hist.reduce((sum, count) => sum + count, 0)).toBe(w * h);
    expect(Math.max(...(band?.hist ?? [])) - Math.min(...(band?.hist ?? []))).toBeLessThan(h * 3);
  });

  test("floating-point values between the least and the greatest, without those that mean no value", async () => {
    const values = new Float32Array(300 * 300).map((_, n) => (n % 300) / 1000 - 0.1);
    values[5] = Number.NaN;
    const tiff = grayTiff({ width: 300, height: 300, values });
    const { itemId: id } = await createLargeImages(
      server,
      "floats",
      { "floats.tif": new Blob([new Uint8Array(tiff)]) },
      [
        // Without a georeference it is written as the whole world, up to the poles.
        "at the 85 degrees",
      ],
    );
    expect(await server.client.call("tile.get", { id })).toMatchObject({ dtype: "float32" });
    const response = await server.fetch(
      `/api/v1/item/${id}/tiles/zxy/1/0/0?encoding=PNG&style={"min":-0.1,"max":0.155}`,
    );
    const tile = await pixelsOf(response);
    for (const x of [10, 100, 250]) expect(Math.abs((tile.at(x, 1)[0] ?? 0) - x)).toBeLessThanOrEqual(1);
  });
});

test("[S-API-41] an image sequence becomes one of large images, on request", async () => {
  const png = async (red: number) =>
    new Blob([
      new Uint8Array(
        await sharp({ create: { width: 400, height: 300, channels: 3, background: { r: red, g: 1, b: 2 } } })
          .png()
          .toBuffer(),
      ),
    ]);
  const id = await createLargeImageFolder(
    server,
    "sequence",
    { "b 2.png": await png(20), "b 10.png": await png(100) },
    "image-sequence",
  );
  expect((await server.client.call("rpc.postprocess", { id })).job_ids).toEqual([]);
  expect(await server.client.call("rpc.convertLargeImage", { id })).toBeNull();
  await expect.poll(async () => (await server.client.call("dataset.get", { id })).type).toBe("large-image");
  const { imageData } = await server.client.call("dataset.media", { id });
  expect(imageData.map(({ filename, url }) => [filename, url])).toEqual(
    imageData.map(({ filename, id: item }) => [filename, `api/v1/item/${item}/tiles/internal_metadata`]),
  );
  expect(imageData.map(({ filename }) => filename)).toEqual(["b 2.png", "b 10.png"]);
  const tile = await pixelsOf(await server.fetch(`/api/v1/item/${imageData[1]?.id}/tiles/zxy/0/0/0?encoding=PNG`));
  expect(tile.at(9, 9)).toEqual([100, 1, 2]);
});

test("while no worker is there, nothing that makes tiles is begun", async () => {
  const alone = await startTestServer({ workerQueues: [] });
  try {
    const place = {
      parentType: "user",
      parentId: alone.userId,
      name: "none",
      metadata: { fps: 1, type: "image-sequence" },
    } as const;
    const { _id: id } = await alone.client.call("folder.create", place);
    const item = await alone.client.call("item.create", { folderId: id, name: "a.png" });
    const message = "Conversion is unavailable because no conversion workers are connected.";
    await expect(alone.client.call("rpc.convertLargeImage", { id })).rejects.toThrow(message);
    await expect(alone.client.call("tile.create", { id: item._id })).rejects.toThrow(message);
    expect(await alone.client.call("job.list", {})).toEqual([]);
  } finally {
    await alone.close();
  }
});

test.skipIf(isSecondStorage())("what cannot be read is named by the job, and why", async () => {
  const files: Readonly<Record<string, Uint8Array>> = {
    "cut.tif": readFileSync(join(folder, "scan.tif")).subarray(0, 20_000),
    "page.tif": Buffer.from("<html>"),
    "empty.tif": Buffer.alloc(0),
    "map.ntf": Buffer.from("NITF02.10"),
    "bands.tif": grayTiff({ width: 50, height: 50, values: new Uint16Array(50 * 50 * 6), bands: 6 }),
  };
  const id = await createLargeImageFolder(
    server,
    "broken",
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new Blob([new Uint8Array(bytes)])])),
  );
  const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id });
  const job = await untilEnded(server, jobIds[0] ?? "");
  expect(job.status).toBe(JobStatus.error);
  const log = job.log?.join("") ?? "";
  expect(log).toContain("5 of 5 images cannot be shown");
  expect(log).toContain("map.ntf cannot be read: ");
  expect(log).toContain("page.tif is not a picture in a supported format.");
  expect(log).toContain("empty.tif is empty.");
  expect(log).toContain("bands.tif has 6 bands");
  expect(log).toContain("cut.tif cannot be read: its directory is damaged, or cut off.");
  expect((await server.client.call("folder.get", { id })).meta).not.toHaveProperty("annotate");
});

test.skipIf(isSecondStorage())(
  "of a TIFF with several pages of one size the first is shown, and the dataset says so",
  async () => {
    const [side, pages] = [32, 3];
    const raw = { width: side, height: side * pages, channels: 3, pageHeight: side } as const;
    const pixels = Buffer.from(Array.from({ length: side * side * pages * 3 }, (_, at) => at % 251));
    const stack = await sharp(pixels, { raw }).tiff().toBuffer();
    const { id } = await createLargeImages(server, "stack", { "stack.tif": new Blob([new Uint8Array(stack)]) });
    const { meta } = await server.client.call("folder.get", { id });
    const message = expect.stringContaining("has 3 pages of one size, of which only the first is shown") as string;
    expect(meta["mediaProblems"]).toEqual([{ file: "stack.tif", message }]);
    // Smaller copies of the picture are not pages.
    const pyramid = await sharp(pixels.subarray(0, side * side * 3), {
      raw: { width: side, height: side, channels: 3 },
    })
      .resize(600, 600)
      .tiff({ pyramid: true, tile: true, tileWidth: 256, tileHeight: 256 })
      .toBuffer();
    const one = await createLargeImages(server, "pyramid", { "pyramid.tif": new Blob([new Uint8Array(pyramid)]) });
    expect((await server.client.call("folder.get", { id: one.id })).meta["mediaProblems"]).toBeUndefined();
  },
);

test.skipIf(isSecondStorage())(
  "an image with more pixels than the site allows is refused before it is decoded",
  async () => {
    const small = await startTestServer({ limits: { maxImagePixels: 1_000_000 } });
    try {
      const metadata = { fps: -1, type: "large-image" };
      const place = { parentType: "user", parentId: small.userId, name: "too large", metadata } as const;
      const { _id: id } = await small.client.call("folder.create", place);
      await uploadFile(
        small.client,
        { parentType: "folder", parentId: id, name: "scan.tif" },
        await openAsBlob(join(folder, "scan.tif")),
      );
      const { job_ids: jobIds } = await small.client.call("rpc.postprocess", { id });
      const read = () => small.client.call("job.get", { id: jobIds[0] ?? "" });
      await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe(JobStatus.error);
      expect((await read()).log?.join("")).toContain("scan.tif has more than 1000000 pixels.");
    } finally {
      await small.close();
    }
  },
);

test.skipIf(isSecondStorage())(
  "a file that calls itself tiles is looked at before anything is read from it",
  async () => {
    const id = await createLargeImageFolder(server, "liar", { "a.png": new Blob(["x"]) });
    const [item] = await server.client.call("item.list", { folderId: id });
    const head = Buffer.from("WKLTILE1\0\0\0\0");
    const facts = (json: object) => {
      const text = Buffer.from(JSON.stringify(json));
      head.writeUInt32LE(text.length, 8);
      return Buffer.concat([head, text, Buffer.alloc(500, 0xff)]);
    };
    for (const bytes of [
      Buffer.from("nothing"),
      facts({ sizeX: 1e9, sizeY: 1e9, tileSize: 1, levels: 31 }),
      facts({ sizeX: 300, sizeY: 300, tileSize: 256, levels: 2 }),
      facts({ sizeX: "3", sizeY: null, tileSize: -1, levels: 1 }),
    ]) {
      const name = "a.tiles";
      const target = {
        parentType: "item",
        parentId: item?._id ?? "",
        name,
        mimeType: "application/x-wakeline-tiles",
      } as const;
      const { _id: fileId } = (await uploadFile(server.client, target as never, new Blob([new Uint8Array(bytes)]))) as {
        _id: string;
      };
      const response = await server.fetch(`/api/v1/item/${item?._id}/tiles/zxy/0/0/0`);
      expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
        400,
        expect.stringContaining("damaged"),
      ]);
      await server.client.call("file.delete", { id: fileId });
    }
  },
);

test.skipIf(isSecondStorage() || sharedData("large-image") === undefined)(
  "real GeoTIFFs of other programs",
  async () => {
    for (const [name, facts] of Object.entries({
      "cog_rgb.tif": { sizeX: 383, sizeY: 232, dtype: "uint8", srs: "EPSG:26913", note: "JPEG in TIFF" },
      "cog_int16.tif": { sizeX: 2658, sizeY: 2667, dtype: "int16", srs: "EPSG:32621" },
      "cog_nonearth.tif": { sizeX: 921, sizeY: 884, dtype: "float32", srs: "", note: "is not shown on a map" },
    })) {
      const { srs, note, ...size } = { note: undefined, ...facts };
      const file = await openAsBlob(sharedData(`large-image/${name}`) ?? "");
      const { itemId: id } = await createLargeImages(server, name, { [name]: file }, note === undefined ? [] : [note]);
      const metadata = await server.client.call("tile.get", { id });
      expect([name, metadata, metadata.bounds.srs]).toEqual([name, expect.objectContaining(size), srs]);
      const thumbnail = await pixelsOf(await server.fetch(`/api/v1/item/${id}/tiles/thumbnail?encoding=PNG`));
      expect(Math.max(thumbnail.width, thumbnail.height)).toBe(256);
    }
  },
);
