/**
 * Uploaded zip archives: an export is restored as it was, media become datasets, hostile archives are refused by name.
 */
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { type Job, JobStatus, type Track, uploadFile } from "#schemas";
import { hasEnded } from "#schemas/job-status";
import { mediaLedgerOf } from "#schemas/media-ledger";

import { loadSampleMedia } from "../../server/sample/sample-media.ts";
import { createImageDataset } from "../support/dataset.ts";
import { runSystemFfmpeg } from "../support/system-ffmpeg.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { makeTiff } from "../support/large-images.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { buildZip, type HostileEntry } from "./bad-inputs/build-archive.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-archives-"));
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function createFolder(name: string, type: string, files: Readonly<Record<string, Blob>>): Promise<string> {
  const place = { parentType: "user", parentId: server.userId, name, metadata: { fps: -1, type } } as const;
  const { _id: id } = await server.client.call("folder.create", place);
  for (const [file, blob] of Object.entries(files)) {
    await uploadFile(server.client, { parentType: "folder", parentId: id, name: file }, blob);
  }
  return id;
}

async function process(id: string): Promise<Job[]> {
  await server.client.call("rpc.postprocess", { id });
  const outstanding = async () => (await server.client.call("job.queued", {})).outstanding;
  await vi.waitFor(
    async () => {
      if ((await outstanding()) > 0) throw new Error("jobs go on");
    },
    { timeout: 60_000, interval: 100 },
  );
  return (await server.client.call("job.list", {})).filter(hasEnded);
}

async function importZip(name: string, bytes: Buffer): Promise<{ id: string; job: Job }> {
  const id = await createFolder(name, "image-sequence", { "all.zip": new Blob([new Uint8Array(bytes)]) });
  const jobs = await process(id);
  const job = jobs.find(({ title }) => title === `Extracting all.zip to folder ${name}`);
  if (job === undefined) throw new Error(`no job unpacks ${name}`);
  // Lists omit the log.
  return { id, job: await server.client.call("job.get", { id: job._id }) };
}

const track = (id: number): Track => ({
  id,
  begin: 0,
  end: 1,
  attributes: { sex: "f" },
  confidencePairs: [["cod", 0.75]],
  features: [
    { frame: 0, bounds: [1, 2, 30, 40], keyframe: true, interpolate: true, attributes: { seen: 2 } },
    { frame: 1, bounds: [2.5, 3, 31, 41.25], keyframe: true },
  ],
});

/** Everything that users see of a dataset. */
async function contentOf(id: string): Promise<unknown> {
  const { client } = server;
  const { type, fps, attributes, confidenceFilters, annotate } = (await client.call("dataset.get", {
    id,
  })) as unknown as Record<string, unknown>;
  const media = await client.call("dataset.media", { id });
  const sums: unknown[] = [];
  for (const { id: itemId, filename } of [...media.imageData, ...(media.video === undefined ? [] : [media.video])]) {
    const bytes = Buffer.from(await (await client.fetch("item.download", { id: itemId })).arrayBuffer());
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    sums.push([filename, Buffer.from(digest).toString("hex")]);
  }
  const tracks = await client.call("annotation.tracks", { folderId: id });
  const groups = await client.call("annotation.groups", { folderId: id });
  return { type, fps, attributes, confidenceFilters, annotate, sums, tracks, groups };
}

