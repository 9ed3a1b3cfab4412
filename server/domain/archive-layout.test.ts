/** Archives as users and their tools make them: no file gets lost, and each layout becomes the intended datasets. */
import { expect, test } from "vitest";

import { layoutOf } from "./archive-layout.ts";

const layout = (...paths: string[]) => {
  const { sets, annotations, entries } = layoutOf(
    paths.map((path) => ({ path })),
    "archive",
  );
  return {
    sets: sets.map(({ name, type, files }) => [name, type, [...files.values()].map(({ path }) => path)]),
    annotations: annotations.map(({ path, files, sets: about }) => [path, about[0]?.set.name, files.length]),
    out: entries.map(({ where }) => where),
  };
};

test.each([
  [
    "COCO",
    ["images/default/a.png", "images/default/b.png", "annotations/instances_default.json", "README.md"],
    {
      sets: [["default", "image-sequence", ["images/default/a.png", "images/default/b.png"]]],
      annotations: [["annotations/instances_default.json", "default", 1]],
      out: ["README.md"],
    },
  ],
  [
    "COCO with splits",
    [
      "d/train2017/a.jpg",
      "d/val2017/b.jpg",
      "d/annotations/instances_train2017.json",
      "d/annotations/instances_val2017.json",
    ],
    {
      sets: [
        ["train2017", "image-sequence", ["d/train2017/a.jpg"]],
        ["val2017", "image-sequence", ["d/val2017/b.jpg"]],
      ],
      annotations: [
        ["d/annotations/instances_train2017.json", "train2017", 1],
        ["d/annotations/instances_val2017.json", "val2017", 1],
      ],
      out: [],
    },
  ],
  [
    "YOLO",
    [
      "data.yaml",
      "images/train/a.png",
      "images/train/b.png",
      "labels/train/a.txt",
      "labels/train/b.txt",
      "labels/train.cache",
    ],
    {
      sets: [["train", "image-sequence", ["images/train/a.png", "images/train/b.png"]]],
      annotations: [["labels/train (2 files)", "train", 3]],
      out: ["labels/train.cache"],
    },
  ],
  [
    "Roboflow",
    [
      "README.roboflow.txt",
      "data.yaml",
      "train/images/a.jpg",
      "train/labels/a.txt",
      "valid/images/b.jpg",
      "valid/labels/b.txt",
    ],
    {
      sets: [
        ["train", "image-sequence", ["train/images/a.jpg"]],
        ["valid", "image-sequence", ["valid/images/b.jpg"]],
      ],
      annotations: [
        ["train/labels/a.txt", "train", 2],
        ["valid/labels/b.txt", "valid", 2],
      ],
      out: ["README.roboflow.txt"],
    },
  ],
  [
    "YOLO 1.1 of CVAT",
    ["obj.data", "obj.names", "train.txt", "obj_train_data/a.jpg", "obj_train_data/a.txt"],
    {
      sets: [["obj_train_data", "image-sequence", ["obj_train_data/a.jpg"]]],
      annotations: [["obj_train_data/a.txt", "obj_train_data", 4]],
      out: [],
    },
  ],
  [
    "CVAT",
    ["annotations.xml", "images/a.png", "images/b.png"],
    {
      sets: [["images", "image-sequence", ["images/a.png", "images/b.png"]]],
      annotations: [["annotations.xml", "images", 1]],
      out: [],
    },
  ],
  [
    "VOC",
    [
      "VOC2012/JPEGImages/a.jpg",
      "VOC2012/Annotations/a.xml",
      "VOC2012/SegmentationClass/a.png",
      "VOC2012/ImageSets/Main/train.txt",
    ],
    {
      sets: [["VOC2012", "image-sequence", ["VOC2012/JPEGImages/a.jpg"]]],
      annotations: [["VOC2012/Annotations/a.xml", "VOC2012", 1]],
      out: ["VOC2012/SegmentationClass/a.png", "VOC2012/ImageSets/Main/train.txt"],
    },
  ],
  [
    "Label Studio",
    ["images/a.jpg", "labels/a.txt", "classes.txt", "notes.json"],
    {
      sets: [["images", "image-sequence", ["images/a.jpg"]]],
      annotations: [["labels/a.txt", "images", 2]],
      out: ["notes.json"],
    },
  ],
  [
    "a Mac",
    ["dive/a.png", "dive/.DS_Store", "__MACOSX/dive/._a.png"],
    {
      sets: [["dive", "image-sequence", ["dive/a.png"]]],
      annotations: [],
      out: ["dive/.DS_Store", "__MACOSX/dive/._a.png"],
    },
  ],
  [
    "videos with their annotations, and a picture",
    ["t/cam0.mp4", "t/cam0.csv", "t/cam1.MP4", "t/CAM1.json", "t/still.png", "t/other.csv", "notes.docx"],
    {
      sets: [
        ["cam0", "video", ["t/cam0.mp4"]],
        ["cam1", "video", ["t/cam1.MP4"]],
        ["t", "image-sequence", ["t/still.png"]],
      ],
      annotations: [
        ["t/cam0.csv", "cam0", 1],
        ["t/CAM1.json", "cam1", 1],
        ["t/other.csv", expect.anything(), 1],
      ],
      out: ["notes.docx"],
    },
  ],
  [
    "KITTI of CVAT, with masks",
    [
      "default/image_2/a.png",
      "default/label_2/a.txt",
      "default/semantic_rgb/a.png",
      "default/semantic/a.png",
      "default/instance/a.png",
      "label_colors.txt",
    ],
    {
      sets: [["image_2", "image-sequence", ["default/image_2/a.png"]]],
      annotations: [["default/label_2/a.txt", "image_2", 1]],
      out: ["default/instance/a.png", "default/semantic/a.png", "default/semantic_rgb/a.png", "label_colors.txt"],
    },
  ],
  [
    "KITTI with parts that number their pictures alike",
    ["training/image_2/0.png", "training/label_2/0.txt", "testing/image_2/0.png", "testing/label_2/0.txt"],
    {
      sets: [
        ["testing", "image-sequence", ["testing/image_2/0.png"]],
        ["training", "image-sequence", ["training/image_2/0.png"]],
      ],
      annotations: [
        ["testing/label_2/0.txt", "testing", 1],
        ["training/label_2/0.txt", "training", 1],
      ],
      out: [],
    },
  ],
  [
    "CamVid of CVAT",
    ["default/a.png", "defaultannot/a.png", "label_colors.txt"],
    {
      sets: [["default", "image-sequence", ["default/a.png"]]],
      annotations: [],
      out: ["defaultannot/a.png", "label_colors.txt"],
    },
  ],
  [
    "videos of one name in several folders",
    ["b/clip.mp4", "b/clip.csv", "a/clip.mp4", "a/clip.csv"],
    {
      sets: [
        ["a", "video", ["a/clip.mp4"]],
        ["b", "video", ["b/clip.mp4"]],
      ],
      annotations: [
        ["a/clip.csv", "a", 1],
        ["b/clip.csv", "b", 1],
      ],
      out: [],
    },
  ],
  [
    "names that differ in letter case or ending only",
    ["s/a.png", "s/A.png", "s/a.bmp", "s/a.png"],
    {
      sets: [["s", "image-sequence", ["s/a.png", "s/A.png", "s/a.bmp"]]],
      annotations: [],
      out: ["s/a.png"],
    },
  ],
] as const)("[%s]", (_tool, paths, expected) => {
  expect(layout(...paths)).toEqual(expected);
});

