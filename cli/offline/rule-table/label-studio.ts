/** Rules for exports of Label Studio. */

import { amongPictures, rule, type RuleGroup } from "./rule.ts";

const correct = "Correct the value, or export the file again.";
const nothing = "Nothing: keep the file for what is not read.";
const nameAsDataset = "Name the picture as the dataset does.";

const region = (value: string, type = "rectanglelabels"): string =>
  `{"id":"a","type":"${type}","original_width":640,"original_height":480,"value":${value}}`;
const cleanRegion = '{"x":10,"y":20,"width":30,"height":40,"rotation":0,"rectanglelabels":["fish"]}';
const task = (results: string): string => `[{"data":{"image":"a.jpg"},"annotations":[{"id":1,"result":[${results}]}]}]`;
const taskWith = (members: string): string => `[{"data":{"image":"a.jpg"},${members}}]`;
/** The boxes follow one on the first frame. */
const videoTask = (boxes: string): string =>
  `[{"data":{"video":"a.mp4"},"annotations":[{"id":1,"result":[${region(
    `{"framesCount":9,"sequence":[{"frame":1,"enabled":false,"x":10,"y":20,"width":30,"height":40}${boxes}],"labels":["fish"]}`,
    "videorectangle",
  )}]}]}]`;

export const labelStudio: RuleGroup = {
  title: "Label Studio",
  kinds: ["label-studio"],
  name: "tasks.json",
  around: task,
  rules: [
    rule("label-studio-result-malformed", region('{"x":"left","rectanglelabels":["fish"]}'), correct),
    rule(
      "label-studio-result-ignored",
      region('{"imageDataURL":"data:,","bitmasklabels":["fish"]}', "bitmasklabels"),
      nothing,
    ),
    rule(
      "label-studio-label-missing",
      region('{"x":10,"y":20,"width":30,"height":40}', "rectangle"),
      "Give it a label.",
    ),
    rule(
      "label-studio-masks-outlined",
      region('{"format":"rle","rle":[0,0,0,16,57,153,156,255,240],"brushlabels":["fish"]}', "brushlabels")
        .replace("640", "2")
        .replace("480", "2"),
      "Nothing, or draw polygons in Label Studio.",
    ),
    rule(
      "label-studio-size-unknown",
      `{"id":"a","type":"rectanglelabels","value":${cleanRegion}}`,
      "Name the size of the pictures (`--image-size`).",
      { foundBy: "convert" },
    ),
    rule(
      "label-studio-picture-rotated",
      region(cleanRegion).replace('"value"', '"image_rotation":90,"value"'),
      "Compare the boxes with the picture, and draw them again while it is upright.",
    ),
    rule("label-studio-task-malformed", "[7]", "Export the project again.", {
      around: (text) => text,
      options: ["--from", "label-studio"],
    }),
    rule("label-studio-not-tasks", "{}", "Name an export of Label Studio (JSON or JSON-MIN).", {
      around: (text) => text,
      options: ["--from", "label-studio"],
    }),
    rule(
      "label-studio-no-media",
      `[{"data":{"text":"words"},"annotations":[{"id":1,"result":[${region(cleanRegion)}]}]}]`,
      "Leave the task out.",
      {
        around: (text) => text,
      },
    ),
    rule(
      "label-studio-newest-taken",
      '"annotations":[{"id":1,"result":[]},{"id":2,"result":[…]}]',
      "Nothing, if the newest one is meant.",
      { around: (members) => taskWith(members.replace("…", region(cleanRegion))) },
    ),
    rule(
      "label-studio-cancelled",
      '"annotations":[{"id":1,"was_cancelled":true,"result":[]},{"id":2,"result":[…]}]',
      "Submit the annotation again, if it is wanted.",
      { around: (members) => taskWith(members.replace("…", region(cleanRegion))) },
    ),
    rule(
      "label-studio-predictions-taken",
      '"annotations":[],"predictions":[{"id":1,"result":[…]}]',
      "Nothing, if predictions are meant.",
      { around: (members) => taskWith(members.replace("…", region(cleanRegion))) },
    ),
    rule("label-studio-name-shortened", '{"image":"/data/upload/1/0a1b2c3d-a.jpg"}', "Nothing.", {
      around: (data) => task(region(cleanRegion)).replace('{"image":"a.jpg"}', data),
    }),
    rule(
      "label-studio-several-videos",
      '{"data":{"video":"b.mp4"},"annotations":[{"id":2,"result":[]}]}',
      "Import the tasks of each video by themselves.",
      { around: (other) => videoTask("").replace(/\]$/, `,${other}]`) },
    ),
    rule("label-studio-picture-unknown", '{"image":"x.jpg"}', nameAsDataset, {
      around: (data) => task(region(cleanRegion)).replace('{"image":"a.jpg"}', data),
      ...amongPictures("a.jpg", "b.jpg"),
    }),
    rule(
      "label-studio-frame-twice",
      '{"frame":1,"enabled":false,"x":11,"y":20,"width":30,"height":40}',
      "Delete one of the two boxes.",
      { around: (box) => videoTask(`,${box}`) },
    ),
    rule(
      "label-studio-open-end",
      '{"frame":5,"enabled":true,"x":11,"y":20,"width":30,"height":40}',
      "End the sequence where the object is gone.",
      { around: (box) => videoTask(`,${box}`) },
    ),
  ],
};
