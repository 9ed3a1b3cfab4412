/** Sets of files: folders, archives and single files are read alike, and their contents are recognized. */
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import { createCores, utf8 } from "../../testing/cores.ts";
import { readAnnotationFile } from "../annotation-formats.ts";
import { yoloFolders } from "../recognize/recognize-names.ts";
import { recognizeContent } from "../recognize/recognize-source.ts";
import { sourceOfFiles } from "./source.ts";
import { CoreError } from "../../types.ts";

const cores = await createCores(1);
const yolo: Readonly<Record<string, string>> = {
  "data.yaml": "names: [fish, crab]\n",
  "labels/frame_000000.txt": "0 0.5 0.5 0.2 0.25\n",
  "labels/frame_000003.txt": "1 0.5 0.5 0.2 0.25\n",
};
const coco = JSON.stringify({
  images: [{ id: 1, file_name: "a.jpg" }],
  annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }],
  categories: [{ id: 1, name: "fish" }],
});
const rows = "1,1,10,20,30,40,1,3,1\n2,1,12,20,30,40,1,2,1\n";

const setOf = (files: Readonly<Record<string, string>>) =>
  sourceOfFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      bytes: utf8(content),
    })),
  );

async function zipOf(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) await writer.add(name, new TextReader(content));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

test("a folder and an archive of the same files are read alike", async () => {
  const core = cores();
  const options = { imageSize: { width: 100, height: 80 } };
  const folder = await readAnnotationFile(core, setOf(yolo), options);
  const fromFolder = [...core.writer.trackRows()].map(({ json }) => json);
  const archive = await readAnnotationFile(core, await zipOf(yolo), options);
  expect([...core.writer.trackRows()].map(({ json }) => json)).toEqual(fromFolder);
  expect(archive).toEqual(folder);
  expect([folder.format, folder.trackCount, folder.lastFrame]).toEqual(["yolo", 2, 3]);
});

test("the one annotation file of an archive is read, whatever else is in it", async () => {
  const core = cores();
  const files = {
    "README.txt": "Exported\nby a tool\n",
    "annotations/instances_default.json": coco,
  };
  const report = await readAnnotationFile(core, await zipOf(files));
  expect([report.format, report.trackCount]).toEqual(["coco", 1]);
});

