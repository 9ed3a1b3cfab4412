/** Files of other tools that are read by way of COCO: the result, and the parts reported as left out. */
import { expect, test } from "vitest";
import { createCores, utf8 } from "../../testing/cores.ts";
import { readAnnotationFile, writeAnnotationFile } from "../annotation-formats.ts";
import { sourceOfFiles } from "../sources/source.ts";
import { recognizeFile } from "../recognize/recognize.ts";
import { readBitmaps } from "./bitmaps.ts";
import { bytesOfBase64, maskOfPng } from "../pictures/png-mask.ts";
import { ShapesBetween } from "./video-frames.ts";
import type { ReadOptions } from "../../types.ts";

const cores = await createCores(1);

const bytesOf = (document: unknown): Uint8Array =>
  utf8(typeof document === "string" ? document : JSON.stringify(document));

/** Tracks as `file type confidence [bounds]` with attributes and rings, by picture; and the messages. */
async function read(document: unknown, imageNames?: readonly string[], fps?: number, more: ReadOptions = {}) {
  const core = cores();
  const content =
    document instanceof Map
      ? sourceOfFiles([...(document as Map<string, unknown>)].map(([name, one]) => ({ name, bytes: bytesOf(one) })))
      : bytesOf(document);
  const options = { ...more, ...(imageNames !== undefined && { imageNames }), ...(fps !== undefined && { fps }) };
  const report = await readAnnotationFile(core, content, options);
  const { bytes: json } = writeAnnotationFile(
    core,
    "dive-json",
    { type: "image-sequence", fps: undefined, imageNames: [], datasetInfo: undefined },
    {},
  );
  const { tracks } = JSON.parse(new TextDecoder().decode(json)) as {
    tracks: Record<
      string,
      {
        confidencePairs: [string, number][];
        features: {
          frame: number;
          bounds: number[];
          attributes?: Record<string, unknown>;
          geometry?: { features: { geometry: { coordinates: unknown } }[] };
        }[];
      }
    >;
  };
  const lines = Object.values(tracks).flatMap(({ confidencePairs: [[type, score] = ["", 0]], features }) =>
    features.map(({ frame, bounds, attributes, geometry }) =>
      [
        ...[frame, type, score, JSON.stringify(bounds)],
        ...(attributes === undefined ? [] : [JSON.stringify(attributes)]),
        ...(geometry === undefined ? [] : [JSON.stringify(geometry.features[0]?.geometry.coordinates)]),
      ].join(" "),
    ),
  );
  return { lines, trackCount: Object.keys(tracks).length, said: report.problems.map(({ message }) => message) };
}

const leftOut = (said: readonly string[]): readonly string[] => said.filter((one) => one.startsWith("Left out"));

