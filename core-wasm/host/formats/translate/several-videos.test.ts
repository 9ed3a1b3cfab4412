/** Files about several videos: the one with the name of the dataset's is read, else the first, and the others are named. */
import { expect, test } from "vitest";
import { jsonLines, read } from "../../testing/read-foreign.ts";

const size = { width: 100, height: 80 };
const names = ["first.mp4", "second.mp4", "third.mp4"];
/** Boxes of the first video begin at 10, of the second at 20, of the third at 30. */
const each = <T>(one: (name: string, left: number, at: number) => T): readonly T[] =>
  names.map((name, at) => one(name, 10 * (at + 1), at));

const ring = (left: number) =>
  [
    [left, 8],
    [left + 10, 8],
    [left + 10, 16],
    [left, 16],
  ] as const;

const files: Readonly<Record<string, unknown>> = {
  Labelbox: jsonLines(
    ...each((name, left) => ({
      data_row: { id: name, external_id: name },
      projects: {
        p: {
          labels: [
            {
              annotations: {
                frames: {
                  1: { objects: { a: { name: "fish", bounding_box: { left, top: 8, width: 10, height: 8 } } } },
                },
              },
            },
          ],
        },
      },
    })),
  ),
  "Label Studio": each((video, x, id) => ({
    id,
    data: { video },
    annotations: [
      {
        id,
        result: [
          {
            id: "a",
            type: "videorectangle",
            original_width: 100,
            original_height: 80,
            value: {
              labels: ["fish"],
              sequence: [{ frame: 1, enabled: false, rotation: 0, x, y: 10, width: 10, height: 10 }],
            },
          },
        ],
      },
    ],
  })),
  Encord: each((title, left, at) => ({
    label_hash: title,
    data_hash: title,
    data_units: {
      [title]: {
        data_title: title,
        ...size,
        labels: {
          0: {
            objects: [
              {
                name: "fish",
                shape: "bounding_box",
                objectHash: `h${at}`,
                boundingBox: { x: left / 100, y: 0.1, w: 0.1, h: 0.1 },
              },
            ],
          },
        },
      },
    },
  })),
  Kili: each((name, left) => ({
    externalId: name,
    resolution: size,
    labels: [
      {
        jsonResponse: {
          0: {
            J: {
              annotations: [
                {
                  mid: name,
                  type: "rectangle",
                  categories: [{ name: "fish" }],
                  boundingPoly: [{ normalizedVertices: ring(left).map(([x, y]) => ({ x: x / 100, y: y / 80 })) }],
                },
              ],
            },
          },
        },
      },
    ],
  })),
  Sama: each((name, left) => ({
    project_id: 1,
    data: { url: `https://x.org/${name}?a=1` },
    answers: {
      A: {
        layers: {
          vector_tagging: [
            {
              shapes: [
                {
                  type: "rectangle",
                  tags: { label: "fish" },
                  key_locations: [{ frame_number: 0, visibility: 1, points: ring(left) }],
                },
              ],
            },
          ],
        },
      },
    },
  })),
  "Segments.ai": {
    dataset: {
      task_attributes: { categories: [{ id: 1, name: "fish" }] },
      samples: each((name, left) => ({
        name: name.replace(".mp4", ""),
        attributes: { frames: [{ image: {} }] },
        labels: {
          "ground-truth": {
            attributes: {
              frames: [
                {
                  annotations: [
                    {
                      track_id: 1,
                      category_id: 1,
                      type: "bbox",
                      points: [
                        [left, 8],
                        [left + 10, 16],
                      ],
                    },
                  ],
                },
              ],
            },
          },
        },
      })),
    },
  },
  ViPER: `<viper><data>${each(
    (name, left) =>
      `<sourcefile filename="${name}"><object name="fish" id="0"><attribute name="box"><bbox framespan="1:1" x="${left}" y="8" width="10" height="8"/></attribute></object></sourcefile>`,
  ).join("")}</data></viper>`,
  MegaDetector: {
    detection_categories: { 1: "fish" },
    images: each((file, left) => ({
      file: `camera/${file}`,
      frame_rate: 10,
      detections: [{ category: "1", conf: 1, bbox: [left / 100, 0.1, 0.1, 0.1], frame_number: 0 }],
    })),
  },
  "YouTube-BoundingBoxes": each(
    (name, left) => `${name.replace(".mp4", "")},0,0,fish,0,present,${left / 100},${(left + 10) / 100},0.1,0.2\n`,
  ).join(""),
  BIIGLE: [
    "video_annotation_label_id,label_id,label_name,label_hierarchy,user_id,firstname,lastname,video_id,video_filename,shape_id,shape_name,points,frames,annotation_id,created_at,attributes",
    ...each(
      (name, left, at) =>
        `${at},1,fish,fish,1,A,B,${at},${name},5,Rectangle,"${JSON.stringify([ring(left).flat()])}",[0],${at},2020,{}`,
    ),
  ].join("\n"),
  "VIA 3": {
    project: {},
    config: {},
    attribute: { 1: { aname: "type" } },
    file: Object.fromEntries(each((fname, _, at) => [at, { fname }])),
    view: Object.fromEntries(each((_name, _left, at) => [at, { fid_list: [String(at)] }])),
    metadata: Object.fromEntries(
      each((_name, left, at) => [at, { vid: String(at), z: [0], xy: [2, left, 8, 10, 8], av: { 1: "fish" } }]),
    ),
  },
  "V7 Darwin": new Map(
    each((name, x) => [
      name.replace("mp4", "json"),
      {
        item: { name, slots: [{ slot_name: "0", ...size }] },
        annotations: [
          { name: "fish", ranges: [[0, 1]], frames: { 0: { bounding_box: { x, y: 8, w: 10, h: 8 }, keyframe: true } } },
        ],
      },
    ]),
  ),
  "YouTube-VIS": {
    videos: each((name, _, id) => ({ id, ...size, file_names: [`${name.replace(".mp4", "")}/0.jpg`] })),
    annotations: each((_name, left, id) => ({
      id,
      video_id: id,
      category_id: 1,
      bboxes: [[left, 8, 10, 8]],
      segmentations: [null],
    })),
    categories: [{ id: 1, name: "fish" }],
  },
};