test("a dataset with several cameras that is exported and imported again is the same", async () => {
  const matrix = [900, 0, 32, 0, 900, 24, 0, 0, 1];
  const calibration = { M1: matrix, M2: matrix, R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [-120, 0, 0] };
  const rig = await createMultiCamDataset(server.client, {
    cameras: [{ name: "right" }, { name: "left" }],
    subType: "stereo",
    defaultDisplay: "left",
    timeAlignment: { mode: "frame", cameras: { left: { offset: 0.5, drift: 1e-4 } } },
    calibration: { name: "rig.json", bytes: JSON.stringify(calibration) },
  });
  for (const [name, folderId] of Object.entries(rig.cameras)) {
    const body = { tracks: { upsert: name === "left" ? [track(0), track(7)] : [track(0)], delete: [] } };
    await server.client.call("annotation.save", { folderId, body });
    // Annotations that the import must recognize.
    const upsert = [
      { key: "detection_seen", name: "seen", belongs: "detection", datatype: "number" },
      { key: "track_sex", name: "sex", belongs: "track", datatype: "text" },
    ];
    await server.client.call("dataset.updateAttributes", { id: folderId, body: { upsert, delete: [] } } as never);
  }
  const shift = (dx: number) => [
    [1, 0, dx],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const registration = {
    cameraCorrespondences: {
      "right::left": [{ id: 1, a: [10.25, 20] as [number, number], b: [41.5, 20] as [number, number] }],
    },
    cameraTransformTypes: { "right::left": "translation" as const },
    cameraHomographies: { "right::left": { AtoB: shift(31.25), BtoA: shift(-31.25) } },
  };
  const configuration = {
    customTypeStyling: { cod: { color: "#ff0000" } },
    typeHierarchy: { cod: "fish" },
    ...registration,
  };
  await server.client.call("dataset.update", { id: rig.id, body: configuration });
  const exported = await server.client.fetch("dataset.export", { folderIds: [rig.id] });
  const { id, job } = await importZip("rig again", Buffer.from(await exported.arrayBuffer()));
  expect([job.status, job.log]).toEqual([JobStatus.success, job.log]);

  const rigOf = async (of: string) => {
    const { name: _name, meta } = await server.client.call("folder.get", { id: of });
    const { cameras, defaultDisplay, cameraOrder } = meta["multiCam"] as {
      cameras: Record<string, { folderId: string; type: string }>;
      defaultDisplay: string;
      cameraOrder: string[];
    };
    const contents: unknown[] = [];
    for (const name of cameraOrder)
      contents.push([name, cameras[name]?.type, await contentOf(cameras[name]?.folderId ?? "")]);
    const { type, subType, fps, annotate, timeAlignment, customTypeStyling, typeHierarchy } = meta;
    const { cameraCorrespondences, cameraTransformTypes, cameraHomographies } = meta;
    const shown = await server.client.call("dataset.calibration", { folderId: of });
    return {
      type,
      subType,
      fps,
      annotate,
      timeAlignment,
      customTypeStyling,
      typeHierarchy,
      defaultDisplay,
      cameraOrder,
      cameraCorrespondences,
      cameraTransformTypes,
      cameraHomographies,
      contents,
      calibration: shown?.calibration,
      original: shown?.originalName,
    };
  };
  const before = await rigOf(rig.id);
  expect(await rigOf(id)).toEqual(before);
  expect(before).toMatchObject({
    type: "multi",
    subType: "stereo",
    original: "rig.json",
    cameraOrder: ["right", "left"],
    ...registration,
  });
});

test("[S-DATA-03] a dataset of each type that is exported and imported again is the same", async () => {
  const sample = await loadSampleMedia();
  const video = sample.video.files[0];
  await makeTiff(join(folder, "sea.tif"), 700, 500);
  const datasets = {
    pictures: await createImageDataset(server.client, "pictures", 3),
    video: await createFolder("video", "video", { "harbour.mp4": new Blob([new Uint8Array(video?.bytes ?? [])]) }),
    scan: await createFolder("scan", "large-image", { "sea.tif": await openAsBlob(join(folder, "sea.tif")) }),
  };
  await process(datasets.video);
  await process(datasets.scan);
  const attributes = [
    { key: "detection_seen", name: "seen", belongs: "detection", datatype: "number", range: [0, 9] },
    { key: "track_sex", name: "sex", belongs: "track", datatype: "text", values: ["f", "m"], color: "#ff8800" },
  ];
  for (const [name, id] of Object.entries(datasets)) {
    const body = { upsert: attributes, delete: [] };
    await server.client.call("dataset.updateAttributes", { id, body } as never);
    await server.client.call("annotation.save", {
      folderId: id,
      body: {
        tracks: { upsert: [track(0), track(7)], delete: [] },
        groups: {
          upsert: [
            {
              id: 3,
              begin: 0,
              end: 1,
              confidencePairs: [["school", 1]],
              attributes: {},
              members: { 0: { ranges: [[0, 1]] }, 7: { ranges: [[1, 1]] } },
            },
          ],
          delete: [],
        },
      },
    });
    await server.client.call("dataset.update", {
      id,
      body: { confidenceFilters: { default: 0.25, cod: 0.5 } },
    } as never);
    const response = await server.fetch(`/api/v1/dive_dataset/export?folderIds=${JSON.stringify([id])}`);
    const zip = Buffer.from(await response.arrayBuffer());
    const imported = await importZip(`${name} again`, zip);
    expect([name, imported.job.status, imported.job.log]).toEqual([name, JobStatus.success, expect.anything()]);
    expect([name, await contentOf(imported.id)]).toEqual([name, await contentOf(id)]);
    const source = await server.client.call("folder.list", {
      parentType: "folder",
      parentId: imported.id,
      name: "source",
    });
    const kept = await server.client.call("item.list", { folderId: source[0]?._id ?? "" });
    expect(kept.map((item) => item.name)).toEqual(["all.zip"]);
  }
});

test("several folders of an archive become a dataset each, and media with annotations are imported", async () => {
  const id = await createImageDataset(server.client, "to pack", 2);
  const pictures: HostileEntry[] = [];
  for (const { id: item, filename } of (await server.client.call("dataset.media", { id })).imageData) {
    const content = Buffer.from(await (await server.client.fetch("item.download", { id: item })).arrayBuffer());
    pictures.push({ name: filename, content, deflated: true });
  }
  const inFolder = (name: string): HostileEntry[] =>
    pictures.map((one) => ({ ...one, name: `${name}/${String(one.name)}` }));
  const csv = { name: "left/detections.csv", content: "0,image-1.png,1,1,2,3,4,0.5,-1,ray,0.5\n" };
  const { id: parent, job } = await importZip("pair", buildZip([...inFolder("left"), ...inFolder("right"), csv]));
  const attached = "left/detections.csv became the annotations of left: 1 track.\n";
  expect([job.status, job.log]).toEqual([JobStatus.success, [attached]]);
  const folders = await server.client.call("folder.list", { parentType: "folder", parentId: parent });
  expect(folders.map(({ name, meta }) => [name, meta["type"], meta["annotate"], meta["fps"]])).toEqual([
    ["left", "image-sequence", true, 1],
    ["right", "image-sequence", true, 1],
    ["source", undefined, undefined, undefined],
  ]);
  expect((await server.client.call("folder.get", { id: parent })).meta).not.toHaveProperty("type");
  const tracks = await server.client.call("annotation.tracks", { folderId: folders[0]?._id ?? "" });
  expect(tracks.map(({ begin, confidencePairs }) => [begin, confidencePairs])).toEqual([[1, [["ray", 0.5]]]]);
});

/** Two pictures of 30 x 20 pixels. */
const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#123456" } })
  .png()
  .toBuffer();
const coco = (...names: string[]): string =>
  JSON.stringify({
    images: names.map((name, n) => ({ id: n + 1, file_name: name, width: 30, height: 20 })),
    categories: [{ id: 1, name: "fish" }],
    annotations: names.map((_, n) => ({ id: n + 1, image_id: n + 1, category_id: 1, bbox: [3, 4, 6, 8] })),
  });
const voc = (name: string): string =>
  `<annotation><filename>${name}.png</filename><size><width>30</width><height>20</height><depth>3</depth></size><object><name>fish</name><bndbox><xmin>3</xmin><ymin>4</ymin><xmax>9</xmax><ymax>12</ymax></bndbox></object></annotation>`;
const cvatOf = (...names: string[]): string =>
  `<?xml version="1.0"?><annotations><version>1.1</version><meta/>${names.map((name, id) => `<image id="${id}" name="${name}" width="30" height="20"><box label="fish" xtl="3" ytl="4" xbr="9" ybr="12"/></image>`).join("")}</annotations>`;
const labelMe = (name: string): string =>
  JSON.stringify({
    version: "5.0.1",
    flags: {},
    imagePath: name,
    imageData: null,
    imageHeight: 20,
    imageWidth: 30,
    shapes: [
      {
        label: "fish",
        points: [
          [9, 12],
          [3, 4],
        ],
        shape_type: "rectangle",
        flags: {},
      },
    ],
  });
const gbk = (...bytes: (number | string)[]): Buffer =>
  Buffer.concat(bytes.map((one) => (typeof one === "string" ? Buffer.from(one) : Buffer.from([one]))));

const layouts: Readonly<
  Record<
    string,
    {
      readonly entries: readonly HostileEntry[];
      readonly datasets: Readonly<Record<string, [frames: string[], tracks: number[]]>>;
      readonly box?: readonly number[];
      readonly type?: string;
      /** Files that are not frames, as listed in the media ledger. */
      readonly named?: readonly string[];
    }
  >
> = {
  "COCO of CVAT": {
    entries: [
      { name: "images/default/a.png" },
      { name: "images/default/b.png" },
      { name: "annotations/instances_default.json", content: coco("b.png") },
    ],
    datasets: { default: [["a.png", "b.png"], [1]] },
  },
  "COCO with splits": {
    entries: [
      { name: "all/train/a.png" },
      { name: "all/val/a.png" },
      { name: "all/annotations/instances_train.json", content: coco("a.png") },
      { name: "all/annotations/captions_train.json", content: '{"images":[],"annotations":[]}' },
    ],
    datasets: { train: [["a.png"], [0]], val: [["a.png"], []] },
  },
  "COCO of two parts of one folder": {
    entries: [
      { name: "images/a.png" },
      { name: "images/b.png" },
      { name: "annotations/train.json", content: coco("b.png") },
      { name: "annotations/val.json", content: coco("a.png") },
      { name: "annotations/person_keypoints.json", content: coco("a.png") },
    ],
    datasets: {
      images: [
        ["a.png", "b.png"],
        [1, 0],
      ],
    },
    named: [
      "attached annotations/train.json",
      "joined annotations/val.json",
      "left-out annotations/person_keypoints.json",
    ],
  },
  "Darknet of Roboflow, with a list of classes for each split": {
    entries: [
      { name: "train/a.png" },
      { name: "train/a.txt", content: "0 0.2 0.4 0.2 0.4\n" },
      { name: "train/_darknet.labels", content: "fish\ncrab\n" },
      { name: "valid/b.png" },
      { name: "valid/b.txt", content: "1 0.2 0.4 0.2 0.4\n" },
      { name: "valid/_darknet.labels", content: "crab\nfish\n" },
    ],
    datasets: { train: [["a.png"], [0]], valid: [["b.png"], [0]] },
  },
  "Keras YOLO of Roboflow": {
    entries: [
      { name: "train/a.png" },
      { name: "train/b.png" },
      { name: "train/_annotations.txt", content: "a.png 3,4,9,12,1\nb.png\n" },
      { name: "train/_classes.txt", content: "crab\nfish\n" },
      { name: "valid/c.png" },
      { name: "valid/_annotations.txt", content: "c.png 3,4,9,12,0\n" },
      { name: "valid/_classes.txt", content: "fish\n" },
    ],
    datasets: { train: [["a.png", "b.png"], [0]], valid: [["c.png"], [0]] },
  },
  "Hugging Face, with a picture a line": {
    entries: [
      { name: "train/a.png" },
      { name: "train/b.png" },
      {
        name: "train/metadata.jsonl",
        content: '{"file_name":"b.png","objects":{"bbox":[[3,4,6,8]],"category":["fish"]}}\n',
      },
    ],
    datasets: { train: [["a.png", "b.png"], [1]] },
  },
  "LaSOT, with its flags": {
    entries: [
      { name: "fish-1/img/00000001.png" },
      { name: "fish-1/full_occlusion.txt", content: `${"0,".repeat(11)}0\n` },
      { name: "fish-1/groundtruth.txt", content: "4,5,6,8\n" },
      { name: "fish-1/nlp.txt", content: "a blue fish near the sandy ground\n" },
      { name: "fish-1/out_of_view.txt", content: `${"0,".repeat(11)}0\n` },
    ],
    datasets: { img: [["00000001.png"], [0]] },
    type: "unknown",
  },
  "MOT with its list of classes": {
    entries: [
      { name: "img1/000001.png" },
      { name: "gt/gt.txt", content: "1,1,3,4,6,8,1,2,1\n" },
      { name: "gt/labels.txt", content: "crab\nfish\n" },
      { name: "seqinfo.ini", content: "[Sequence]\nname=s\nimDir=img1\nframeRate=30\nseqLength=1\n" },
    ],
    datasets: { img1: [["000001.png"], [0]] },
    box: [2, 3, 8, 11],
  },
  "files of other tools next to pictures": {
    entries: [
      { name: "a.png" },
      { name: "b.png" },
      { name: "a.json", content: '{"objects":[],"size":{"height":20,"width":30}}' },
      {
        name: "b.csv",
        content: "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax\na,x,fish,1,0.1,0.3,0.2,0.6\n",
      },
      { name: "odd.json", content: "[1]" },
      { name: "train.tfrecord", content: "abc\0" },
    ],
    datasets: { all: [["a.png", "b.png"], [0]] },
  },
  "CVAT with pictures of the same name in two folders": {
    entries: [
      { name: "annotations.xml", content: cvatOf("sub1/a.png", "sub2/a.png") },
      { name: "images/sub1/a.png" },
      { name: "images/sub2/a.png" },
    ],
    datasets: { sub1: [["a.png"], [0]], sub2: [["a.png"], [0]] },
    named: ["attached annotations.xml", "attached annotations.xml"],
  },
  "Pascal VOC, in a folder of any name": {
    entries: [
      ...Array.from({ length: 25 }, (_, n) => ({ name: `pictures/${n + 10}.png` })),
      ...Array.from({ length: 25 }, (_, n) => ({ name: `xmls/x${n}.xml`, content: voc(String(n + 10)) })),
    ],
    datasets: {
      pictures: [Array.from({ length: 25 }, (_, n) => `${n + 10}.png`), Array.from({ length: 25 }, (_, n) => n)],
    },
    named: ["attached xmls (25 files)"],
  },
  "YOLO, all in one place": {
    entries: [
      { name: "a.png" },
      { name: "b.png" },
      { name: "a.txt", content: "0 0.5 0.5 0.2 0.4\n" },
      { name: "b.txt", content: "" },
      { name: "classes.txt", content: "fish\n" },
    ],
    datasets: { all: [["a.png", "b.png"], [0]] },
    box: [12, 6, 18, 14],
    named: ["attached a.txt and 1 more", "attached classes.txt"],
  },
  YOLO: {
    entries: [
      { name: "data.yaml", content: "names: [fish]\n" },
      { name: "images/train/a.png" },
      { name: "images/train/b.png" },
      { name: "labels/train/a.txt", content: "0 0.5 0.5 0.2 0.4\n" },
      { name: "labels/train/b.txt", content: "" },
    ],
    datasets: { train: [["a.png", "b.png"], [0]] },
    box: [12, 6, 18, 14],
    named: ["attached labels/train (2 files)", "attached data.yaml"],
  },
  "Pascal VOC": {
    entries: [
      { name: "VOC/JPEGImages/a.png" },
      { name: "VOC/JPEGImages/b.png" },
      ...["a", "b"].map((name) => ({
        name: `VOC/Annotations/${name}.xml`,
        content: voc(name),
      })),
    ],
    datasets: {
      VOC: [
        ["a.png", "b.png"],
        [0, 1],
      ],
    },
    named: ["attached VOC/Annotations (2 files)"],
  },
  "LabelMe, next to the pictures": {
    entries: [
      { name: "a.png" },
      { name: "b.png" },
      { name: "c.png" },
      { name: "a.json", content: labelMe("a.png") },
      { name: "c.json", content: labelMe("c.png") },
    ],
    datasets: {
      all: [
        ["a.png", "b.png", "c.png"],
        [0, 2],
      ],
    },
    named: ["attached a.json and 1 more"],
  },
  "LabelMe, one picture, in a folder of its own": {
    entries: [{ name: "img/a.png" }, { name: "img/b.png" }, { name: "ann/b.json", content: labelMe("../img/b.png") }],
    datasets: { img: [["a.png", "b.png"], [1]] },
    named: ["attached ann/b.json"],
  },
  "KITTI objects": {
    entries: [
      { name: "training/image_2/000000.png" },
      { name: "training/image_2/000001.png" },
      { name: "training/label_2/000001.txt", content: `fish 0.00 0 -1.58 3 4 9 12 ${"1.65 ".repeat(7).trim()}\n` },
    ],
    datasets: { image_2: [["000000.png", "000001.png"], [1]] },
    named: ["attached training/label_2/000001.txt"],
  },
  "DOTA, of one picture": {
    entries: [
      { name: "images/P1.png" },
      { name: "images/P2.png" },
      { name: "labelTxt/P2.txt", content: "imagesource:x\ngsd:1\n3 4 9 4 9 12 3 12 fish 0\n" },
    ],
    datasets: { images: [["P1.png", "P2.png"], [1]] },
    named: ["attached labelTxt/P2.txt"],
  },
  "Supervisely, of one picture": {
    entries: [
      { name: "ds0/img/a.png" },
      { name: "ds0/img/b.png" },
      {
        name: "ds0/ann/b.png.json",
        content: JSON.stringify({
          size: { height: 20, width: 30 },
          objects: [
            {
              classTitle: "fish",
              geometryType: "rectangle",
              points: {
                exterior: [
                  [3, 4],
                  [9, 12],
                ],
                interior: [],
              },
            },
          ],
        }),
      },
    ],
    datasets: { ds0: [["a.png", "b.png"], [1]] },
    named: ["attached ds0/ann/b.png.json"],
  },
  "CVAT, packed on Windows": {
    entries: [
      { name: "images\\a.png" },
      { name: "images\\b.png" },
      { name: "annotations.xml", content: cvatOf("b.png") },
    ],
    datasets: { images: [["a.png", "b.png"], [1]] },
  },
  "a README, and what a Mac leaves": {
    entries: [
      { name: "README.txt", content: "hello" },
      { name: "dive1/a.png" },
      { name: "dive1/Fa\u0308nge.png" },
      { name: "dive1/Thumbs.db", content: "x" },
      { name: "__MACOSX/dive1/._a.png", content: "x" },
    ],
    datasets: { dive1: [["a.png", "Fa\u0308nge.png"], []] },
  },
  "names in GBK": {
    entries: [
      { name: gbk(0xd6, 0xd0, 0xce, 0xc4, "/", 0xcd, 0xbc, "1.png"), isUnmarked: true },
      { name: gbk(0xd6, 0xd0, 0xce, 0xc4, "/", 0xcd, 0xbc, "2.png"), isUnmarked: true },
    ],
    datasets: { 中文: [["图1.png", "图2.png"], []] },
  },
  "OpenImages as CVAT exports it": {
    entries: [
      { name: "images/default/a.png" },
      {
        name: "annotations/default-annotations-bbox.csv",
        content: "ImageID,LabelName,Confidence,XMin,XMax,YMin,YMax\na,/m/0fish,1,0.1,0.3,0.2,0.6\n",
      },
      { name: "annotations/class-descriptions.csv", content: "LabelName,DisplayName\n/m/0fish,fish\n" },
    ],
    datasets: { default: [["a.png"], [0]] },
  },
  "names that differ in letter case or ending": {
    entries: [{ name: "s/a.png" }, { name: "s/A.png" }, { name: "s/a.webp" }, { name: "s/inner.zip", content: "x" }],
    datasets: { s: [["A.png", "a.png", "a.webp.png"], []] },
  },
};

test.each(Object.entries(layouts))(
  "an archive as tools make it: %s",
  async (title, { entries, datasets, box = [3, 4, 9, 12], type = "fish", named }) => {
    const withContent = entries.map((one) => ({ content: picture, ...one }));
    const { id, job } = await importZip(title, buildZip(withContent));
    expect([job.status, job.log]).toEqual([JobStatus.success, expect.anything()]);
    const names = Object.keys(datasets);
    const folders = await server.client.call("folder.list", { parentType: "folder", parentId: id });
    for (const [name, [frames, tracks]] of Object.entries(datasets)) {
      const own = names.length === 1 ? id : (folders.find((one) => one.name === name)?._id ?? "");
      const { imageData } = await server.client.call("dataset.media", { id: own });
      expect(imageData.map(({ filename }) => filename).toSorted()).toEqual(frames.toSorted());
      const found = await server.client.call("annotation.tracks", { folderId: own });
      expect([name, found.map(({ features }) => features[0]?.frame)]).toEqual([name, tracks]);
      for (const one of found) {
        expect([one.confidencePairs[0]?.[0], box]).toEqual([type, one.features[0]?.bounds]);
      }
    }
    // Anything that is neither frame nor annotation is listed in the log and on a dataset.
    const metas = [await server.client.call("folder.get", { id }), ...folders].map(({ meta }) => meta);
    const ledger = metas.flatMap((meta) => mediaLedgerOf(meta));
    for (const { where, what } of ledger)
      if (what !== "converted" && what !== "renamed") expect(job.log?.join("")).toContain(where);
    const media = Object.values(datasets).flatMap(([frames]) => frames).length;
    const others = entries.length - media;
    const isGuessed = ledger.some(({ what }) => what === "guessed");
    expect(isGuessed).toBe(title === "names in GBK");
    const said = ledger.flatMap(({ what, where }) =>
      ["left-out", "attached", "joined"].includes(what) ? [`${what} ${where}`] : [],
    );
    if (named === undefined) expect(said.length).toBe(others);
    else expect(said.toSorted()).toEqual(named.toSorted());
  },
);

test("parts of pictures become pixels by the size of each picture", async () => {
  const tall = await sharp({ create: { width: 60, height: 100, channels: 3, background: "navy" } })
    .png()
    .toBuffer();
  const { id, job } = await importZip(
    "two sizes",
    buildZip([
      { name: "data.yaml", content: "names: [fish]\n" },
      { name: "images/train/a.png", content: picture },
      { name: "images/train/b.png", content: tall },
      ...["a", "b"].map((name) => ({ name: `labels/train/${name}.txt`, content: "0 0.5 0.5 0.2 0.4\n" })),
    ]),
  );
  expect([job.status, job.log]).toEqual([JobStatus.success, expect.anything()]);
  const tracks = await server.client.call("annotation.tracks", { folderId: id });
  expect(tracks.map(({ features }) => [features[0]?.frame, features[0]?.bounds])).toEqual([
    [0, [12, 6, 18, 14]],
    [1, [24, 30, 36, 70]],
  ]);
});

test("observations of Camtrap DP, next to the table of their media, become pixels", async () => {
  const observations = [
    "observationID,mediaID,observationLevel,observationType,scientificName,bboxX,bboxY,bboxWidth,bboxHeight",
    "o1,m1,media,animal,Anas strepera,0.5,0.5,0.2,0.2",
  ].join("\n");
  const { id, job } = await importZip(
    "camera trap",
    buildZip([
      { name: "a.png", content: picture },
      { name: "observations.csv", content: observations },
      { name: "media.csv", content: "mediaID,filePath,fileName\nm1,a.png,a.png\n" },
    ]),
  );
  expect([job.status, job.log]).toEqual([JobStatus.success, expect.anything()]);
  const tracks = await server.client.call("annotation.tracks", { folderId: id });
  expect(tracks.map(({ features }) => features[0]?.bounds)).toEqual([[15, 10, 21, 14]]);
});

test("each video of an archive gets the annotation file of its name, also if they are XML", async () => {
  // Ten gray pictures of 32 x 16.
  const gray = new Uint8Array(32 * 16 * 1.5 * 10).fill(90);
  const options = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "32x16", "-r", "10"];
  const outputs = await runSystemFfmpeg({
    inputs: [{ name: "in.yuv", bytes: gray, options }],
    args: ["-c:v", "libx264", "gray.mp4"],
    outputs: ["gray.mp4"],
  });
  const content = Buffer.from(outputs.get("gray.mp4") ?? []);
  const cvat = (type: string): string =>
    `<?xml version="1.0"?><annotations><version>1.1</version><meta/><track id="0" label="${type}"><box frame="0" outside="0" keyframe="1" xtl="1" ytl="2" xbr="3" ybr="4"/></track></annotations>`;
  const entries = ["cam0", "cam1"].flatMap((name): HostileEntry[] => [
    { name: `${name}.mp4`, content },
    { name: `${name}.xml`, content: cvat(`fish of ${name}`) },
  ]);
  const other = { name: "tracks.csv", content: "0,00:00:00,0,1,2,3,4,0.5,-1,ray,0.5\n" };
  const { id: parent, job } = await importZip("cameras", buildZip([...entries, other]));
  expect([job.status, job.log?.join("").split("\n").toSorted()]).toEqual([
    JobStatus.success,
    [
      "",
      "cam0.xml became the annotations of cam0: 1 track.",
      "cam1.xml became the annotations of cam1: 1 track.",
      "tracks.csv does not say which dataset of the archive it belongs to. Put it next to its video and name it alike, or import it into the dataset it belongs to.",
    ],
  ]);
  const datasets = await server.client.call("folder.list", { parentType: "folder", parentId: parent });
  for (const name of ["cam0", "cam1"]) {
    const folderId = datasets.find((one) => one.name === name)?._id ?? "";
    const tracks = await server.client.call("annotation.tracks", { folderId });
    expect(tracks.map(({ confidencePairs }) => confidencePairs)).toEqual([[[`fish of ${name}`, 1]]]);
  }
});