test("a text that was compressed before it was put into an archive is read", async () => {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  const packed = new Blob([coco]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  await writer.add("annotations/instances.json.gz", new Uint8ArrayReader(bytes));
  const whole = new Uint8Array(await (await writer.close()).arrayBuffer());
  expect(await readAnnotationFile(cores(), whole)).toMatchObject({ format: "coco", trackCount: 1, problems: [] });
  const broken = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await broken.add("a.json.gz", new Uint8ArrayReader(bytes.subarray(0, 30)));
  const cutOff = new Uint8Array(await (await broken.close()).arrayBuffer());
  await expect(readAnnotationFile(cores(), cutOff)).rejects.toThrow(CoreError);
});

test("tables of one form in an archive are read together, unless they are about the same pictures", async () => {
  const header = "filename,width,height,class,xmin,ymin,xmax,ymax\r\n";
  const part = (picture: string): string => `${header}${picture},64,48,fish,1,2,30,40\r\n`;
  const core = cores();
  const files = {
    "train/_annotations.csv": part("a.png"),
    "valid/_annotations.csv": part("b.png"),
    "README.txt": "x\ny",
  };
  const report = await readAnnotationFile(core, await zipOf(files));
  expect([report.trackCount, report.skippedCount]).toEqual([2, 0]);
  expect(report.problems.map(({ code }) => code)).toContain("coco-splits-joined");
  const again = { ...files, "test/_annotations.csv": part("a.png") };
  await expect(readAnnotationFile(cores(), await zipOf(again))).rejects.toThrow("are both about a.png");
  const swapped = "filename,width,height,class,xmin,xmax,ymin,ymax\nc.png,64,48,fish,1,30,2,40\n";
  for (const other of [swapped, part("c.png").replaceAll(",", ";")]) {
    const differing = { ...files, "valid/_annotations.csv": other };
    await expect(readAnnotationFile(cores(), await zipOf(differing))).rejects.toThrow("read them one at a time");
  }
  const retina = {
    "t/_annotations.csv": "a.png,1,2,30,40,fish\nb.png,1,2,3,4,fish\n",
    "v/_annotations.csv": "c.png,1,2,30,40,crab\nd.png,,,,,\n",
    "t/_classes.csv": "fish,0\ncrab,1\n",
  };
  expect((await readAnnotationFile(cores(), await zipOf(retina))).trackCount).toBe(3);
});

test("the splits of COCO in an archive are read together", async () => {
  const core = cores();
  const files = { "annotations/instances_train.json": coco, "annotations/instances_val.json": coco };
  const report = await readAnnotationFile(core, await zipOf(files));
  const alone = await readAnnotationFile(cores(), new TextEncoder().encode(coco));
  expect(report.trackCount).toBe(2 * alone.trackCount);
  expect(report.problems.map(({ code }) => code)).toEqual(["coco-splits-joined"]);
});

test("splits keep what the reader reports, and frames only if they are those of one video", async () => {
  const splitOf = (name: string, frame: number, category: number): string =>
    JSON.stringify({
      images: [{ id: 1, file_name: `${name}.jpg`, frame_index: frame }],
      annotations: [{ id: 1, image_id: 1, category_id: category, bbox: [1, 2, 3, 4] }],
      categories: [{ id: 1, name: "fish" }],
    });
  const read = async (second: string) => {
    const core = cores();
    const files = { "train/_annotations.coco.json": splitOf("a", 4, 1), "valid/_annotations.coco.json": second };
    const { problems } = await readAnnotationFile(core, await zipOf(files));
    const frames = [...core.writer.trackRows()].map(({ json }) => (JSON.parse(json) as { begin: number }).begin);
    return { codes: problems.map(({ code }) => code), frames: frames.toSorted((a, b) => a - b) };
  };
  expect(await read(splitOf("b", 7, 1))).toEqual({ codes: ["coco-splits-joined"], frames: [4, 7] });
  expect(await read(splitOf("b", 4, 1))).toEqual({ codes: ["coco-splits-joined"], frames: [0, 1] });
  const { codes } = await read(splitOf("b", 7, 9));
  expect(codes).toEqual(["coco-splits-joined", "coco-category-unknown"]);
});

test("several annotation files of an archive that are about the same pictures are refused by name", async () => {
  const files = { "instances_val.json": coco, "person_keypoints_val.json": coco };
  const refusal = await readAnnotationFile(cores(), await zipOf(files)).catch((error: unknown) => error as CoreError);
  const advice = "instances_val.json and person_keypoints_val.json among them, several are about the same pictures";
  expect((refusal as CoreError).message).toContain(advice);
});

test("several annotation files of different formats in an archive are refused by name", async () => {
  const files = { "a.json": coco, "b.csv": "0,a.png,0,1,2,3,4,1,-1,fish,1\n" };
  const refusal = await readAnnotationFile(cores(), await zipOf(files)).catch((error: unknown) => error as CoreError);
  expect(refusal).toMatchObject({ code: "not-annotations" });
  expect((refusal as CoreError).message).toContain("a.json and b.csv");
});

test("labels.txt names the classes of the MOT rows", async () => {
  const core = cores();
  const report = await readAnnotationFile(
    core,
    setOf({
      "gt/gt.txt": rows,
      "gt/labels.txt": "fish\ncrab\neel\n",
      "seqinfo.ini": "[Sequence]\nname=x\n",
    }),
  );
  expect(report.format).toBe("mot");
  expect(core.types().toSorted()).toEqual(["crab", "eel"]);
});

test("a list of one class is a list by its name", async () => {
  const core = cores();
  await readAnnotationFile(core, setOf({ "gt/gt.txt": "1,1,9,9,5,5,1,1,1\n", "gt/labels.txt": "cod\n" }));
  expect(core.types()).toEqual(["cod"]);
});

test("of an exported dataset, the format that holds more is read; other files of annotations are not taken for one", async () => {
  const track = {
    id: 7,
    begin: 0,
    end: 0,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: [{ frame: 0, bounds: [10, 20, 30, 40] }],
  };
  const exported = {
    "reef/annotations.dive.json": JSON.stringify({ tracks: { 7: track }, groups: {}, version: 2 }),
    "reef/annotations.viame.csv": "7,,0,10,20,30,40,1,-1,fish,1\n",
    "reef/meta.json": '{"type":"video","fps":5}',
  };
  const core = cores();
  const { format, trackCount, problems } = await readAnnotationFile(core, setOf(exported));
  expect([format, trackCount, problems.map(({ code }) => code)]).toEqual(["dive-json", 1, ["copy-left-out"]]);
  const { "reef/annotations.viame.csv": csv, ...others } = exported;
  await expect(readAnnotationFile(cores(), setOf({ ...others, "old/annotations.viame.csv": csv }))).rejects.toThrow(
    "read them one at a time",
  );
});

test("an archive without annotations says so, and one that is cut off is refused", async () => {
  const found = await recognizeContent(await zipOf({ "a.bin": "x" }), "x.zip");
  expect([found.kind, found.message]).toEqual([
    "archive",
    expect.stringContaining("No file in x.zip holds annotations"),
  ]);
  const cutOff = recognizeContent((await zipOf(yolo)).slice(0, 40), "x.zip");
  await expect(cutOff).rejects.toMatchObject({ code: "zip-broken" });
});

test.each([
  [["data.yaml", "labels/a.txt"], [""]],
  [["data.yaml", "train/labels/a.txt", "valid/labels/a.txt"], [""]],
  [["train/labels/a.txt", "valid/labels/a.txt"], [""]],
  [
    ["one/labels/a.txt", "two/obj_train_data/b.txt", "two/obj.names", "gt.txt"],
    ["one", "two"],
  ],
  [["obj.names", "obj_train_data/a.txt", "train.txt"], [""]],
  [["classes.txt", "a.txt"], [""]],
  [["gt/gt.txt", "notes.txt"], []],
])("%j is a set in %j", (names, folders) => {
  expect(yoloFolders(names)).toEqual(folders);
});