const box = (left: number): string => `0 fish 1 ${JSON.stringify([left, 8, left + 10, 16])}`;

test.each(Object.entries(files))("%s: the video of the dataset is read, else the first", async (tool, file) => {
  const more = { imageSize: size };
  const third = await read(file, undefined, 10, { ...more, videoNames: ["Dive 3", "THIRD.avi"] });
  expect(third.lines.map((line) => line.replace(/(?<=\]).*/, ""))).toEqual([box(30)]);
  const named = third.said.find((text) => text.includes("matches `THIRD.avi`")) ?? "";
  expect(named).toContain("These annotations are about 3 videos");
  expect(named).toMatch(/Left out: `(camera\/)?first(\.mp4)?`, `(camera\/)?second(\.mp4)?`\.$/);
  const first = await read(file, undefined, 10, { ...more, videoNames: ["other.mp4"], askedVideo: "other.mp4" });
  expect(first.lines.map((line) => line.replace(/(?<=\]).*/, ""))).toEqual([box(10)]);
  const said =
    tool === "Label Studio"
      ? /called `other\.mp4`\. It has .*; the annotations of `first\.mp4` were read[^]*"third\.mp4"; it was left out/
      : /since none is called `other\.mp4`.*third/;
  expect(first.said.join("\n")).toMatch(said);
});

const rows = "video,frame,x1,y1,x2,y2,label\nfirst.mp4,0,10,8,20,16,fish\nthird.mp4,0,30,8,40,16,fish\n";
const kwcoco = {
  videos: [
    { id: 1, name: "first.mp4" },
    { id: 2, name: "third.mp4" },
  ],
  images: [1, 2].map((id) => ({ id, video_id: id, frame_index: 0, file_name: `${id}/0.jpg` })),
  annotations: [1, 2].map((id) => ({ id, image_id: id, category_id: 1, track_id: 1, bbox: [20 * id - 10, 8, 10, 8] })),
  categories: [{ id: 1, name: "fish" }],
};
const track = (task: number, left: number): string =>
  `<track id="${task}" label="fish" task_id="${task}"><box frame="0" outside="0" occluded="0" keyframe="1" xtl="${left}" ytl="8" xbr="${left + 10}" ybr="16"/></track>`;
const task = (id: number, source: string): string =>
  `<task><id>${id}</id><name>a task</name><source>${source}</source><original_size><width>100</width><height>80</height></original_size></task>`;
const cvat = `<?xml version="1.0"?><annotations><version>1.1</version><meta><project><tasks>${task(1, "first.mp4")}${task(2, "third.mp4")}</tasks></project></meta>${track(1, 10)}${track(2, 30)}</annotations>`;

test.each([
  ["a table with a column of videos", rows],
  ["KWCOCO", kwcoco],
  ["a project of CVAT", cvat],
])("%s: only the video of the dataset is read, if one has its name", async (_, file) => {
  const { lines, said } = await read(file, undefined, 10, { videoNames: ["third.mp4"] });
  expect(lines.map((line) => line.replace(/(?<=\]).*/, ""))).toEqual([box(30)]);
  expect(said).toContainEqual(expect.stringMatching(/about 2 videos.*matches `third\.mp4`\. Left out: `first\.mp4`\./));
  expect((await read(file, undefined, 10)).said).not.toContainEqual(expect.stringContaining("matches"));
  const other = { videoNames: ["other.mp4"] };
  const unasked = await read(file, undefined, 10, other);
  const asked = await read(file, undefined, 10, { ...other, askedVideo: "other.mp4" });
  expect(asked.lines).toEqual((await read(file, undefined, 10)).lines);
  expect(asked.said.filter((one) => !unasked.said.includes(one))).toEqual([
    "No video of the file, or more than one, is called `other.mp4`. It has `first.mp4`, `third.mp4`; the annotations of all were read.",
  ]);
});