test("files of an archive that cannot be imported are named; the rest become datasets", async () => {
  const id = await createImageDataset(server.client, "to pack twice", 1);
  const [picture] = (await server.client.call("dataset.media", { id })).imageData;
  const content = Buffer.from(
    await (await server.client.fetch("item.download", { id: picture?.id ?? "" })).arrayBuffer(),
  );
  // Both folders would get the same name.
  const entries = ["north/dive", "south/dive"].flatMap((place): HostileEntry[] => [
    { name: `${place}/image-0.png`, content },
    {
      name: `${place}/tracks.csv`,
      content: place.startsWith("north") ? "0,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n" : "this is not a table",
    },
  ]);
  const { id: parent, job } = await importZip("twice", buildZip(entries));
  expect([job.status, job.log?.join("")]).toEqual([JobStatus.success, expect.stringContaining("tracks.csv")]);
  const found = await server.client.call("folder.list", { parentType: "folder", parentId: parent });
  expect(found.map(({ name }) => name)).toEqual(["dive", "dive (1)", "source"]);
  const { meta: above } = await server.client.call("folder.get", { id: parent });
  expect(mediaLedgerOf(above).map(({ what, where }) => [what, where])).toEqual([["left-out", "south/dive/tracks.csv"]]);
  for (const [n, revisions] of [1, 0].entries()) {
    const { _id: folderId, meta } = found[n] ?? { _id: "", meta: {} };
    expect(meta).toMatchObject({ annotate: true });
    expect((await server.client.call("item.list", { folderId })).map(({ name }) => name)).toEqual(["image-0.png"]);
    expect(await server.client.call("annotation.revisions", { folderId })).toHaveLength(revisions);
    const own = n === 0 ? [["attached", "north/dive/tracks.csv"]] : [];
    expect(mediaLedgerOf(meta).map(({ what, where }) => [what, where])).toEqual(own);
  }
});

