/** Rules for annotations of every format, and for formats with one row per detection. */

import { inArchive, amongPictures, rule, type RuleGroup } from "./rule.ts";

const clean = "0,a.png,0,10,20,30,40,0.9,-1,fish,0.9";
const cleanDetection = '{"frame":0,"bounds":[10,20,30,40],"keyframe":true}';
const withClean = (row: string): string => `${clean}\n${row}\n`;
const alone = (text: string): string => `${text}\n`;

const correctRow = "Correct the row, or export the file again.";
const decide = "Look at the track and correct it, or turn the rule off where it is meant.";

export const anyFormat: RuleGroup = {
  title: "Annotations of every format",
  about: "The examples are rows of VIAME CSV. Rules marked **`--all`** run only with `--all`, or if you name them.",
  kinds: ["viame-csv"],
  name: "tracks.csv",
  around: withClean,
  rules: [
    rule("box-inverted", "1,a.png,0,30,20,10,40,0.9,-1,fish,0.9", "Exchange the sides."),
    rule(
      "boxes-like-fractions",
      "1,a.png,0,0.1,0.2,0.3,0.4,0.9,-1,fish,0.9",
      "Multiply positions by the size of the picture.",
      {
        around: alone,
      },
    ),
    rule(
      "boxes-like-corners",
      "3,1,300,200,350,280,1,1,1",
      "Write left, top, width and height, or name the columns (`--columns`).",
      {
        name: "gt.txt",
        around: (row) => `1,1,100,90,150,160,1,1,1\n2,1,200,90,250,160,1,1,1\n${row}\n`,
      },
    ),
    rule(
      "boxes-like-sizes",
      "1,a.png,0,100,90,40,30,0.9,-1,fish,0.9",
      "Write two corners, or name the columns (`--columns`).",
      {
        around: (row) => `${row}\n2,b.png,1,100,90,40,30,0.9,-1,fish,0.9\n3,b.png,1,90,90,40,30,0.9,-1,fish,0.9\n`,
      },
    ),
    rule("box-empty", "1,a.png,0,10,20,10,40,0.9,-1,fish,0.9", "Draw the box, or delete the detection."),
    rule(
      "box-outside",
      "1,a.png,0,10,20,700,40,0.9,-1,fish,0.9",
      "Correct the box. When many are outside, they may be of a picture of another size.",
      {
        name: "coco.json",
        example: '{"id":1,"image_id":1,"category_id":1,"bbox":[630,20,60,8]}',
        around: (annotation) =>
          `{"images":[{"id":1,"file_name":"a.png","width":640,"height":480}],"annotations":[${annotation}],"categories":[{"id":1,"name":"fish"}]}`,
      },
    ),
    rule(
      "confidence-out-of-range",
      "1,a.png,0,10,20,30,40,95,-1,fish,95",
      "Write confidences from 0 to 1: 0.95, not 95 for percent.",
    ),
    rule("type-missing", "1,a.png,0,10,20,30,40,0.9,-1", "Give the track a type."),
    rule("type-unusual", '["",0.9]', "Give the type a name of 1 to 200 characters.", {
      name: "tracks.json",
      around: (pair) =>
        `{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePairs":[${pair}],"attributes":{},"features":[${cleanDetection}]}},"groups":{}}`,
    }),
    rule("duplicate-detection", `${clean}`, "Keep one of the rows: those that differ are two opinions."),
    rule("track-gap", "0,a.png,9,10,20,30,40,0.9,-1,fish,0.9", decide),
    rule("track-jump", "0,a.png,1,910,20,930,40,0.9,-1,fish,0.9", decide),
    rule("track-single-frame", "1,a.png,5,10,20,30,40,0.9,-1,fish,0.9", decide),
    rule(
      "box-duplicate",
      "1,a.png,0,10,20,30,40,0.9,-1,fish,0.9",
      "Delete one of the two tracks, or its detection on this frame.",
    ),
    rule("tracks-overlap", "1,a.png,0,10,20,30,41,0.9,-1,fish,0.9", "Merge the tracks when they are of one object."),
    rule(
      "type-unlisted",
      "1,a.png,0,50,20,70,40,0.9,-1,fisch,0.9",
      "Correct the name, or add it to the list of types.",
      {
        options: ["--types", "fish"],
      },
    ),
    rule(
      "attribute-outside",
      "1,a.png,0,10,20,30,40,0.9,-1,fish,0.9,(trk-atr) sex x",
      "Choose one of the values that the definition of the attribute has.",
      { foundBy: "viewer" },
    ),
    rule(
      "group-member-unknown",
      '{"id":0,"begin":0,"end":0,"members":{"77":{"ranges":[[0,0]]}},"confidencePairs":[["pair",1]],"attributes":{}}',
      "Take the member out of the group.",
      {
        name: "tracks.json",
        around: (group) =>
          `{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePairs":[["fish",0.9]],"attributes":{},"features":[${cleanDetection}]}},"groups":{"0":${group}}}`,
      },
    ),
    rule(
      "frame-behind-last",
      '{"frame":7,"bounds":[10,20,30,40],"keyframe":true}',
      "Export again at the frame rate of the dataset.",
      {
        name: "tracks.json",
        around: (detection) =>
          `{"version":2,"tracks":{"0":{"id":0,"begin":7,"end":7,"confidencePairs":[["fish",0.9]],"attributes":{},"features":[${detection}]}},"groups":{}}`,
        ...amongPictures("a.png", "b.png"),
      },
    ),
    rule(
      "track-without-keyframe",
      '{"frame":0,"bounds":[10,20,30,40],"keyframe":false}',
      "Make the first and the last detection keyframes.",
      {
        name: "tracks.json",
        around: (detection) =>
          `{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePairs":[["fish",0.9]],"attributes":{},"features":[${detection}]}},"groups":{}}`,
      },
    ),
  ],
};

