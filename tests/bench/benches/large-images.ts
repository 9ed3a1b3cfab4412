/**
 * Large images compared with plain libvips (`apt install libvips-tools`): making tiles of one picture, serving tiles;
 * and panning over an image of 36000 x 18000 in the viewer, with tiles that arrive immediately or slowly.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import sharp from "sharp";

import { JobStatus, uploadFile } from "#schemas";

import { buildPyramid } from "../../../server/adapters/sharp/build-pyramid.ts";
import { makeTiff } from "../../support/large-images.ts";
import { seededRandom } from "../../support/random.ts";
import { openBenchPage } from "../browser/bench-browser.ts";
import { type BrowserWorld, enter, openBrowserWorld } from "../browser/world.ts";
import type { Bench } from "../context.ts";
import { median } from "../measure.ts";
import type { Row } from "../row.ts";

const tileSize = 256;
const limits = { timeoutMs: 3_600_000, memoryBytes: 2 ** 33, outputBytes: 2 ** 36, pixels: 2 ** 32 };
const run = { signal: new AbortController().signal, onProgress: () => undefined };

const vips = (...args: string[]): Buffer => execFileSync("vips", args);
const hasVips = (): boolean => {
  try {
    vips("--version");
    return true;
  } catch {
    return false;
  }
};

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-bench-tiles-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same tiles, compressed as ours; ours are also packed into one file. */
const building: Bench = {
  name: "large images, building",
  run: (context) =>
    inFolder(async (folder) => {
      const isThere = hasVips();
      if (!isThere) context.missing.add("libvips is not here (apt install libvips-tools).");
      const source = join(folder, "in.tif");
      const [width, height] = [12_000, 9000];
      await makeTiff(source, width, height);
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < 3; round++) {
        const target = join(folder, `tiles-${round}`);
        const begin = performance.now();
        await buildPyramid(
          { path: source, ending: "tif", parts: [] },
          { pixels: target, map: `${target}.map` },
          run,
          limits,
        );
        ours.push(performance.now() - begin);
        if (!isThere) continue;
        const begun = performance.now();
        const how = ["--layout", "google", "--suffix", ".png[compression=3,filter=none]"];
        vips("dzsave", source, join(folder, `vips-${round}`), ...how, "--tile-size", String(tileSize));
        theirs.push(performance.now() - begun);
      }
      const value = (width * height) / 1e3 / Math.min(...ours);
      const ratio = Math.min(...theirs) / Math.min(...ours);
      const peer = isThere ? { peer: "vips dzsave", ratio, goal: { of: "ratio", min: 0.9 } as const } : {};
      return [{ name: "large images, tiles made of 12000 x 9000", value, unit: "Mpixel/s", ...peer }];
    }),
};

/** @returns the item, once its tiles are made */
async function upload({ client }: BrowserWorld, path: string): Promise<{ id: string; itemId: string }> {
  const me = await client.call("user.me", {});
  const metadata = { fps: -1, type: "large-image" };
  const place = { parentType: "user", parentId: me?._id ?? "", name: "large", metadata } as const;
  const { _id: id } = await client.call("folder.create", place);
  await uploadFile(client, { parentType: "folder", parentId: id, name: "large.tif" }, await openAsBlob(path));
  const [job = ""] = (await client.call("rpc.postprocess", { id })).job_ids;
  while (true) {
    const { status, log } = await client.call("job.get", { id: job });
    if (status === JobStatus.success) break;
    if (status === JobStatus.error) throw new Error(log?.join(""));
    await sleep(500);
  }
  const { imageData } = await client.call("dataset.media", { id });
  return { id, itemId: imageData[0]?.id ?? "" };
}

/** Runs work four at a time. @returns milliseconds */
async function fourAtOnce(count: number, work: (n: number) => Promise<void>): Promise<number> {
  const begin = performance.now();
  let next = 0;
  const one = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all([one(), one(), one(), one()]);
  return performance.now() - begin;
}

/** Ours go through the whole server; libvips reads a tiled TIFF with all levels, in this process. */
const serving: Bench = {
  name: "large images, serving",
  run: (context) =>
    inFolder(async (folder) => {
      const source = join(folder, "in.tif");
      const [width, height] = [12_000, 9000];
      await makeTiff(source, width, height);
      const world = await openBrowserWorld();
      try {
        const { itemId } = await upload(world, source);
        const { levels } = await world.client.call("tile.get", { id: itemId });
        const finest = levels - 1;
        const random = seededRandom(7);
        const wanted = Array.from({ length: 600 }, () => {
          const level = Math.floor(random() * 2);
          const [columns, rows] = [width, height].map((side) => Math.floor(side / 2 ** level / tileSize));
          return { level, x: Math.floor(random() * (columns ?? 1)), y: Math.floor(random() * (rows ?? 1)) };
        });
        const headers = { "girder-token": world.token };
        const ask = async (n: number): Promise<void> => {
          const { level, x, y } = wanted[n]!;
          const path = `item/${itemId}/tiles/zxy/${finest - level}/${x}/${y}?encoding=PNG`;
          const reply = await fetch(`${world.url}/api/v1/${path}`, { headers });
          if (!reply.ok) throw new Error(`${reply.status} for ${path}`);
          await reply.arrayBuffer();
        };
        const isThere = hasVips();
        if (!isThere) context.missing.add("libvips is not here (apt install libvips-tools).");
        const pyramid = join(folder, "pyramid.tif");
        const how = ["--tile", "--pyramid", "--compression", "deflate", "--tile-width", String(tileSize)];
        if (isThere) vips("tiffsave", source, pyramid, ...how, "--tile-height", String(tileSize));
        const cut = async (n: number): Promise<void> => {
          const { level, x, y } = wanted[n]!;
          await sharp(pyramid, { page: level, limitInputPixels: false })
            .extract({ left: x * tileSize, top: y * tileSize, width: tileSize, height: tileSize })
            .png({ compressionLevel: 3 })
            .toBuffer();
        };
        const [ours, theirs]: [number[], number[]] = [[], []];
        for (let round = 0; round < 4; round++) {
          const [own, other] = [
            await fourAtOnce(wanted.length, ask),
            isThere ? await fourAtOnce(wanted.length, cut) : Number.NaN,
          ];
          // The first round warms up.
          if (round > 0) ours.push(own);
          if (round > 0) theirs.push(other);
        }
        const value = (wanted.length * 1000) / Math.min(...ours);
        const ratio = Math.min(...theirs) / Math.min(...ours);
        const peer = isThere
          ? { peer: "libvips, without a server", ratio, goal: { of: "ratio", min: 0.9 } as const }
          : {};
        return [{ name: "large images, tiles given out", value, unit: "/s", ...peer }];
      } finally {
        await world.close();
      }
    }),
};