test("hostile archives stay packed: the job says which, and why", async () => {
  const png = (name: string, more: Partial<HostileEntry> = {}): HostileEntry => ({ name, content: "x", ...more });
  const hostile: Readonly<Record<string, readonly [Buffer, string]>> = {
    out: [buildZip([png("../slipped.png")]), "leads out of the archive"],
    link: [buildZip([png("a.png", { content: "/etc/passwd", mode: 0o120777 })]), "is a link or a device"],
    password: [buildZip([png("a.png", { flags: 1 })]), "is encrypted"],
    nested: [buildZip([png("inner.zip")]), "Nested Zip Files are invalid: unpack it, and upload the archives in it."],
    bomb: [
      buildZip([{ name: "zeros.png", content: Buffer.alloc(50_000_000), deflated: true }]),
      "High Compression Ratio for Zip File",
    ],
    "shared bytes": [
      buildZip([
        { name: "a.png", content: Buffer.alloc(100_000, "ab"), deflated: true },
        ...Array.from({ length: 50 }, (_, n): HostileEntry => ({
          name: `${n}.png`,
          claimedSize: 1000,
          deflated: true,
          sharesWith: 0,
        })),
      ]),
      "share bytes",
    ],
    damaged: [Buffer.from("PK\u0003\u0004 and nothing else"), "damaged, or no zip archive"],
    "only empty files": [
      buildZip(Array.from({ length: 20_000 }, (_, n) => png(`${n}.png`, { content: "" }))),
      "all 20000 pictures and videos in the archive are empty. Nothing was unpacked.",
    ],
    empty: [buildZip([]), "There are no files in the archive."],
    lie: [buildZip([png("a.png", { claimedSize: 5 })]), "damaged"],
    texts: [buildZip([png("readme.txt")]), "Could not Validate media Files"],
    "annotations alone": [
      buildZip([png("annotations/instances_default.json", { content: coco("a.png") })]),
      "It holds annotations (COCO) without their pictures or video: annotations/instances_default.json.",
    ],
    "no pictures": [
      buildZip([
        png("d/config.json", { content: '{"type":"image-sequence","fps":1,"imageData":[{"filename":"../../x.png"}]}' }),
      ]),
      "the archive lacks",
    ],
    "no json": [buildZip([png("config.json", { content: "[1" })]), "is not a JSON object"],
  };
  for (const [name, [bytes, reason]] of Object.entries(hostile)) {
    const { id, job } = await importZip(`hostile ${name}`, bytes);
    expect([name, job.status, job.log?.join("")]).toEqual([name, JobStatus.error, expect.stringContaining(reason)]);
    const items = await server.client.call("item.list", { folderId: id });
    expect([name, items.map((item) => item.name)]).toEqual([name, ["all.zip"]]);
  }
});
