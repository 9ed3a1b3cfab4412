import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sharedData } from "../../../../tests/support/shared-data.ts";
import { builds, utf8 } from "../../testing/cores.ts";
import { annotationFormats, readAnnotationFile } from "../annotation-formats.ts";
import { recognizeFile } from "./recognize.ts";

const folder = fileURLToPath(new URL("../../../../tests/corpus/recognition", import.meta.url));

test("files are recognized for what they are, by their content", () => {
  const names = readdirSync(join(folder, "files")).toSorted();
  expect(names.length).toBeGreaterThan(50);
  const lines = names.map((name) => {
    const { kind, message } = recognizeFile(readFileSync(join(folder, "files", name)), name);
    return `${name}: ${kind}: ${message}\n`;
  });
  const expected = join(folder, "expected.txt");
  if (process.env["UPDATE_CORPUS"] === "1") writeFileSync(expected, lines.join(""));
  const howToAccept =
    "To accept: UPDATE_CORPUS=1 npx vitest run core-wasm/host/formats/recognize/recognize, then read the difference.";
  expect(lines.join(""), howToAccept).toBe(readFileSync(expected, "utf8"));
});

const realFiles: Readonly<Record<string, string>> = {
  "annotations/coco/instances_train.json": "coco",
  "annotations/coco/instances_val.json": "coco",
  "annotations/coco/person_keypoints_train.json": "coco",
  "annotations/coco/person_keypoints_val.json": "coco",
  "annotations/cvat/annotations.xml": "cvat-xml",
  "annotations/mot/gt-short.txt": "mot",
  "annotations/mot/gt.txt": "mot",
  "annotations/mot/info.xml": "sequence-info",
  "annotations/mot/labels.txt": "label-list",
  "annotations/viame/detections.csv": "viame-csv",
  "annotations/viame/dive_config_sea_lions.json": "dive-config",
  "annotations/viame/example_detections.csv": "viame-csv",
  "annotations/viame/fish_no_fish.csv": "viame-csv",
  "annotations/viame/groundtruth.csv": "viame-csv",
  "annotations/viame/groundtruth_arctic_seal_16bit.csv": "viame-csv",
  "annotations/viame/query_box.csv": "viame-csv",
  "bad/annex-b.mp4": "video",
  "bad/bikes_000_rle_no_row_end.sgi": "image",
  "bad/corrupted.mp4": "video",
  "bad/image-metadata-invalid.csv": "frame-metadata",
  "bad/image-metadata-strange-encoding.csv": "frame-metadata",
  "bad/image-metadata-with-bom.csv": "frame-metadata",
  "bad/test_invalid_moov_atom.mp4": "video",
  "bad/test_malformed.mp4": "video",
  "calibration/calibration_matrices.npz": "calibration",
  "calibration/extrinsics.yml": "calibration",
  "calibration/intrinsics.yml": "calibration",
};

