import { expect, test } from "vitest";
import { utf8 } from "../../testing/cores.ts";
import { sourceOfFiles } from "../sources/source.ts";
import { recognizeFile } from "./recognize.ts";
import { recognizeContent } from "./recognize-source.ts";

test.each([
  [
    '{"images":[],"annotations":[],"categories":[]}',
    "COCO",
    "KWCOCO 0.75: it has images, annotations and categories, but no videos",
  ],
  [
    '{"images":[],"annotations":[],"categories":[],"videos":[]}',
    "KWCOCO",
    "COCO 1: it has images, annotations and categories",
  ],
  [
    '{"images":[],"annotations":[],"tracks":{}}',
    "DIVE JSON",
    "COCO 0.67: it has images and annotations, but no categories",
  ],
  ['{"tracks":{},"groups":{}}', "DIVE JSON", undefined],
  ['{"shapes":[],"imagePath":"a.jpg"}', "LabelMe", undefined],
  ['{"data":{"image":"a"},"annotations":[]}', "Label Studio", "file of V7 Darwin 0.5: it has annotations, but no item"],
  ['{"dm_format_version":"1","categories":{},"items":[]}', "project of Datumaro", undefined],
])("%s is recognized as %s, and the next best is named with why: %s", (text, title, next) => {
  const { judgment } = recognizeFile(utf8(text), "a.json");
  expect(judgment?.winner).toMatchObject({ title, why: expect.stringContaining("it") });
  const second = judgment?.runnerUp;
  expect(second && `${second.title} ${second.fit}: ${second.why}`).toBe(next);
});

test("sets of files say why they are what they are, too", async () => {
  const voc = utf8("<annotation><filename>a.jpg</filename></annotation>");
  const set = (...names: string[]) => recognizeContent(sourceOfFiles(names.map((name) => ({ name, bytes: voc }))));
  expect((await set("a.xml", "b.xml")).judgment?.winner.title).toBe("Pascal VOC");
  expect((await set("labels/a.txt", "data.yaml")).judgment?.winner.title).toBe("YOLO");
  expect((await set("annotations.xml")).judgment?.winner.title).toBe("CVAT XML");
});
