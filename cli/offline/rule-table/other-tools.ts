/** Rules for files of other tools, which are read by way of COCO. */

import { inArchive, rule, type RuleGroup } from "./rule.ts";

const inRegions = (text: string): string => `{"a.jpg1":{"filename":"a.jpg","size":1,"regions":[${text}]}}`;
const inSpans = (video: string): string =>
  `<sourcefile filename="${video}"><object name="fish" id="0"><attribute name="box"><bbox framespan="1:9" x="1" y="2" width="30" height="40"/></attribute></object></sourcefile>`;

export const otherTools: RuleGroup = {
  title: "Files of other tools",
  kinds: ["coco"],
  name: "via.json",
  around: inRegions,
  rules: [
    rule(
      "translated",
      '{"shape_attributes":{"name":"rect","x":1,"y":2,"width":3,"height":4},"region_attributes":{"type":"fish"}}',
      "Nothing; or convert the file once, and keep what comes of it.",
    ),
    rule(
      "translated-results",
      '[{"image_id":1,"category_id":3,"bbox":[1,2,3,4],"score":0.9}]',
      "Put the results into a COCO file with its images and categories, as `annotations`.",
      { around: (text) => text, name: "results.json" },
    ),
    rule(
      "translated-left-out",
      '{"shape_attributes":{"name":"polyline","all_points_x":[1,2],"all_points_y":[1,2]},"region_attributes":{}}',
      "Draw a rectangle or polygon instead, or export COCO from the tool.",
    ),
    rule(
      "translated-nothing",
      '{"shape_attributes":{"name":"polyline","all_points_x":[3,4],"all_points_y":[3,4]},"region_attributes":{}}',
      "Draw rectangles, polygons or points, or export COCO from the tool.",
    ),
    rule(
      "translated-type-missing",
      '{"shape_attributes":{"name":"rect","x":1,"y":2,"width":3,"height":4},"region_attributes":{}}',
      "Give the annotation a label in the tool, or a type after the import.",
    ),
    rule(
      "translated-size-unknown",
      '{"classes":["fish"],"labels":{"a":[{"label":0,"bounding_box":[0.1,0.2,0.3,0.4]}]}}',
      "Name the size of the pictures (`--image-size`).",
      { around: (text) => text, name: "labels.json", foundBy: "convert" },
    ),
    rule("translated-classes-numbered", "a.jpg 10,20,30,40,0", "Put the list of names (`_classes.txt`) next to it.", {
      around: (text) => text,
      name: "annotations.txt",
    }),
    rule(
      "translated-boxes-assumed",
      '{"file_name":"a.jpg","objects":{"bbox":[[1,2,3,4]],"categories":["fish"]}}',
      "Nothing, if that is what they are; else convert the file to COCO.",
      { around: (text) => text, name: "metadata.jsonl" },
    ),
    rule("translated-frames-from-one", "1 2001 2 10 10 b11a1", "Nothing; or count frames from 0.", {
      around: (text) => text,
      name: "gt.txt",
    }),
    rule("translated-first-video", inSpans("b.avi"), "Name the video that you want with `--video`.", {
      around: (text) => `<viper><data>${inSpans("a.avi")}${text}</data></viper>`,
      name: "spans.xgtf",
    }),
    rule("translated-named-video", inSpans("b.avi"), "Nothing, if that is the video.", {
      around: (text) => `<viper><data>${inSpans("a.avi")}${text}</data></viper>`,
      name: "spans.xgtf",
      options: ["--video", "b.avi"],
    }),
    rule("video-not-found", inSpans("b.avi"), "Name a video of the file, with its folder if several share the name.", {
      around: (text) => `<viper><data>${text}</data></viper>`,
      name: "spans.xgtf",
      options: ["--video", "c.avi"],
    }),
    rule(
      "translated-broken",
      '{"version":"2.0","item":{"name":"b.jpg","slots":[{"width":640,"height":480}]},"annotations":[',
      "Export the file of this picture again.",
      inArchive("b.json", {
        "a.json":
          '{"version":"2.0","item":{"name":"a.jpg","slots":[{"width":640,"height":480}]},"annotations":[{"name":"fish","bounding_box":{"x":10,"y":20,"w":30,"h":40}}]}',
      }),
    ),
  ],
};