test.skipIf(sharedData("annotations") === undefined)("every real file is recognized, with its name and without", () => {
  const found = ["annotations", "bad", "calibration"].flatMap((part) =>
    readdirSync(sharedData(part) ?? "", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(found).toHaveLength(Object.keys(realFiles).length);
  for (const [path, kind] of Object.entries(realFiles)) {
    const bytes = readFileSync(sharedData(path) ?? "");
    expect(recognizeFile(bytes, path).kind, path).toBe(kind);
    expect(recognizeFile(bytes).kind, path).toBe(kind);
  }
});

test("only the beginning of a file is looked at", () => {
  // The end contradicts it, 5 MB later.
  const images = `{"images":[${'{"id":1},'.repeat(600_000)}{}],"tracks":{}}`;
  const rows = `${"0,a.png,0,1,2,3,4,1,-1,fish,1\n".repeat(3000)}${"1,1,2,3,4,5,1,-1,-1,-1\n".repeat(9000)}<html>`;
  expect(recognizeFile(utf8(images)).kind).toBe("coco");
  expect(recognizeFile(utf8(rows)).kind).toBe("viame-csv");
});

test("a long list of boxes that are objects themselves is a table, wherever its beginning ends", () => {
  const box = { image: "a.jpg", box: { x: 1, y: 2, width: 3, height: 4 }, type: "fish", note: "}, ".repeat(100) };
  for (const blanks of [0, 150, 300]) {
    const list = `${" ".repeat(blanks)}${JSON.stringify(Array.from({ length: 500 }, () => box))}`;
    expect(recognizeFile(utf8(list), "boxes.json").kind).toBe("table");
  }
});

test("particles with a width and a height are boxes", () => {
  const rows = (names: string, cells: string): string =>
    `frame,particle,x,y${names}\n0,7,10,20${cells}\n1,7,11,21${cells}\n`;
  expect(recognizeFile(utf8(rows("", "")), "p.csv").message).toContain("Trackpy");
  // Its rows may be those of MOT as well.
  expect(recognizeFile(utf8(rows(",width,height", ",30,40")), "p.csv").message).toContain("columns that make boxes");
});

test("ids, frames and classes may be written as floats", () => {
  expect(recognizeFile(utf8("3.0,a.png,0.0,1,2,3,4,0.9,-1,fish,0.9\n")).kind).toBe("viame-csv");
  expect(recognizeFile(utf8("0.0 0.5 0.5 0.1 0.1\n1.0 0.4 0.5 0.1 0.2\n")).kind).toBe("yolo");
  expect(recognizeFile(utf8("3.5,a.png,0,1,2,3,4,0.9,-1,fish,0.9\n")).kind).not.toBe("viame-csv");
});

test("eight whole numbers are the four corners of a text, or a box of a track with a confidence in percent", () => {
  const kindOf = (...rows: readonly string[]) => recognizeFile(utf8(`${rows.join("\n")}\n`), "rows.txt");
  const mot = { kind: "mot" };
  const corners = { kind: "coco", translated: "icdar" };
  expect(kindOf("1,1,11,21,30,40,87,3")).toMatchObject(mot);
  // The first row could be corners, but not those after it.
  expect(kindOf("1,1,100,200,180,200,80,3", "1,2,50,9,20,30,70,3", "2,2,52,9,20,30,71,3")).toMatchObject(mot);
  // All rows could be corners, but frames and ids repeat as those of tracks do.
  expect(kindOf("1,2,100,200,180,200,80,3", "2,2,101,200,180,200,80,3", "3,2,102,200,180,200,80,3")).toMatchObject(mot);
  expect(kindOf("10,20,40,20,40,60,10,60", "50,10,70,10,70,30,50,30")).toMatchObject(corners);
  // Two words on the same line, in perspective.
  expect(kindOf("12,30,60,28,62,44,11,47", "70,30,98,27,99,43,71,45")).toMatchObject(corners);
  expect(kindOf("377,117,463,117,465,130,378,130")).toMatchObject(corners);
});

describe.each(builds)("$name build", ({ create }) => {
  test("a file is read as what it is, or refused with what it is", async () => {
    const core = await create();
    const read = (name: string) => readAnnotationFile(core, readFileSync(join(folder, "files", name)), { name });
    expect(await read("viame-as.txt")).toMatchObject({ format: "viame-csv", trackCount: 1, problems: [] });
    expect(await read("dive-with-fps.json")).toMatchObject({ format: "dive-json", fps: 5, trackCount: 1 });
    expect(await read("cvat.csv")).toMatchObject({ format: "cvat-xml", trackCount: 0 });
    expect(await read("voc.xml")).toMatchObject({ format: "voc", trackCount: 0 });
    await expect(read("empty.csv")).rejects.toMatchObject({ code: "empty-file" });
  });

  test("a format that was named is believed", async () => {
    const bytes = utf8("3,7,0,1,2,3,4,0.9,0.5\n");
    const report = await readAnnotationFile(await create(), bytes, { format: "viame-csv" });
    expect(report).toMatchObject({ format: "viame-csv", trackCount: 1, problems: [] });
  });
});

test("every format has a title and a file extension of its own kind", () => {
  for (const { title, extension } of Object.values(annotationFormats)) {
    expect(title).not.toBe("");
    expect(extension).toMatch(/^\.[a-z.]+$/);
  }
});

test("a list with one class is recognized by the name that CVAT gives it", () => {
  expect(recognizeFile(utf8("fish\n"), "gt/labels.txt").kind).toBe("label-list");
  expect(recognizeFile(utf8("fish\n"), "notes.txt").kind).toBe("unknown");
});
