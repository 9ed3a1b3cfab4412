/** Pictures read by GDAL: their pixels, their position, and pictures composed of others. */

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { untilEnded } from "../support/ended-job.ts";
import { grayNitf, vrtOf } from "../support/large-images.ts";
import { createLargeImageFolder, createLargeImages, pixelsOf } from "../support/large-image-datasets.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("pictures that GDAL reads", () => {
  const [w, h] = [600, 500];
  const columns = new Uint16Array(w * h).map((_, n) => n % w);
  const blob = (bytes: Uint8Array | string) => new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]);
  const tileAt = async (id: string, path: string) =>
    await pixelsOf(await server.fetch(`/api/v1/item/${id}/tiles/zxy/${path}`));

  test("a NITF: its pixels as they are, its place, and its tiles on a web map", async () => {
    // Its lower edge is the equator and its center the 57th meridian: places that every map has in the same spot.
    const [west, east, north, south] = [497_005, 502_995, 4_995, 5];
    const corners = [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ] as const;
    const nitf = grayNitf({ width: w, height: h, values: columns, corners });
    const { itemId: id } = await createLargeImages(server, "nitf", { "sea.ntf": blob(nitf) });
    const metadata = await server.client.call("tile.get", { id });
    expect(metadata).toMatchObject({ dtype: "uint16", bandCount: 1, sizeX: w, sizeY: h, geospatial: true });
    const { xmin, xmax, ymin, ymax } = metadata.bounds;
    for (const [found, expected] of [
      [xmin, 497_000],
      [xmax, 503_000],
      [ymin, 0],
      [ymax, 5000],
    ] as const) {
      expect(Math.abs(found - expected)).toBeLessThan(1);
    }
    const style = encodeURIComponent(JSON.stringify({ min: 0, max: 510 }));
    const plain = await tileAt(id, `2/1/0?encoding=PNG&style=${style}`);
    expect(plain.at(100, 7)).toEqual([178, 178, 178]);

    const onMap = await server.client.call("tile.get", { id, projection: "EPSG:3857" });
    const { levels } = onMap;
    expect(onMap).toMatchObject({ projection: "EPSG:3857", sizeX: 256 * 2 ** (levels - 1), sourceSizeX: w });
    expect(onMap.bounds.srs).toBe("EPSG:3857");
    expect(Math.abs(onMap.bounds.ymax - 5000)).toBeLessThan(100);
    // Ten meters of UTM are ten on the map here, except for its scale of 0.9996.
    const metres = (2 * Math.PI * 6_378_137) / onMap.sizeX;
    const z = levels - 1;
    for (const [column, row] of [
      [300.5, 499.5],
      [20.5, 10.5],
      [480.5, 250.5],
    ] as const) {
      const x = ((180 - 57) / 360) * onMap.sizeX + ((column - 300) * 10) / 0.9996 / metres;
      const y = onMap.sizeY / 2 - ((h - row) * 10) / 0.9996 / metres;
      const tile = await tileAt(
        id,
        `${z}/${Math.floor(x / 256)}/${Math.floor(y / 256)}?encoding=PNG&projection=EPSG:3857&style=${style}`,
      );
      const [value = 0] = tile.at(Math.floor(x % 256), Math.floor(y % 256));
      expect(Math.abs(value - (column / 510) * 255)).toBeLessThan(2);
    }
    // The whole world is one tile, on which it is less than a pixel; the next tile is empty.
    const world = await server.fetch(`/api/v1/item/${id}/tiles/zxy/0/0/0?encoding=PNG&projection=EPSG:3857`);
    const { data } = await sharp(await world.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data.filter((value, n) => n % 4 === 3 && value > 0).length).toBeLessThanOrEqual(4);
    const refused = await server.fetch(`/api/v1/item/${id}/tiles/zxy/${levels}/0/0?projection=EPSG:3857`);
    expect(refused.status).toBe(404);

    // Where its corners are on the globe, for clients that show it there.
    const { geo } = (await server.client.call("tile.internalMetadata", { id })) as {
      geo: { grid: { cells: number; lonLat: number[] } };
    };
    const last = 2 * ((geo.grid.cells + 1) * geo.grid.cells + geo.grid.cells / 2);
    expect(geo.grid.lonLat.slice(last, last + 2).map((one) => Math.round(one * 1e5) / 1e5)).toEqual([-57, 0]);
    expect(await server.client.call("tile.delete", { id })).toEqual({ deleted: true });
    expect((await server.client.call("item.get", { id })).size).toBe(nitf.length);
  });

  test("a VRT is made of pictures that were uploaded with it", async () => {
    const part = (color: string, across: number) =>
      sharp({ create: { width: across, height: 200, channels: 3, background: color } })
        .tiff({ compression: "deflate" })
        .toBuffer();
    const { id } = await createLargeImages(server, "vrt", {
      "all.vrt": blob(
        vrtOf(300, 200, [
          { name: "left.tif", left: 0, width: 100 },
          { name: "parts/right.tif", left: 100, width: 200 },
        ]),
      ),
      "left.tif": blob(await part("#102030", 100)),
      "right.tif": blob(await part("#405060", 200)),
    });
    const { imageData } = await server.client.call("dataset.media", { id });
    const item = imageData.find(({ filename }) => filename === "all.vrt")?.id ?? "";
    expect(await server.client.call("tile.get", { id: item })).toMatchObject({ sizeX: 300, sizeY: 200, bandCount: 3 });
    const tile = await tileAt(item, "1/0/0?encoding=PNG");
    expect([tile.at(99, 5), tile.at(100, 5)]).toEqual([
      [16, 32, 48],
      [64, 80, 96],
    ]);
  });

  test("VRTs that point elsewhere, and what this GDAL cannot read, are job errors that say so", async () => {
    const red = sharp({ create: { width: 60, height: 50, channels: 3, background: "red" } });
    const jpeg = await red.clone().tiff({ compression: "jpeg" }).toBuffer();
    const deflate = await red.clone().tiff({ compression: "deflate" }).toBuffer();
    const vrt = (name: string) => blob(vrtOf(60, 50, [{ name, left: 0, width: 60 }]));
    const id = await createLargeImageFolder(server, "elsewhere", {
      "absolute.vrt": vrt("/etc/hostname"),
      "above.vrt": vrt("../jpeg.tif"),
      "deflate.tif": blob(deflate),
      "huge.vrt": blob(vrtOf(200_000, 200_000, [{ name: "deflate.tif", left: 0, width: 60 }])),
      "jpeg.tif": blob(jpeg),
      "jpeg.vrt": vrt("jpeg.tif"),
      "lost.vrt": vrt("lost.tif"),
      "nested.vrt": vrt("named.tif"),
      "named.tif": vrt("/etc/hostname"),
      "named.ntf": vrt("/etc/hostname"),
      "lower.vrt": blob(
        vrtOf(60, 50, [{ name: "/etc/hostname", left: 0, width: 60 }]).replaceAll("SourceFilename", "sourcefilename"),
      ),
      "net.vrt": vrt("/vsicurl/http://127.0.0.1:9/a.tif"),
      "two-thousand.ntf": blob(grayNitf({ width: w, height: h, values: columns, compression: "C8" })),
    });
    const { job_ids: jobIds } = await server.client.call("rpc.postprocess", { id });
    const job = await untilEnded(server, jobIds[0] ?? "");
    const log = job.log?.join("") ?? "";
    expect(log).toContain("11 of 13 images cannot be shown");
    expect(log).toContain('lower.vrt cannot be read: it names "hostname"');
    expect(log).toContain("named.ntf is not a NITF picture, whatever its name says.");
    expect(log).toContain('nested.vrt refers to "named.tif", which is not a picture.');
    expect(log).toContain('absolute.vrt cannot be read: it names "hostname"');
    expect(log).toContain('above.vrt cannot be read: it names "../jpeg.tif"');
    expect(log).toContain('net.vrt cannot be read: it names "http://127.0.0.1');
    expect(log).toContain('lost.vrt refers to "lost.tif", which was not uploaded with it');
    expect(log).toContain("huge.vrt has more than");
    expect(log).toContain("jpeg.vrt has parts that are JPEG in TIFF, which cannot be read here");
    expect(log).toContain("two-thousand.ntf is compressed as JPEG 2000, which cannot be read here");
  });
});