const row = (cells: string): string => `1,a.png,0,${cells}`;
const box = "10,20,30,40,0.9,-1,fish,0.9";

export const viameCsv: RuleGroup = {
  title: "VIAME CSV",
  kinds: ["viame-csv"],
  name: "tracks.csv",
  around: withClean,
  rules: [
    rule("csv-too-few-cells", "1,a.png,0,10,20,30", correctRow),
    rule("csv-id-malformed", `fish7,a.png,0,${box}`, "Give the track an id: an integer from 0."),
    rule("track-id-out-of-range", `99999999999,a.png,0,${box}`, "Number tracks from 0 to 4294967294."),
    rule("csv-frame-malformed", `1,a.png,first,${box}`, "Write the number of the frame, an integer from 0."),
    rule("frame-out-of-range", `1,a.png,2147483648,${box}`, "Number frames from 0 to 2147483647."),
    rule(
      "csv-bounds-not-a-number",
      row("left,20,30,40,0.9,-1,fish,0.9"),
      "Write four numbers of pixels: left, top, right, bottom.",
    ),
    rule("csv-confidence-not-a-number", row("10,20,30,40,0.9,-1,fish,high"), "Write a number from 0 to 1."),
    rule(
      "csv-quote-open",
      row('10,20,30,40,0.9,-1,"fish,0.9'),
      "Close the quote; write a quote inside of a cell twice.",
    ),
    rule("csv-confidence-ignored", row("10,20,30,40,high,-1"), "Write a number from 0 to 1."),
    rule(
      "csv-length-not-a-number",
      row("10,20,30,40,0.9,long,fish,0.9"),
      "Write the length, or -1 where it is not known.",
    ),
    rule("csv-pair-incomplete", row("10,20,30,40,0.9,-1,fish,0.9,crab"), "Write a confidence after each type."),
    rule("csv-token-unknown", row(`${box},(kpp) head 1 2`), "Correct the name of the token."),
    rule("csv-point-malformed", row(`${box},(kp) head x`), "Write `(kp) NAME X Y`."),
    rule("csv-polygon-malformed", row(`${box},(poly) 1 2 3 4`), "Write three points or more: `(poly) X Y X Y X Y`."),
    rule("csv-hole-without-polygon", row(`${box},(hole) 1 2 3 4 5 6`), "Write the hole after its `(poly)`."),
    rule("csv-attribute-malformed", row(`${box},(atr) ,(atr) size big`), "Write `(atr) NAME VALUE`."),
    rule("csv-mask-malformed", row(`${box},(mask) ../a.png`), "Put the mask into the folder of the file."),
    rule("csv-type-overruled", "0,b.png,1,10,20,30,40,0.9,-1,crab,0.9", "Write one type in all rows of a track."),
    rule(
      "csv-confidence-overruled",
      "0,b.png,1,10,20,30,40,0.5,-1,fish,0.5",
      "Write one confidence in all rows of a track.",
    ),
    rule(
      "csv-different-images-one-frame",
      "1,b.png,0,50,20,70,40,0.9,-1,fish,0.9",
      "Number the frames as the pictures are.",
    ),
    rule("csv-header-ignored", "# metadata,fps: fast", "Write the header as `# metadata, fps: 30`.", {
      around: (header) => `${header}\n${clean}\n`,
    }),
    rule("csv-image-unknown", "1,x.png,0,10,20,30,40,0.9,-1,fish,0.9", "Name the picture as the dataset does.", {
      ...amongPictures("a.png", "b.png"),
    }),
    rule("csv-image-ambiguous", `1,1.png,0,${box}`, "Name the picture with its folder.", {
      ...amongPictures("a.png", "train/1.png", "val/1.png"),
    }),
    rule("csv-image-unclear", `1,b.gif,1,${box}`, "Name the pictures as they are called in the dataset.", {
      ...amongPictures("a.png", "b.jpg", "b.png"),
    }),
    rule(
      "csv-images-by-frame",
      `1,b.gif,1,${box}`,
      "Name the pictures as they are called in the dataset, if frames are wrong.",
      { around: alone, ...amongPictures("a.png", "b.jpg", "b.png") },
    ),
    rule(
      "csv-images-subsampled",
      `0,x.png,1,${box}\n0,c.png,2,${box}\n0,b.png,3,${box}`,
      "Name every picture between the first and the last.",
      { ...amongPictures("a.png", "b.png", "c.png", "d.png") },
    ),
    rule(
      "csv-images-unordered",
      `0,b.png,0,${box}\n0,a.png,1,${box}`,
      "Number the frames in the order of the pictures' names.",
      { around: alone, ...amongPictures("a.png", "b.png") },
    ),
  ],
};

