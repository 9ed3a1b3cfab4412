/** Formats that contain picture sizes, or use fractions of them, use the size of each picture. */
import { expect, test } from "vitest";

import { createCores, text, utf8 } from "../../testing/cores.ts";
import { type DatasetFacts } from "../exchange/dataset-file.ts";
import { writeAnnotationFile } from "../annotation-formats.ts";

const cores = await createCores(1);
const facts: DatasetFacts = {
  type: "image-sequence",
  fps: 1,
  imageNames: ["a.png", "b.png", "c.png"],
  datasetInfo: undefined,
  imageSizes: [{ width: 100, height: 50 }, { width: 200, height: 100 }, undefined],
};
const load = () => {
  const core = cores();
  core.reader.readViameCsv(utf8([0, 1, 2].map((n) => `${n},,${n},10,10,30,30,1,-1,fish,1\n`).join("")));
  return core;
};

test("COCO and CVAT say the size of each picture that is known", () => {
  const coco = JSON.parse(text(writeAnnotationFile(load(), "coco", facts).bytes)) as { images: object[] };
  expect(coco.images).toMatchObject([
    { file_name: "a.png", width: 100, height: 50 },
    { file_name: "b.png", width: 200, height: 100 },
    { file_name: "c.png" },
  ]);
  expect(coco.images[2]).not.toHaveProperty("width");
  const cvat = text(writeAnnotationFile(load(), "cvat-xml", facts).bytes);
  expect(cvat).toContain('name="a.png" width="100" height="50"');
  expect(cvat).toContain('name="b.png" width="200" height="100"');
  expect(cvat).toContain('name="c.png">');
});

test("YOLO counts in parts of each picture, and names the rows whose picture has no known size", () => {
  const { bytes, losses } = writeAnnotationFile(load(), "yolo", facts);
  const zip = text(bytes);
  expect(zip).toContain("0 0.2 0.4 0.2 0.4");
  expect(zip).toContain("0 0.1 0.2 0.1 0.2");
  expect(zip).not.toContain("image_size");
  expect(losses.find(({ kind }) => kind === "image-size-unknown")).toMatchObject({ count: 1, example: { frame: 2 } });
});
