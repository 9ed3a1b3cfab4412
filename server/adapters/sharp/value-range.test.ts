import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { imageDecoder } from "./decode-image.ts";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "wakeline-range-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A gray PNG of 16 bits. */
async function pngOf(...values: readonly number[]): Promise<string> {
  const path = join(folder, `${values.join("-")}.png`);
  const raw = { width: values.length, height: 1, channels: 1 } as const;
  await sharp(Uint16Array.from(values), { raw }).toColourspace("grey16").png().toFile(path);
  return path;
}

test("a picture of 16 bits needs a white, and is shown with the one that its folder has", async () => {
  const { check, toPng } = imageDecoder();
  const needed = async (...values: number[]) => (await check(await pngOf(...values))).white;
  expect(await Promise.all([needed(0, 15), needed(0, 256), needed(0, 4096), needed(7, 7), needed(5000, 5000)])).toEqual(
    [255, 4095, 65_535, undefined, 65_535],
  );
  const { png, problem } = await toPng(await pngOf(0, 200), "png", 4095);
  expect(problem).toBe("has values from 0 to 200, and is shown with 0 as black and 4095 as white.");
  const stats = await sharp(png).stats();
  expect(Math.abs((stats.channels[0]?.max ?? 0) - (200 * 65_535) / 4095)).toBeLessThan(1);
});