type Counting = typeof globalThis & { uploadedBytes: number[]; frameTimes: number[] };

/** Runs in the page before anything else: records what each frame uploads to the GPU, and when it was drawn. */
function countUploads(): void {
  const notes = Object.assign(globalThis, { uploadedBytes: [0], frameTimes: [] }) as Counting;
  const { prototype } = WebGL2RenderingContext;
  // oxlint-disable-next-line typescript/unbound-method
  const upload = prototype.texImage2D as (...values: unknown[]) => void;
  prototype.texImage2D = function (this: WebGL2RenderingContext, ...values: unknown[]): void {
    const picture = values.at(-1);
    if (picture instanceof ImageBitmap) {
      notes.uploadedBytes[notes.uploadedBytes.length - 1]! += picture.width * picture.height * 4;
    }
    upload.apply(this, values);
  } as typeof prototype.texImage2D;
  const frame = (time: number): void => {
    notes.uploadedBytes.push(0);
    notes.frameTimes.push(time);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

interface Panned {
  readonly framesPerSecond: number;
  readonly maxBytes: number;
  readonly tiles: number;
}

/** For 36000 pixels in tiles of 256. */
const finestLevel = 8;

/** @param delayMs delay added to each tile */
async function pan(world: BrowserWorld, id: string, delayMs: number): Promise<Panned> {
  const bench = await openBenchPage({ atScreenRate: true });
  try {
    const { page } = bench;
    await enter(page, world);
    await page.addInitScript(countUploads);
    let tiles = 0;
    const seen = { finest: false };
    await page.route("**/tiles/zxy/**", async (route) => {
      tiles++;
      seen.finest ||= route.request().url().includes(`/zxy/${finestLevel}/`);
      if (delayMs > 0) await sleep(delayMs);
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${world.url}/viewer/${id}`);
    const canvas = page.getByTestId("canvas");
    await canvas.waitFor({ timeout: 120_000 });
    const box = await canvas.boundingBox();
    if (box === null) throw new Error("The viewer has no canvas.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    // Zooms in until every step needs new tiles of the finest level, and no further: beyond, few tiles cover the
    // screen.
    for (let n = 0; n < 200 && !seen.finest; n++) {
      await page.mouse.wheel(0, -60);
      await sleep(100);
    }
    if (!seen.finest) throw new Error("No tile of the finest level is asked for.");
    await sleep(3000);
    await page.evaluate(() => Object.assign(globalThis, { uploadedBytes: [0], frameTimes: [] }));
    const before = tiles;
    for (let turn = 0; turn < 6; turn++) {
      await page.mouse.move(x + 300, y + 150);
      await page.mouse.down({ button: "middle" });
      for (let step = 1; step <= 30; step++) await page.mouse.move(x + 300 - step * 20, y + 150 - step * 10);
      await page.mouse.up({ button: "middle" });
    }
    const { bytes, times } = await page.evaluate(() => {
      const { uploadedBytes, frameTimes } = globalThis as Counting;
      return { bytes: Math.max(...uploadedBytes), times: frameTimes };
    });
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    return { framesPerSecond: times.length / seconds, maxBytes: bytes, tiles: tiles - before };
  } finally {
    await bench.close();
  }
}

const panning: Bench = {
  name: "large images, panning",
  run: () =>
    inFolder(async (folder) => {
      const source = join(folder, "in.tif");
      await makeTiff(source, 36_000, 18_000);
      const world = await openBrowserWorld();
      try {
        const { id } = await upload(world, source);
        const [near, far]: [Panned[], Panned[]] = [[], []];
        for (let round = 0; round < 3; round++) {
          near.push(await pan(world, id, 0));
          far.push(await pan(world, id, 1000));
        }
        const rate = (all: readonly Panned[]): number => median(all.map(({ framesPerSecond }) => framesPerSecond));
        const max = Math.max(...[...near, ...far].map(({ maxBytes }) => maxBytes)) / 2 ** 20;
        const tiles = median(near.map(({ tiles: count }) => count));
        const name = "large images, panning over 36000 x 18000";
        return [
          { name: `${name}: tiles asked for`, value: tiles, unit: "" },
          {
            name: `${name}: most given to the GPU in one frame`,
            value: max,
            unit: "MiB",
            goal: { of: "value", max: 2 },
          },
          {
            name: `${name}: frames, tiles that take a second`,
            value: rate(far),
            unit: "/s",
            peer: "tiles at once",
            ratio: rate(far) / rate(near),
            goal: { of: "ratio", min: 0.9 },
          },
        ] satisfies Row[];
      } finally {
        await world.close();
      }
    }),
};

export const largeImageBenches: readonly Bench[] = [building, serving, panning];
