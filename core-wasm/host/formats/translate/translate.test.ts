import { expect, test } from "vitest";
import { createCores, utf8 } from "../../testing/cores.ts";
import { readAnnotationFile } from "../annotation-formats.ts";
import { recognizeFile } from "../recognize/recognize.ts";
import { readBitmaps } from "./bitmaps.ts";
import { bytesOfBase64, maskOfPng } from "../pictures/png-mask.ts";
import { read } from "../../testing/read-foreign.ts";

const cores = await createCores(1);

test("rows and JSON that look like those of another tool are left to their own reader", async () => {
  const coco = {
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4], className: "fish" }],
    images: [{ id: 1, file_name: "a.jpg" }],
    categories: [{ id: 1, name: "fish" }],
  };
  expect((await read(coco)).lines).toEqual(["0 fish 1 [1,2,4,6]"]);
  expect(recognizeFile(utf8("0,a.png,0,10,20,30,40,,\n1,b.png,1,10,20,30,40,,\n"), "a.csv").kind).toBe("viame-csv");
  const sequence = "<xmeml><sequence><frame>1</frame></sequence></xmeml>";
  expect(recognizeFile(utf8(sequence), "a.xml").translated).toBeUndefined();
});

test("results of COCO: pictures by their ids or names, types by their numbers, which is said", async () => {
  const box = (image_id: number | string) => ({ image_id, category_id: 3, bbox: [10, 20, 30, 40], score: 0.9 });
  const numbered = await read([box(12), box(7)]);
  expect(numbered.lines).toEqual(["1 3 0.9 [10,20,40,60]", "0 3 0.9 [10,20,40,60]"].toSorted());
  expect(numbered.said[0]).toContain("pictures are in the order of their ids");
  const named = await read([box("b"), box("a")], ["a.jpg", "b.jpg"]);
  expect(named.lines).toHaveLength(2);
  expect(named.said[0]).toContain("pictures are found by their ids or names");
});

test("files that only look like it, or are broken, are refused like other JSON", async () => {
  for (const text of [
    '{"_via_img_metadata": 5}',
    '{"dm_format_version": "1", "items": {}}',
    '[{"image": "a", "annotations": [',
  ]) {
    expect(["coco", "datumaro"]).toContain(recognizeFile(utf8(text)).kind);
    await expect(readAnnotationFile(cores(), utf8(text))).rejects.toMatchObject({ name: "CoreError" });
  }
});

test("results of COCO are on the pictures that are called by their ids", async () => {
  const results = [{ image_id: 285, category_id: 1, bbox: [10, 20, 30, 40], score: 0.9 }];
  const { lines } = await read(results, ["000000000139.jpg", "000000000285.jpg"]);
  expect(lines).toEqual(["1 1 0.9 [10,20,40,60]"]);
  // Numbers of frames count from 0, ids from 1.
  const frames = await read([{ ...results[0], image_id: 1 }], ["frame_0000.png", "frame_0001.png"]);
  expect(frames.lines).toEqual(["0 1 0.9 [10,20,40,60]"]);
});

test("a document that is nested too deep for bitmaps is read without them", async () => {
  const nested = `${'{"a":'.repeat(20_000)}{"bitmap":{}}${"}".repeat(20_000)}`;
  expect(await readBitmaps(JSON.parse(nested))).toEqual(new Map());
});

test("masks of a file may have so many pixels in all", async () => {
  const png = bytesOfBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAAAAABzQ+pjAAAADklEQVR4nGNgZGRkgGIAAEIACgQSkrQAAAAASUVORK5CYII=",
  )!;
  expect(await maskOfPng(png, 9)).toMatchObject({ width: 3, height: 3 });
  expect(await maskOfPng(png, 8)).toBeUndefined();
});