/** The same numbers in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("a file named like a video is of this video: of those with this name, the nearest one; others it cannot be of", () => {
  const many = Array.from({ length: 30 }, (_, n) => [`many/${n}.mp4`, `many/${n}.xml`, `many/${n}.csv`]).flat();
  const places = ["a/cam.mp4", "a/cam.csv", "b/cam.mp4", "b/cam.mp4.json", "truth/a/cam.txt", "truth/cam.xml"];
  const { annotations } = layoutOf(
    [...many, ...places].map((path) => ({ path })),
    "archive",
  );
  const found = annotations.map(({ path, files, sets }) => [
    path,
    files.length,
    sets.filter(({ score }) => score === sets[0]?.score).map(({ set }) => [...set.files.keys()][0]),
    sets.length,
  ]);
  for (let n = 0; n < 30; n++)
    for (const ending of ["xml", "csv"]) expect(found).toContainEqual([`many/${n}.${ending}`, 1, [`${n}.mp4`], 1]);
  const folders = annotations.flatMap(({ path, sets }) => {
    if (path.startsWith("many/")) return [];
    const best = sets.filter(({ score }) => score === sets[0]?.score).map(({ set }) => set.folder);
    return [[path, ...best]];
  });
  expect(folders).toEqual([
    ["a/cam.csv", "a"],
    ["b/cam.mp4.json", "b"],
    ["truth/cam.xml", "a", "b"],
    ["truth/a/cam.txt", "a"],
  ]);
});

test("a compressed annotation file is called that, and an archive an archive", () => {
  const { entries } = layoutOf(
    ["cam0.mp4", "cam0.csv.gz", "cam0.json.zst", "more.tar.gz"].map((path) => ({ path })),
    "archive",
  );
  expect(entries.map(({ where, why }) => `${where} ${why}`)).toEqual([
    "cam0.csv.gz is compressed inside the archive, and was not read.",
    "cam0.json.zst is compressed inside the archive, and was not read.",
    "more.tar.gz is an archive inside the archive, and was not unpacked.",
  ]);
});

test("a folder may have more files than a call takes arguments", () => {
  const labels = Array.from({ length: 150_000 }, (_, n) => ({ path: `masks/${n}.txt` }));
  const { annotations, entries } = layoutOf([{ path: "reef/a.png" }, ...labels], "archive");
  expect(annotations.map(({ path, files }) => [path, files.length])).toEqual([["masks (150000 files)", 150_000]]);
  expect(entries).toEqual([]);
});

test("whatever an archive holds is part of a dataset, of its annotations, or of an entry, once", () => {
  const folders = [
    "",
    "a/",
    "images/",
    "images/train/",
    "labels/train/",
    "train/labels/",
    "JPEGImages/",
    "__MACOSX/a/",
    "ä/",
    "A\u0308/",
  ];
  const stems = [
    "1",
    "a",
    "A",
    "é",
    "e\u0301",
    "cam0",
    "instances_train",
    "frame-metadata",
    "README",
    "data",
    "classes",
    "meta",
  ];
  const endings = [
    ".png",
    ".PNG",
    ".bmp",
    ".tif",
    ".mp4",
    ".csv",
    ".json",
    ".yaml",
    ".txt",
    ".xml",
    ".zip",
    ".docx",
    "",
  ];
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomOf(seed);
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    const files = Array.from({ length: 1 + random(60) }, () => ({
      path: `${pick(folders)}${pick(stems)}${pick(endings)}`,
    }));
    const { sets, annotations, entries } = layoutOf(files, "archive");
    const counted = [
      ...sets.flatMap((set) => [...set.files.values()].map(({ path }) => path)),
      // Class lists belong to several sets.
      ...new Set(annotations.flatMap((one) => one.files.map(({ path }) => path))),
      ...entries.map(({ where }) => where),
    ];
    const more = entries.reduce((sum, { where }) => sum + Number(/ and (\d+) more$/.exec(where)?.[1] ?? 0), 0);
    expect([seed, counted.length + more]).toEqual([seed, files.length]);
    for (const path of counted) expect(files.some((file) => path.startsWith(file.path))).toBe(true);
  }
});