const leftEdges = (lines: readonly string[]): readonly string[] => lines.map((line) => /\[(\d+)/.exec(line)?.[1] ?? "");

test("a project of CVAT: all tasks on the video of the dataset are read", async () => {
  const tasks = task(1, "third.mp4") + task(2, "first.mp4") + task(3, "third.mp4");
  const text = `<annotations><meta><project><tasks>${tasks}</tasks></project></meta>${track(1, 10)}${track(2, 20)}${track(3, 30)}</annotations>`;
  const { lines, said } = await read(text, undefined, 10, { videoNames: ["third.mp4"] });
  expect(leftEdges(lines)).toEqual(["10", "30"]);
  expect(said.join()).toMatch(/Left out: `first\.mp4`\./);
});

test("a table: rows without a video belong to the only one, and are counted among several", async () => {
  const rest = ",1,30,8,40,16,fish\n";
  const one = await read(rows.replace(/third.*\n/, rest), undefined, 10, { videoNames: ["first.mp4"] });
  expect(leftEdges(one.lines)).toEqual(["10", "30"]);
  expect(one.said.join()).not.toContain("Left out");
  const { lines, said } = await read(rows + rest, undefined, 10, { videoNames: ["first.mp4"] });
  expect(leftEdges(lines)).toEqual(["10"]);
  expect(said).toContainEqual(expect.stringMatching(/about 2 videos.* Left out: `third\.mp4`\.$/));
  expect(said).toContainEqual(expect.stringMatching(/^1 entry names no video of the file and was left out/));
});

test("KWCOCO: videos may have objects and share a name; pictures of no video are counted", async () => {
  const more = { id: 3, name: "third.mp4", about: { at: "[sea},{" } };
  const file = {
    ...kwcoco,
    videos: [more, ...kwcoco.videos],
    images: [
      ...kwcoco.images,
      { id: 3, video_id: 3, frame_index: 1, file_name: "3/1.jpg" },
      { id: 4, frame_index: 2, file_name: "4/2.jpg" },
    ],
    annotations: [
      ...kwcoco.annotations,
      ...[3, 4].map((id) => ({ id, image_id: id, category_id: 1, track_id: id, bbox: [20 * id - 10, 8, 10, 8] })),
    ],
  };
  const { lines, said } = await read(file, undefined, 10, { videoNames: ["third.mp4"] });
  expect(leftEdges(lines)).toEqual(["30", "50"]);
  expect(said).toContainEqual(expect.stringMatching(/^The file has 2 videos, which were read as one/));
  expect(said).toContainEqual(expect.stringMatching(/^1 entry names no video of the file and was left out/));
});

test("a name that several videos match decides nothing, and this is said", async () => {
  const text = (files["ViPER"] as string).replace("second.mp4", "b/first.mp4").replace('"first.mp4', '"a/first.mp4');
  const { said } = await read(text, undefined, 10, { videoNames: ["first.mp4"] });
  expect(said.join()).toMatch(/`a\/first\.mp4`, the first, were read, since more than one matches `first\.mp4`/);
  const named = await read(files["ViPER"], undefined, 10, { videoNames: ["out.csv"] });
  expect(named.said.join()).not.toContain("out.csv");
});

test.each(["Label Studio", "Encord", "Kili"])(
  "%s: fractions are of the video that the dataset has, if the tool had a copy of it in another size",
  async (tool) => {
    const options = { videoNames: ["third.mp4"], isMeasured: true };
    const { lines, said } = await read(files[tool], undefined, 10, {
      ...options,
      imageSize: { width: 50, height: 40 },
    });
    expect(lines.map((line) => line.replace(/(?<=\]).*/, ""))).toEqual(["0 fish 1 [15,4,20,8]"]);
    expect(said.join()).not.toContain("another size");
    const turned = await read(files[tool], undefined, 10, { ...options, imageSize: { width: 80, height: 100 } });
    expect(turned.lines.map((line) => line.replace(/(?<=\]).*/, ""))).toEqual([box(30)]);
    expect(turned.said).toContainEqual(
      expect.stringMatching(/^The video has another size than the file says: it is 80x100, not 100x80\. .*turned/),
    );
  },
);
