/** Pictures of a folder: their sizes are read from their headers, for upright display. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, expect, test } from "vitest";

import { readImageList } from "./image-names.ts";

const folder = mkdtempSync(join(tmpdir(), "wakeline-pictures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("each picture of a folder has its own size, as it is shown; what says none has none", async () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: 1, g: 2, b: 3 } } });
  await picture(40, 20).png().toFile(join(folder, "a 1.png"));
  await picture(30, 10).withMetadata({ orientation: 6 }).jpeg().toFile(join(folder, "a 10.jpg"));
  await picture(7, 9).webp().toFile(join(folder, "a 2.webp"));
  await picture(5, 4).tiff().toFile(join(folder, "a 3.tif"));
  writeFileSync(join(folder, "broken.png"), "no picture");
  writeFileSync(join(folder, "notes.txt"), "no name of a picture");
  expect(await readImageList(folder)).toEqual({
    imageNames: ["a 1.png", "a 2.webp", "a 3.tif", "a 10.jpg", "broken.png"],
    imageSizes: [
      { width: 40, height: 20 },
      { width: 7, height: 9 },
      { width: 5, height: 4 },
      { width: 10, height: 30 },
      undefined,
    ],
  });
});