test("VIA: rectangles and polygons, with the type where people keep it; other shapes are named", async () => {
  const regions = [
    {
      shape_attributes: { name: "rect", x: 10, y: 20, width: 30, height: 40 },
      region_attributes: { Species: "cod", sex: "f" },
    },
    {
      shape_attributes: { name: "polygon", all_points_x: [1, 5, 9], all_points_y: [1, 7, 2] },
      region_attributes: { kind: { crab: true, fish: false } },
    },
    { shape_attributes: { name: "circle", cx: 50, cy: 50, r: 2 }, region_attributes: { name: "egg" } },
    { shape_attributes: { name: "point", cx: "5", cy: 6 }, region_attributes: { name: "eye" } },
    { shape_attributes: { name: "polyline", all_points_x: [1, 2], all_points_y: [1, 2] }, region_attributes: {} },
  ];
  const pictures = {
    "b.jpg-1": { filename: "b.jpg", size: 1, regions: [] },
    "a.jpg-1": { filename: "a.jpg", size: 1, regions },
  };
  for (const document of [pictures, { _via_settings: {}, _via_img_metadata: pictures, _via_attributes: {} }]) {
    const { lines, said } = await read(document, ["a.jpg", "b.jpg"]);
    expect(lines).toEqual([
      '0 cod 1 [10,20,40,60] {"sex":"f"}',
      "0 crab 1 [1,1,9,7] [[[1,1],[5,7],[9,2]]]",
      expect.stringMatching(/^0 egg 1 \[48,48,52,52\] \[\[\[52,50\]/),
      "0 eye 1 [5,6,5,6] [5,6]",
    ]);
    expect(leftOut(said)).toEqual(['Left out: 1 × shape "polyline", which is not read from such files.']);
  }
  const numbered = { "a.jpg-1": { filename: "a.jpg", regions: { "0": regions[0] } } };
  expect((await read(numbered)).lines).toHaveLength(1);
});

test("HabCam: shapes by the codes or labels of species, with blanks or commas", async () => {
  const rows = [
    "1.png 469 2015",
    "1.png 527 2015 boundingBox 40.5 20 10 60",
    "2.png 185 2015 line 10 20 16 28",
    "2.png 185 2015 point 3 4",
  ];
  const { lines, said } = await read(rows.join("\n"));
  expect(lines).toEqual(["0 527 1 [10,20,40,60]", "1 185 1 [8,19,18,29]", "1 185 1 [3,4,3,4] [3,4]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × row about a whole picture")]);
  const undated = await read('"1.png" 185 "boundingBox" 10 20 40.5 0.6\n"1.png" 185 "boundingBox" 1 2 3 4\n');
  expect(undated.lines).toEqual(["0 185 1 [10,1,40,20]", "0 185 1 [1,2,3,4]"]);
  const commas = await read('Image,Code,Label,Shape\n1.png,527,scallop,"""boundingBox"": [[10, 20], [30, 60]]"\n');
  expect(commas.lines).toEqual(["0 scallop 1 [10,20,30,60]"]);
});

const youTubeVis = (others: object) => ({
  videos: [
    { id: 1, width: 50, height: 40, file_names: ["a/0.jpg", "a/1.jpg"] },
    { id: 2, width: 50, height: 40, file_names: ["b/0.jpg", "b/1.jpg", "b/2.jpg"] },
  ],
  categories: [{ id: 7, name: "seal" }],
  annotations: [{ id: 1, video_id: 2, category_id: 7, bboxes: [[1, 2, 3, 4], null, [2, 2, 3, 4]], ...others }],
});

test("YouTube-VIS: tracks of the video whose pictures the dataset has, or of the first one with tracks", async () => {
  const mask = { size: [40, 50], counts: [44, 4, 1952] };
  const { lines, trackCount, said } = await read(youTubeVis({ segmentations: [mask, null, null] }));
  expect(lines).toEqual([expect.stringMatching(/^0 seal 1 \[1,2,4,6\] \[\[/), "2 seal 1 [2,2,5,6]"]);
  expect(trackCount).toBe(1);
  expect(leftOut(said)).toEqual([]);
  const other = await read(youTubeVis({}), ["a/0.jpg", "a/1.jpg"]);
  expect(other.lines).toEqual([]);
  expect(other.said).toContainEqual(expect.stringMatching(/^No annotation of this file of YouTube-VIS/));
  expect(leftOut(other.said)).toEqual([expect.stringContaining("1 × track of a video other than that of a/0.jpg")]);
});

test("BURST: masks of tracks at the frames of annotated pictures", async () => {
  const { lines, trackCount } = await read({
    categories: [{ id: 7, name: "seal" }],
    sequences: [
      { annotated_image_paths: ["0.jpg"], segmentations: [{}] },
      {
        width: 50,
        height: 40,
        all_image_paths: ["0.jpg", "1.jpg", "2.jpg"],
        annotated_image_paths: ["0.jpg", "2.jpg"],
        track_category_ids: { "3": 7 },
        segmentations: [{ "3": { rle: "\\14Pm1" } }, { "3": { rle: "\\14Pm1" }, "4": {} }],
      },
    ],
  });
  expect(lines.map((line) => line.slice(0, 8))).toEqual(["0 seal 1", "2 seal 1"]);
  expect(trackCount).toBe(1);
});

test("UA-DETRAC and CVML: boxes of targets by frame", async () => {
  const target = (id: number, left: number): string =>
    `<target id="${id}"><box left="${left}" top="2" width="30" height="40"/><attribute speed="6.5" vehicle_type='van'/>
     <occlusion><region_overlap left="0" top="0" width="1" height="1"/></occlusion></target>`;
  const detrac = await read(`<?xml version="1.0"?><sequence name="MVI">
    <ignored_region><box left="1" top="2" width="3" height="4"/></ignored_region>
    <frame density="1" num="1"><target_list>${target(7, 1)}</target_list></frame>
    <frame density="2" num="2"><target_list>${target(7, 2)}${target(8, 9)}</target_list></frame></sequence>`);
  expect(detrac.lines).toEqual([
    '0 van 1 [1,2,31,42] {"speed":6.5}',
    '1 van 1 [2,2,32,42] {"speed":6.5}',
    '1 van 1 [9,2,39,42] {"speed":6.5}',
  ]);
  expect(detrac.trackCount).toBe(2);
  expect(leftOut(detrac.said)).toEqual([
    expect.stringContaining("1 × region that is to be ignored"),
    expect.stringContaining("3 × hidden part of a target"),
  ]);
  const cvml = await read(
    '<dataset name="P"><frame number="4"><objectlist><object id="0"><box h="40" w="20" xc="30" yc="50"/></object></objectlist></frame></dataset>',
  );
  expect(cvml.lines).toEqual(["4 unknown 1 [20,30,40,70]"]);
  const box = '<box h="40" w="20" xc="30" yc="50"/>';
  const grouped = await read(
    `<dataset><frame number="1"><objectlist><object id="0"/></objectlist><grouplist><group id="0">${box}</group></grouplist></frame>
     <frame number="2"><objectlist><object id="0">${box}</object></objectlist></frame></dataset>`,
  );
  expect(grouped.lines).toEqual(["2 unknown 1 [20,30,40,70]"]);
  expect(leftOut(grouped.said)).toEqual([
    expect.stringContaining("1 × group of objects"),
    expect.stringContaining("1 × target without a frame and a box"),
  ]);
});

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

test("VoTT: frames of a video by their seconds", async () => {
  const frame = (timestamp: number, video = "v.mp4") => ({
    asset: { name: `${video}#t=${timestamp}`, timestamp, parent: { name: video }, size: { width: 90, height: 80 } },
    regions: [{ type: "RECTANGLE", tags: ["crab"], boundingBox: { left: 1, top: 2, width: 30, height: 40 } }],
  });
  const assets = { v: { asset: { name: "v.mp4" }, regions: [] }, b: frame(1.5), a: frame(0.5), c: frame(1, "w.mp4") };
  const { lines, said } = await read({ tags: [], assets }, undefined, 10);
  expect(lines.toSorted()).toEqual(["15 crab 1 [1,2,31,42]", "5 crab 1 [1,2,31,42]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("picture that is not of the first video")]);
  const close = { a: frame(3), b: frame(3.02), c: frame(4) };
  const rounded = await read({ tags: [], assets: close }, undefined, 10);
  expect(rounded.lines.toSorted()).toEqual(["30 crab 1 [1,2,31,42]", "30 crab 1 [1,2,31,42]", "40 crab 1 [1,2,31,42]"]);
  const set = new Map(["a", "b"].map((name, at) => [`${name}-asset.json`, frame(at)]));
  expect((await read(set, undefined, 10)).lines).toEqual(["0 crab 1 [1,2,31,42]", "10 crab 1 [1,2,31,42]"]);
});

test("VIA 3: shapes of pictures; parts of videos in seconds are named", async () => {
  const { lines, said } = await read({
    project: {},
    config: {},
    attribute: { "1": { aname: "type" } },
    file: { "1": { fname: "a.jpg" } },
    metadata: {
      x: { vid: "1", z: [], xy: [2, 10, 20, 30, 40], av: { "1": "fish" } },
      y: { vid: "1", z: [1.5, 2], xy: [], av: {} },
    },
    view: { "1": { fid_list: ["1"] } },
  });
  expect(lines).toEqual(["0 fish 1 [10,20,40,60]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("part of a video without a shape")]);
});

test("VIA 3: the video is the one with annotations, not the first of the list", async () => {
  const { lines, said } = await read(
    {
      project: {},
      config: {},
      attribute: { "1": { aname: "type" } },
      file: { "1": { fname: "a.mp4" }, "2": { fname: "b.mp4" } },
      metadata: { x: { vid: "2", z: [0.2], xy: [2, 10, 20, 30, 40], av: { "1": "fish" } } },
      view: { "1": { fid_list: ["1"] }, "2": { fid_list: ["2"] } },
    },
    undefined,
    10,
  );
  expect(lines).toEqual(["2 fish 1 [10,20,40,60]"]);
  expect(leftOut(said)).toEqual([]);
});

test("BIIGLE: an annotation with two labels is one track, and the second label is named", async () => {
  const row = (id: number, label: string, annotation: number): string => {
    const points = [10, 20].map((x) => [x, 20, x + 30, 20, x + 30, 60, x, 60]);
    return `${id},${label},v.mp4,Rectangle,"${JSON.stringify(points)}","[0,0.2]",${annotation}`;
  };
  const { lines, trackCount, said } = await read(
    [
      "video_annotation_label_id,label_name,video_filename,shape_name,points,frames,annotation_id",
      ...[row(1, "10 000", 7), row(2, "cod", 7), row(3, "cod", 8)],
    ].join("\n"),
    undefined,
    10,
  );
  const boxes = ["[10,20,40,60]", "[15,20,45,60]", "[20,20,50,60]"];
  expect(lines).toEqual(["10 000", "cod"].flatMap((type) => boxes.map((box, frame) => `${frame} ${type} 1 ${box}`)));
  expect(trackCount).toBe(2);
  expect(leftOut(said)).toEqual([expect.stringContaining("further label of an annotation")]);
});

test("boxes between keyframes: held where the file says so, and refused where they are too many", async () => {
  const at = (x: number) => ({ bounding_box: { x, y: 1, w: 4, h: 4 } });
  const track = (interpolated: boolean) => ({
    name: "fish",
    frames: { "0": at(1), "2": at(3) },
    ranges: [[0, 4]],
    interpolated,
  });
  const darwin = { version: "2.0", item: { name: "v.mp4", slots: [{ width: 640, height: 480 }] } };
  const boundsOf = async (interpolated: boolean) =>
    (await read({ ...darwin, annotations: [track(interpolated)] })).lines.map((line) => line.split(" ").at(-1));
  expect(await boundsOf(true)).toEqual(["[1,1,5,5]", "[2,1,6,5]", "[3,1,7,5]", "[3,1,7,5]"]);
  expect(await boundsOf(false)).toEqual(["[1,1,5,5]", "[1,1,5,5]", "[3,1,7,5]", "[3,1,7,5]"]);

  const rows = (last: number) =>
    [0, last].map((frame) => ({ frame, object: { type: "fish", box: [0, 0, 1, 1] as const } }));
  const between = new ShapesBetween();
  expect(between.addTo(rows(10))).toHaveLength(11);
  expect(() => between.addTo(rows(999_999))).toThrow("so far apart");
});

test("Datumaro: boxes, polygons and masks with labels, tracks and scores", async () => {
  const mask = { counts: [0, 2, 2], size: [2, 2] };
  const annotations = [
    { type: "bbox", label_id: 1, bbox: [1, 2, 3, 4], attributes: { track_id: 7, score: 0.5, occluded: true } },
    { type: "polygon", label_id: 0, points: [1, 1, 5, 1, 5, 5], attributes: {} },
    { type: "mask", label_id: 0, rle: mask, attributes: {} },
    { type: "caption", caption: "sea" },
  ];
  const { lines, said } = await read({
    infos: {},
    categories: { label: { labels: [{ name: "fish" }, { name: "crab" }] } },
    items: [{ id: "a", image: { path: "a.jpg", size: [480, 640] }, annotations }],
  });
  expect(lines[0]).toBe('0 crab 0.5 [1,2,4,6] {"occluded":true}');
  expect(lines[1]).toBe("0 fish 1 [1,1,5,5] [[[1,1],[5,1],[5,5],[1,1]]]");
  expect(lines[2]).toContain("0 fish 1 [0,0,1,2]");
  expect(leftOut(said)).toEqual([expect.stringContaining('annotation of the kind "caption"')]);
});

test("CreateML gives middles, BDD100K corners and tracks, Darwin boxes and paths", async () => {
  const createMl = [
    { image: "a.jpg", annotations: [{ label: "fish", coordinates: { x: 25, y: 40, width: 30, height: 40 } }] },
  ];
  expect((await read(createMl)).lines).toEqual(["0 fish 1 [10,20,40,60]"]);

  const label = (x: number) => ({
    id: "k",
    category: "car",
    box2d: { x1: x, y1: 2, x2: x + 3, y2: 6 },
    attributes: { wet: true },
  });
  const frames = ["v-1.jpg", "v-2.jpg"].map((name, at) => ({
    name,
    videoName: "v",
    frameIndex: at,
    labels: [label(at)],
  }));
  const bdd = await read(frames);
  expect(bdd.lines).toEqual(['0 car 1 [0,2,3,6] {"wet":true}', '1 car 1 [1,2,4,6] {"wet":true}']);
  expect(bdd.trackCount).toBe(1);
  // As it was until 2020.
  const former = frames.map(({ videoName, frameIndex, ...others }) => ({
    ...others,
    video_name: videoName,
    index: frameIndex,
  }));
  expect((await read(former)).trackCount).toBe(1);

  const path = [
    { x: 1, y: 1 },
    { x: 5, y: 1 },
    { x: 5, y: 5 },
  ];
  const darwin = {
    version: "2.0",
    item: { name: "a.jpg", slots: [{ width: 640, height: 480 }] },
    annotations: [
      { name: "fish", bounding_box: { x: 1, y: 1, w: 4, h: 4 }, polygon: { paths: [path] } },
      { name: "sea", tag: {} },
    ],
  };
  const { lines, said } = await read(darwin);
  expect(lines).toEqual(["0 fish 1 [1,1,5,5] [[[1,1],[5,1],[5,5]]]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining('annotation of the kind "tag"')]);
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

test("VIA as CSV: JSON in cells; pictures without regions have a row", async () => {
  const cell = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  const row = (name: string, shape: object, said: object): string => `${name},1,"{}",1,0,${cell(shape)},${cell(said)}`;
  const { lines, said } = await read(
    [
      "filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes",
      row("b.jpg", {}, {}),
      row("a.jpg", { name: "rect", x: 10, y: 20, width: 30, height: 40 }, { type: 'a "cod", perhaps' }),
      row("a.jpg", { name: "line", cx: [1, 2] }, {}),
    ].join("\n"),
    ["a.jpg", "b.jpg"],
  );
  expect(lines).toEqual(['0 a "cod", perhaps 1 [10,20,40,60]']);
  expect(leftOut(said)).toEqual([expect.stringContaining('shape "line"')]);
});

test("KITTI tracking and MOTS: frames are numbers, rows of one number are a track, ignored regions are named", async () => {
  const space = "2.0 1.8 4.4 -4.5 1.8 13.4 -2.1";
  const kitti = [
    `0 4 Car 0 2 -1.79 10 20 40 60 ${space}`,
    `3 4 Car 0 0 -1.79 12 20 42 60 ${space}`,
    `0 -1 DontCare -1 -1 -10 1 2 3 4 -1000 -1000 -1000 -10 -1 -1 -1`,
  ].join("\n");
  const tracked = await read(kitti);
  expect(tracked.lines).toEqual([
    '0 Car 1 [10,20,40,60] {"truncated":0,"occluded":2}',
    '3 Car 1 [12,20,42,60] {"truncated":0,"occluded":0}',
  ]);
  expect(tracked.trackCount).toBe(1);
  expect(leftOut(tracked.said)).toEqual([expect.stringContaining("DontCare")]);

  // Two of four columns of ten pixels, packed as in COCO's runs: 0, 20, 20.
  const masks = await read("1 2001 2 10 4 0d0d0\n1 10000 10 10 4 0d0d0\n2 2001 2 10 4 0d0d0\n");
  expect(masks.lines.map((line) => line.split(" [[")[0])).toEqual([
    "1 pedestrian 1 [0,0,2,10]",
    "2 pedestrian 1 [0,0,2,10]",
  ]);
  expect(leftOut(masks.said)).toEqual([expect.stringContaining("ignored")]);
});

test("a file for each picture: Supervisely and DOTA are read as sets, by the names of their files", async () => {
  const page = (geometryType: string, exterior: number[][], interior: number[][][] = []) => ({
    description: "",
    tags: [],
    size: { height: 48, width: 64 },
    objects: [
      { classTitle: "fish", geometryType, tags: [{ name: "sex", value: "f" }], points: { exterior, interior } },
    ],
  });
  const hole = [
    [2, 2],
    [3, 2],
    [3, 3],
  ];
  const outline = [
    [1, 1],
    [9, 1],
    [9, 9],
  ];
  const corners = (x: number): number[][] => [
    [x, 20],
    [40, 60],
  ];
  const supervisely = new Map<string, unknown>([
    ["ds/ann/b.jpg.json", page("rectangle", corners(11))],
    ["ds/ann/a.jpg.json", page("rectangle", corners(10))],
    ["ds/ann/c.jpg.json", page("polygon", outline, [hole])],
    ["ds/ann/d.jpg.json", page("bitmap", [])],
    ["meta.json", { classes: [], tags: [], projectType: "images" }],
  ]);
  const set = await read(supervisely, ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]);
  expect(set.lines.toSorted()).toEqual([
    '0 fish 1 [10,20,40,60] {"sex":"f"}',
    '1 fish 1 [11,20,40,60] {"sex":"f"}',
    expect.stringContaining("2 fish 1 [1,1,9,9]"),
  ]);
  expect(set.lines.join(" ")).toContain("[[2,2],[3,2],[3,3]]");
  expect(leftOut(set.said)).toEqual([expect.stringContaining('figure of the kind "bitmap"')]);

  const header = "imagesource:GoogleEarth\ngsd:0.146\n";
  const dota = new Map([
    ["labelTxt/P1.txt", `${header}10 10 20 15 15 25 5 20 plane 0\n30 10 40 15 35 25 25 20 small-vehicle 1\n`],
    ["labelTxt/P2.txt", `${header}10 10 20 15 15 25 5 20 ship 0\n`],
  ]);
  const turned = await read(dota, ["P1.png", "P2.png"]);
  expect(turned.lines.map((line) => line.split(" [[")[0])).toEqual([
    '0 plane 1 [5,10,20,25] {"difficult":false}',
    '0 small-vehicle 1 [25,10,40,25] {"difficult":true}',
    '1 ship 1 [5,10,20,25] {"difficult":false}',
  ]);
});

test("results of COCO are on the pictures that are called by their ids", async () => {
  const results = [{ image_id: 285, category_id: 1, bbox: [10, 20, 30, 40], score: 0.9 }];
  const { lines } = await read(results, ["000000000139.jpg", "000000000285.jpg"]);
  expect(lines).toEqual(["1 1 0.9 [10,20,40,60]"]);
  // Numbers of frames count from 0, ids from 1.
  const frames = await read([{ ...results[0], image_id: 1 }], ["frame_0000.png", "frame_0001.png"]);
  expect(frames.lines).toEqual(["0 1 0.9 [10,20,40,60]"]);
});

test("masks between keyframes are held", () => {
  const segmentation = { counts: "b11a1", size: [10, 10] };
  const rows = [0, 3].map((frame) => ({ frame, object: { type: "fish", segmentation } }));
  const all = new ShapesBetween().addTo(rows);
  expect(all.map(({ object }) => object.segmentation)).toEqual([0, 1, 2, 3].map(() => segmentation));
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

const megaDetector = (images: readonly object[]) => ({
  info: { format_version: "1.4" },
  detection_categories: { "1": "animal", "2": "person" },
  classification_categories: { "0": "red fox", "3": "badger" },
  images,
});

test("MegaDetector: boxes in the pixels of each picture; the likeliest species is the type", async () => {
  const classified = {
    category: "1",
    conf: 0.8,
    bbox: [0.5, 0.25, 0.25, 0.5],
    classifications: [
      ["0", 0.2],
      ["3", 0.7],
    ],
  };
  const document = megaDetector([
    { file: "site1/b.jpg", detections: [classified, { category: "2", conf: 0.9, bbox: [0, 0, 0.5, 1] }] },
    { file: "site1/a.jpg", detections: [{ category: "1", conf: 0.5, bbox: [0, 0, 1, 1] }] },
    { file: "site1/c.jpg", failure: "image access failure", detections: null },
    {
      file: "site1/d.jpg",
      detections: [
        { category: "1", conf: 0.5, bbox: [0, 0, 1, 1] },
        { category: "1", conf: 0.4 },
      ],
    },
  ]);
  const imageSizes = [
    { width: 400, height: 200 },
    { width: 1000, height: 100 },
  ];
  const { lines, said } = await read(document, ["a.jpg", "b.jpg", "c.jpg", "d.jpg"], undefined, { imageSizes });
  expect(lines).toEqual([
    '1 badger 0.7 [500,25,750,75] {"detected":"animal","detection_confidence":0.8}',
    "1 person 0.9 [0,0,500,100]",
    "0 animal 0.5 [0,0,400,200]",
  ]);
  expect(leftOut(said)).toEqual([
    expect.stringContaining("1 × further classification of a detection"),
    expect.stringContaining("1 × box on a picture of unknown size"),
    expect.stringContaining("1 × detection without a box"),
    expect.stringContaining("1 × picture that MegaDetector could not open"),
  ]);
  await expect(read(document, ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])).rejects.toThrow(
    "MegaDetector stores positions as fractions of the picture, whose size is unknown",
  );
});

test("MegaDetector on videos: the frames of the first one", async () => {
  const box = (frame_number: number) => ({ category: "1", conf: 0.5, bbox: [0.5, 0, 0.5, 1], frame_number });
  const document = megaDetector([
    { file: "a.mp4", frame_rate: 30, frames_processed: [0, 30], detections: [box(0), box(30)] },
    { file: "b.mp4", frame_rate: 30, frames_processed: [0], detections: [box(0)] },
  ]);
  const { lines, said } = await read(document, undefined, 30, { imageSize: { width: 100, height: 50 } });
  expect(lines).toEqual(["0 animal 0.5 [50,0,100,50]", "30 animal 0.5 [50,0,100,50]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × detection in another file, b.mp4")]);
});

test("FathomNet: boxes of the pictures at an address, with the concept as type", async () => {
  const box = { concept: "Chionoecetes tanneri", x: 10, y: 20, width: 30, height: 40 };
  const known = { id: 7, uuid: "u", altConcept: null, observer: "brian", occluded: false, ...box };
  const list = [
    {
      url: "https://fathomnet.org/static/m3/a%20b.png?x=1",
      width: 100,
      height: 100,
      depthMeters: 500,
      boundingBoxes: [known],
    },
    {
      url: "https://fathomnet.org/static/m3/c.png",
      width: 100,
      height: 100,
      boundingBoxes: [box, { concept: "crab" }],
    },
  ];
  const { lines, said } = await read(list, ["a%20b.png", "c.png"]);
  expect(lines).toEqual([
    '0 Chionoecetes tanneri 1 [10,20,40,60] {"observer":"brian","occluded":false}',
    "1 Chionoecetes tanneri 1 [10,20,40,60]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × annotation without a box")]);
});

test("VATIC: tracks, without the rows on which the object is outside of the picture", async () => {
  const { lines, trackCount, said } = await read(
    '3 10 20 30 40 0 0 0 0 "fish"\n3 12 20 32 40 1 0 1 1 "fish" "fast"\n3 12 20 32 40 2 1 0 1 "fish"\n7 1 2 3 4 1 0 0 0 "sea star"\n',
  );
  expect(trackCount).toBe(2);
  expect(lines).toEqual([
    '0 fish 1 [10,20,30,40] {"occluded":false,"generated":false}',
    '1 fish 1 [12,20,32,40] {"occluded":true,"generated":true,"fast":true}',
    '1 sea star 1 [1,2,3,4] {"occluded":false,"generated":false}',
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × row of an object that is outside of the picture")]);
});

test("WIDER FACE: boxes of each picture, with what is known about the face", async () => {
  const { lines, said } = await read(
    "0--Parade/b.jpg\n2\n10 20 30 40 1 0 0 0 2 0\n1 1 0 0 0 0 0 0 0 0\n0--Parade/a.jpg\n0\n0 0 0 0 0 0 0 0 0 0\n0--Parade/c.jpg\n1\n5 5 10 10 0.75\n",
    ["a.jpg", "b.jpg", "c.jpg"],
  );
  expect(lines).toEqual([
    '1 face 1 [10,20,40,60] {"blur":1,"expression":0,"illumination":0,"invalid":0,"occlusion":2,"pose":0}',
    "2 face 0.75 [5,5,15,15]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × box without an area")]);
});

test("SageMaker Ground Truth: a picture a line, with the names and scores of its job", async () => {
  const entry = (name: string, annotations: readonly object[]) => ({
    "source-ref": `s3://bucket/dive 1/${name}`,
    fishes: { annotations, image_size: [{ width: 200, height: 100, depth: 3 }] },
    "fishes-metadata": { objects: annotations.map(() => ({ confidence: 0.5 })), "class-map": { "0": "fish" } },
  });
  const box = { left: 10, top: 20, width: 30, height: 40 };
  const lines = [
    entry("b.jpg", [
      { class_id: 0, ...box },
      { class_id: 4, ...box },
    ]),
    entry("a.jpg", [{ class_id: 0 }]),
  ];
  const found = await read(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n{broken\n`, ["a.jpg", "b.jpg"]);
  expect(found.lines).toEqual(["1 fish 0.5 [10,20,40,60]", "1 4 0.5 [10,20,40,60]"]);
  expect(leftOut(found.said)).toEqual([
    expect.stringContaining("1 × line that is not a JSON object"),
    expect.stringContaining("1 × annotation without a box"),
  ]);
});

test("SuperAnnotate: shapes of one picture a file, with attributes; a folder is read as one set", async () => {
  const instance = (type: string, more: object) => ({
    type,
    className: "fish",
    probability: 100,
    attributes: [],
    ...more,
  });
  const file = (name: string, instances: readonly object[]) => ({
    metadata: { name, width: 200, height: 100 },
    instances,
  });
  const colored = [{ id: 1, groupId: 1, name: "red", groupName: "color" }];
  const b = file("b.jpg", [
    instance("bbox", { points: { x1: 40, y1: 20, x2: 10, y2: 60 }, attributes: colored, probability: 50 }),
    instance("rbbox", { points: { x1: 0, y1: 5, x2: 5, y2: 0, x3: 10, y3: 5, x4: 5, y4: 10 } }),
    instance("polygon", { points: [1, 1, 9, 1, 9, 9, 1, 9], exclude: [[3, 3, 5, 3, 5, 5]] }),
    instance("ellipse", { cx: 50, cy: 50, rx: 10, ry: 5, angle: 0 }),
    instance("point", { x: 7, y: 8 }),
    instance("polyline", { points: [1, 1, 9, 1] }),
  ]);
  const files = new Map([
    ["b.jpg.json", b],
    ["a.jpg.json", file("a.jpg", [instance("bbox", { points: { x1: 1, y1: 2, x2: 3, y2: 4 } })])],
  ]);
  const { lines, said } = await read(files, ["a.jpg", "b.jpg"]);
  expect(lines.map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
    "1 fish 0.5 [10,20,40,60]",
    "1 fish 1 [0,0,10,10]",
    "1 fish 1 [1,1,9,9]",
    "1 fish 1 [40,45,60,55]",
    "1 fish 1 [7,8,7,8]",
    "0 fish 1 [1,2,3,4]",
  ]);
  expect(lines[0]).toContain('{"color":"red"}');
  expect(leftOut(said)).toEqual([expect.stringContaining('1 × instance of the kind "polyline"')]);
});

const sizesOfAB = {
  imageSizes: [
    { width: 400, height: 200 },
    { width: 1000, height: 100 },
  ],
};
const jsonLines = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

test("FiftyOne, Vertex AI and Ultralytics: fractions become pixels of each picture", async () => {
  const labels = {
    b: [{ label: 1, bounding_box: [0.5, 0, 0.25, 1], confidence: 0.5, attributes: { sex: "f" } }, { label: 0 }],
    a: [{ label: "eel", bounding_box: [0, 0, 0.5, 0.5] }],
  };
  const fiftyOne = await read({ classes: ["fish", "crab"], labels }, ["a.jpg", "b.jpg"], undefined, sizesOfAB);
  expect(fiftyOne.lines).toEqual(['1 crab 0.5 [500,0,750,100] {"sex":"f"}', "0 eel 1 [0,0,200,100]"]);
  expect(leftOut(fiftyOne.said)).toEqual([expect.stringContaining("1 × label without a box")]);

  const box = { displayName: "fish", xMax: 0.5, yMax: 1 };
  const vertex = jsonLines(
    { imageGcsUri: "gs://bucket/x/b.jpg", boundingBoxAnnotations: [{ ...box, xMin: 0.25, yMin: 0.5 }, box] },
    { imageGcsUri: "gs://bucket/x/a.jpg", boundingBoxAnnotations: [{ displayName: "fish" }] },
  );
  const ofVertex = await read(vertex, ["a.jpg", "b.jpg"], undefined, sizesOfAB);
  expect(ofVertex.lines).toEqual(["1 fish 1 [250,50,500,100]", "1 fish 1 [0,0,500,100]"]);
  expect(leftOut(ofVertex.said)).toEqual([expect.stringContaining("1 × annotation without a box")]);
  await expect(read(vertex)).rejects.toThrow("Vertex AI stores positions as fractions of the picture");

  const image = { type: "image", file: "b.jpg", width: 200, height: 100, split: "train" };
  const ultralytics = jsonLines(
    { type: "dataset", task: "segment", class_names: { 0: "fish" } },
    {
      ...image,
      annotations: { boxes: [[0, 0.5, 0.5, 0.2, 0.4]], segments: [[1, 0, 0, 0.5, 0, 0.5, 1]], pose: [[0, 1]] },
    },
  );
  const { lines, said } = await read(ultralytics, ["a.jpg", "b.jpg"]);
  expect(lines.map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
    "1 fish 1 [80,30,120,70]",
    "1 1 1 [0,0,100,100]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining('1 × row of the kind "pose"')]);
});

const labelboxRow = (name: string, annotations: object) => ({
  data_row: { id: "d", external_id: name, row_data: `https://storage/${name}?x=1` },
  media_attributes: { width: 200, height: 100 },
  projects: { p: { name: "reef", labels: [{ label_kind: "Default", annotations }] } },
});
const labelboxBox = (name: string, left: number) => ({
  name,
  annotation_kind: "ImageBoundingBox",
  bounding_box: { top: 20, left, height: 40, width: 30 },
});

test("Labelbox: objects of pictures, with the answers to questions as attributes", async () => {
  const classifications = [
    { name: "sex", radio_answer: { name: "female" } },
    { name: "damage", checklist_answers: [{ name: "fin" }, { name: "eye" }] },
    { name: "note", text_answer: { content: "near" } },
  ];
  const polygon = [
    [0, 0],
    [10, 0],
    [10, 10],
  ].map(([x, y]) => ({ x, y }));
  const text = jsonLines(
    labelboxRow("b.jpg", {
      objects: [
        { ...labelboxBox("fish", 10), classifications },
        { name: "crab", annotation_kind: "ImagePolygon", polygon },
        { name: "path", annotation_kind: "ImagePolyline", line: polygon },
      ],
    }),
    labelboxRow("a.jpg", { objects: [{ name: "eye", annotation_kind: "ImagePoint", point: { x: 5, y: 6 } }] }),
  );
  const { lines, said } = await read(text, ["a.jpg", "b.jpg"]);
  expect(lines[0]).toBe('1 fish 1 [10,20,40,60] {"sex":"female","damage":"fin, eye","note":"near"}');
  expect(lines.slice(1).map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
    "1 crab 1 [0,0,10,10]",
    "0 eye 1 [5,6,5,6]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining('1 × object of the kind "ImagePolyline"')]);
});

test("Labelbox: objects of a video are tracks, on frames that count from 1", async () => {
  const frames = {
    1: { objects: { f: labelboxBox("fish", 10) } },
    3: { objects: { f: labelboxBox("fish", 30), g: labelboxBox("eel", 0) } },
  };
  const text = jsonLines(labelboxRow("a.mp4", { frames }), labelboxRow("b.mp4", { frames: {} }));
  const { lines, trackCount, said } = await read(text);
  expect(trackCount).toBe(2);
  expect(lines).toEqual(["0 fish 1 [10,20,40,60]", "2 fish 1 [30,20,60,60]", "2 eel 1 [0,20,30,60]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × label of another video")]);
});

test("Cityscapes, CityPersons, ADE20K and ISAT: the polygons and boxes of each picture", async () => {
  const street = {
    imgHeight: 100,
    imgWidth: 200,
    objects: [
      {
        label: "road",
        polygon: [
          [1, 2],
          [9, 2],
          [9, 8],
        ],
      },
      { label: "rider", instanceId: 25, bbox: [4, 5, 6, 7], bboxVis: [4, 5, 3, 7] },
      { label: "static" },
    ],
  };
  const cities = new Map([["aachen_1_gtFine_polygons.json", street]]);
  const city = await read(cities, ["a.png", "aachen_1_leftImg8bit.png"]);
  expect(city.lines).toEqual([
    "1 road 1 [1,2,9,8] [[[1,2],[9,2],[9,8]]]",
    '1 rider 1 [4,5,10,12] {"instance":25,"visible_box":"4, 5, 3, 7"}',
  ]);
  expect(leftOut(city.said)).toEqual([
    "Left out: 1 × object without a polygon or box, which is not read from such files.",
  ]);
  const door = { name: "door, portal", raw_name: "door", occluded: "no", polygon: { x: [1, 5, 5], y: [2, 2, 6] } };
  const scene = { annotation: { filename: "a.jpg", imsize: [100, 200, 3], object: door } };
  expect((await read(scene, ["a.jpg"])).lines).toEqual(['0 door 1 [1,2,5,6] {"occluded":false} [[[1,2],[5,2],[5,6]]]']);
  const isat = {
    info: { description: "ISAT", name: "a.jpg", width: 200, height: 100 },
    objects: [
      {
        category: "fish",
        group: 1,
        segmentation: [
          [1, 2],
          [5, 2],
          [5, 6],
        ],
        bbox: [1, 2, 5, 6],
        note: "half",
      },
      {
        category: "fish",
        group: 1,
        segmentation: [
          [10, 2],
          [15, 2],
          [15, 6],
        ],
        bbox: [10, 2, 15, 6],
      },
    ],
  };
  expect((await read(isat, ["a.jpg"])).lines).toEqual(['0 fish 1 [1,2,15,6] {"note":"half"} [[[1,2],[5,2],[5,6]]]']);
});

test("Hasty, Scale and Dataloop: boxes, polygons and points with attributes; lines are named", async () => {
  const labels = [
    { class_name: "bee", bbox: [10, 20, 50, 60], polygon: null, mask: null, attributes: { sex: "f" } },
    {
      class_name: "ant",
      bbox: [1, 2, 5, 6],
      polygon: [
        [1, 2],
        [5, 2],
        [5, 6],
      ],
    },
    { class_name: "wasp", bbox: [1, 2, 5, 6], polygon: null, mask: [1, 2] },
  ];
  const hasty = {
    project_name: "p",
    label_classes: [],
    images: [{ image_name: "b.jpg", width: 99, height: 99, labels }],
  };
  const bees = await read(hasty, ["a.jpg", "b.jpg"]);
  expect(bees.lines).toEqual([
    '1 bee 1 [10,20,50,60] {"sex":"f"}',
    "1 ant 1 [1,2,5,6] [[[1,2],[5,2],[5,6]]]",
    "1 wasp 1 [1,2,5,6]",
  ]);
  expect(leftOut(bees.said)).toEqual(["Left out: 1 × mask, whose box was read, which is not read from such files."]);
  const triangle = [
    { x: 1, y: 2 },
    { x: 5, y: 2 },
    { x: 5, y: 6 },
  ];
  const annotations = [
    { type: "box", label: "fish", left: 10, top: 20, width: 30, height: 40, attributes: { sex: "f" } },
    { type: "polygon", label: "crab", vertices: triangle },
    { type: "point", label: "eye", x: 7, y: 8 },
    { type: "line", label: "rope", vertices: triangle },
  ];
  const task = { task_id: "5", params: { attachment: "https://s/dir/b.jpg?key=1" }, response: { annotations } };
  const scale = await read([task], ["a.jpg", "b.jpg"]);
  expect(scale.lines).toEqual([
    '1 fish 1 [10,20,40,60] {"sex":"f"}',
    "1 crab 1 [1,2,5,6] [[[1,2],[5,2],[5,6]]]",
    "1 eye 1 [7,8,7,8] [7,8]",
  ]);
  expect(leftOut(scale.said)).toEqual([
    'Left out: 1 × annotation of the kind "line", which is not read from such files.',
  ]);
  const dataloop = {
    filename: "/dir/b.jpg",
    datasetId: "d",
    metadata: { system: { width: 99, height: 99 } },
    annotations: [
      {
        datasetId: "d",
        type: "box",
        label: "fish",
        coordinates: [
          { x: 30, y: 40 },
          { x: 10, y: 20 },
        ],
      },
      { type: "segment", label: "crab", coordinates: [triangle], metadata: { system: { attributes: { sex: "f" } } } },
      { type: "point", label: "eye", coordinates: { x: 7, y: 8 } },
      { type: "ellipse", label: "egg", coordinates: { center: { x: 50, y: 50 }, rx: 9, ry: 5, angle: 90 } },
      { type: "class", label: "blurred" },
    ],
  };
  const looped = await read(dataloop, ["a.jpg", "b.jpg"]);
  expect(looped.lines.map((line) => line.slice(0, 45))).toEqual([
    "1 fish 1 [10,20,30,40]",
    '1 crab 1 [1,2,5,6] {"sex":"f"} [[[1,2],[5,2],',
    "1 eye 1 [7,8,7,8] [7,8]",
    expect.stringContaining("1 egg 1 [45,41,55,59]"),
  ]);
  expect(leftOut(looped.said)).toEqual([
    'Left out: 1 × annotation of the kind "class", which is not read from such files.',
  ]);
});

test("Labelbox: lists of pictures as exported until 2023, and in the first version", async () => {
  const triangle = [
    { x: 1, y: 2 },
    { x: 5, y: 2 },
    { x: 5, y: 6 },
  ];
  const objects = [
    {
      title: "fish",
      bbox: { top: 20, left: 10, height: 40, width: 30 },
      classifications: [
        { title: "sex", answer: { title: "f" } },
        { title: "note", answer: "old" },
      ],
    },
    { title: "crab", polygon: triangle },
    { title: "rope", line: triangle },
    { title: "weed", instanceURI: "https://s/mask.png" },
  ];
  const rows = [
    { ID: "x", "Labeled Data": "https://s/b.jpg", "External ID": "b.jpg", Label: { objects, classifications: [] } },
    { ID: "y", "Labeled Data": "https://s/a.jpg?key=1", Label: "Skip" },
  ];
  const { lines, said } = await read(rows, ["a.jpg", "b.jpg"]);
  expect(lines).toEqual([
    '1 fish 1 [10,20,40,60] {"sex":"f","note":"old"}',
    "1 crab 1 [1,2,5,6] [[[1,2],[5,2],[5,6]]]",
  ]);
  expect(leftOut(said)).toEqual([
    'Left out: 1 × object of the kind "line", which is not read from such files.',
    'Left out: 1 × object of the kind "mask", which is not read from such files.',
  ]);
  const first = [{ ID: "x", "Labeled Data": "https://s/b.jpg", Label: { shoe: [triangle, { geometry: triangle }] } }];
  expect((await read(first, ["a.jpg", "b.jpg"])).lines).toHaveLength(2);
});

test("TagLab: regions with holes, whose outlines are points or steps in tenths of a pixel", async () => {
  const regions = [
    { "class name": "Porites", contour: "10 20 40 0 0 40", "inner contours": [], genet: 4, note: "" },
    {
      "class name": "Acropora",
      contour: [
        [1, 2],
        [5, 2],
        [5, 6],
      ],
      "inner contours": [
        [
          [2, 3],
          [3, 3],
          [3, 4],
        ],
      ],
    },
    { "class name": "Gone", contour: [] },
  ];
  const image = {
    id: "plot",
    map_px_to_mm_factor: "1",
    width: 99,
    height: 99,
    channels: [{ filename: "C:\\x\\b.png" }],
  };
  const project = {
    filename: "p",
    labels: {},
    images: [{ ...image, annotations: { regions, points: [{}, { X: 7, Y: 8, Class: "Urchin", Note: "dead" }] } }],
  };
  const { lines, said } = await read(project, ["a.png", "b.png"]);
  expect(lines).toEqual([
    '1 Porites 1 [1,2,5,6] {"genet":4} [[[1,2],[5,2],[5,6]]]',
    "1 Acropora 1 [1,2,5,6] [[[1,2],[5,2],[5,6]],[[2,3],[3,3],[3,4]]]",
    '1 Urchin 1 [7,8,7,8] {"note":"dead"} [7,8]',
  ]);
  expect(leftOut(said)).toEqual([
    "Left out: 1 × region without an outline, which is not read from such files.",
    "Left out: 1 × point without a place, which is not read from such files.",
  ]);
  const older = { labels: {}, images: [{ ...image, annotations: regions }] };
  expect((await read(older, ["a.png", "b.png"])).lines).toEqual(lines.slice(0, 2));
});

test("SpeciesNet: the species of the picture is the type of its animals", async () => {
  const detections = [
    { category: "1", label: "animal", conf: 0.9, bbox: [0.1, 0.2, 0.3, 0.4] },
    { category: "2", label: "human", conf: 0.8, bbox: [0, 0, 0.5, 0.5] },
  ];
  const fox = "x;mammalia;carnivora;canidae;vulpes;vulpes;red fox";
  const predictions = [
    { filepath: "/site/b.jpg", detections, prediction: fox, prediction_score: 0.7, prediction_source: "classifier" },
    { filepath: "/site/a.jpg", detections, prediction: "x;;;;;;blank", prediction_score: 0.6 },
    { filepath: "/site/c.jpg", failures: ["DETECTOR"] },
  ];
  const { lines, said } = await read({ predictions }, ["a.jpg", "b.jpg"], undefined, {
    imageSize: { width: 100, height: 50 },
  });
  expect(lines.toSorted()).toEqual([
    "0 animal 0.9 [10,10,40,30]",
    "0 human 0.8 [0,0,50,25]",
    "1 human 0.8 [0,0,50,25]",
    '1 red fox 0.7 [10,10,40,30] {"detected":"animal","detection_confidence":0.9}',
  ]);
  expect(leftOut(said)).toEqual([
    "Left out: 1 × picture on which a model of SpeciesNet failed, which is not read from such files.",
  ]);
});

test("CreateML with the names of Apple's first description, and further polygons of V7 Darwin 1", async () => {
  const coordinates = { x: 20, y: 30, width: 10, height: 20 };
  const apples = [{ imagefilename: "b.jpg", annotation: [{ label: "fish", coordinates }] }];
  expect((await read(apples, ["a.jpg", "b.jpg"])).lines).toEqual(["1 fish 1 [15,20,25,40]"]);
  const path = [
    { x: 1, y: 2 },
    { x: 5, y: 2 },
    { x: 5, y: 6 },
  ];
  const further = path.map(({ x, y }) => ({ x: x + 10, y }));
  const darwin = {
    dataset: "d",
    image: { filename: "b.jpg", width: 99, height: 99 },
    annotations: [{ name: "crab", polygon: { path, additional_paths: [further] } }],
  };
  expect((await read(darwin, ["a.jpg", "b.jpg"])).lines[0]).toContain("1 crab 1 [1,2,15,6]");
});

test("CoralNet and Squidle+: points, and outlines around them, in the pixels of each picture", async () => {
  const coral = "Name,Date,Row,Column,Label\nb.jpg,2020-01-01,10,20,Porites\na.jpg,,5,6,\n";
  const { lines, said } = await read(coral, ["a.jpg", "b.jpg"]);
  expect(lines.toSorted()).toEqual(["0 unknown 1 [6,5,6,5] [6,5]", "1 Porites 1 [20,10,20,10] [20,10]"]);
  expect(leftOut(said)).toEqual(['Left out: 1 × column "Date", which is not read from such files.']);
  const squidle = [
    "id,point.x,point.y,point.data.polygon,point.media.path_best,label.name,likelihood",
    '1,0.5,0.5,"[[-0.1, 0.2], [-0.1, -0.2], [0.1, -0.2], [0.1, 0.2]]",https://s/dir/b.jpg?key=1,Urchin,0.8',
    "2,0.2,0.4,,https://s/dir/a.jpg,Kelp,",
  ].join("\n");
  const imageSize = { width: 100, height: 50 };
  const points = await read(squidle, ["a.jpg", "b.jpg"], undefined, { imageSize });
  expect(points.lines.toSorted()).toEqual([
    "0 Kelp 1 [20,20,20,20] [20,20]",
    "1 Urchin 0.8 [40,15,60,35] [[[40,35],[40,15],[60,15],[60,35]]]",
  ]);
  await expect(read(squidle, ["a.jpg", "b.jpg"])).rejects.toThrow("--image-size");
});

test("SuperAnnotate: a project of the first version, with the instances of each picture by its name", async () => {
  const box = { type: "bbox", className: "fish", points: { x1: 10, y1: 20, x2: 30, y2: 40 }, attributes: [] };
  const { lines } = await read({ "b.jpg": [box], "a.jpg": [], ___sa_version___: "0" }, ["a.jpg", "b.jpg"]);
  expect(lines).toEqual(["1 fish 1 [10,20,30,40]"]);
});

test("lists of pictures in parts, as for training and validation, are read together", async () => {
  const boxes = (label: string) => [{ label, coordinates: { x: 20, y: 30, width: 10, height: 20 } }];
  const part = (name: string, label: string) => [
    { image: name, annotations: boxes(label) },
    { image: `only-${label}.jpg`, annotations: [] },
  ];
  const splits = new Map([
    ["train/_annotations.createml.json", part("a.jpg", "cod")],
    ["valid/_annotations.createml.json", part("b.jpg", "eel")],
  ]);
  const { lines, said } = await read(splits, ["a.jpg", "b.jpg"]);
  expect(lines).toEqual(["0 cod 1 [15,20,25,40]", "1 eel 1 [15,20,25,40]"]);
  expect(said).toContain(
    "2 files of CreateML were read together, as parts of one dataset: train/_annotations.createml.json, valid/_annotations.createml.json.",
  );
  const twins = new Map([
    ["train/list.json", part("a.jpg", "cod")],
    ["valid/list.json", part("a.jpg", "eel")],
  ]);
  expect((await read(twins, ["train/a.jpg", "valid/a.jpg"])).lines).toEqual([
    "0 cod 1 [15,20,25,40]",
    "1 eel 1 [15,20,25,40]",
  ]);
  const copies = new Map([
    ["list.json", part("a.jpg", "cod")],
    ["list (1).json", part("a.jpg", "cod")],
  ]);
  await expect(read(copies, ["a.jpg"])).rejects.toThrow("there are several");
  const label = (id: number) => ({ id, category: "car", box2d: { x1: 1, y1: 2, x2: 5, y2: 6 } });
  const video = (name: string) => [{ name: `${name}-1.jpg`, videoName: name, labels: [label(4)] }];
  const videos = new Map([
    ["one.json", video("one")],
    ["two.json", video("two")],
  ]);
  expect((await read(videos, ["one-1.jpg", "two-1.jpg"])).trackCount).toBe(2);
});

test("Darknet: results on pictures, and on frames of a video", async () => {
  const objects = [
    {
      class_id: 0,
      name: "fish",
      confidence: 0.9,
      relative_coordinates: { center_x: 0.5, center_y: 0.5, width: 0.2, height: 0.4 },
    },
  ];
  const imageSize = { width: 100, height: 50 };
  const results = [
    { frame_id: 1, filename: "data/b.jpg", objects },
    { frame_id: 2, filename: "data/a.jpg", objects: [] },
  ];
  expect((await read(results, ["a.jpg", "b.jpg"], undefined, { imageSize })).lines).toEqual([
    "1 fish 0.9 [40,15,60,35]",
  ]);
  expect((await read([{ frame_id: 4, objects }], undefined, undefined, { imageSize })).lines).toEqual([
    "3 fish 0.9 [40,15,60,35]",
  ]);
});