const motClean = "1,1,10,20,30,40,0.9,1,1";

export const mot: RuleGroup = {
  title: "MOT Challenge",
  kinds: ["mot"],
  name: "gt.txt",
  around: (text) => `${motClean}\n2,1,10,20,30,40,0.9,1,1\n${text}\n`,
  rules: [
    rule("mot-too-few-cells", "3,1,10,20", correctRow),
    rule("mot-cell-not-a-number", "3,1,left,20,30,40,0.9,1,1", "Write a number."),
    rule("mot-frame-malformed", "1.5,1,10,20,30,40,0.9,1,1", "Number frames from 1."),
    rule("mot-size-negative", "3,1,10,20,-30,40,0.9,1,1", "Write left, top, width and height."),
    rule("mot-frames-from-zero", "0,1,10,20,30,40,0.9,1,1", "Number frames from 1."),
    rule("mot-class-unknown", "3,1,10,20,30,40,0.9,7,1", "Put `labels.txt` next to the file, a name a line.", {
      around: (row) => `${row}\n`,
      files: { "labels.txt": "fish\n" },
    }),
    rule(
      "mot-world-ignored",
      "3,1,10,20,30,40,0.9,2.5,3.5,0",
      "No action needed. Keep the original file if you need its world coordinates.",
      { around: (row) => `${row}\n` },
    ),
    rule(
      "mot-input-left-out",
      "1,-1,10,20,30,40,0.9",
      "Nothing; or read the other file alone.",
      inArchive("det/det.txt", { "gt/gt.txt": motClean }),
    ),
    rule("mot-confidence-outside", "3,1,10,20,30,40,1.7,1,1", "Write a number from 0 to 1."),
    rule("duplicate-detection", motClean, "Keep one of the rows: those that differ are two opinions."),
  ],
};
