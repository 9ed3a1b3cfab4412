/** Rules for JSON: DIVE, COCO and KWCOCO. */

import { amongPictures, inArchive, rule, type RuleGroup } from "./rule.ts";

const cleanDetection = '{"frame":0,"bounds":[10,20,30,40],"keyframe":true}';
const cleanTrack = `{"id":0,"begin":0,"end":0,"confidencePairs":[["fish",0.9]],"attributes":{},"features":[${cleanDetection}]}`;
const track = (features: string): string =>
  `{"id":1,"begin":0,"end":1,"confidencePairs":[["fish",0.9]],"attributes":{},"features":[${features}]}`;

const document = (text: string): string => text;
const inTracks = (text: string): string => `{"version":2,"tracks":{"0":${cleanTrack},"1":${text}},"groups":{}}`;
const inGroups = (text: string): string => `{"version":2,"tracks":{"0":${cleanTrack}},"groups":{"0":${text}}}`;
/** The example is an additional member of a track, which replaces the member of the same name. */
const inTrack = (text: string): string => {
  const members = {
    id: '"id":1',
    begin: '"begin":0',
    end: '"end":0',
    confidencePairs: '"confidencePairs":[["fish",0.9]]',
    attributes: '"attributes":{}',
    features: `"features":[${cleanDetection}]`,
  };
  const own = Object.entries(members).flatMap(([name, member]) => {
    const letters = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, "");
    return letters(text).startsWith(letters(name)) ? [] : [member];
  });
  return inTracks(`{${[...own, text].join(",")}}`);
};
const inFeatures = (text: string): string => inTracks(track(`${cleanDetection},${text}`));

const correct = "Correct the value, or export the file again.";
const exportAgain = "Export the file again: it was cut off or changed by hand.";

export const diveJson: RuleGroup = {
  title: "DIVE JSON",
  kinds: ["dive-json"],
  name: "tracks.json",
  around: inFeatures,
  rules: [
    rule("json-syntax", '{"version":2,"tracks":{"0":{,}}}', "Correct the JSON at this place.", { around: document }),
    rule("json-ends-early", '{"version":2,"tracks":{"0":{"id":0,', exportAgain, { around: document }),
    rule(
      "json-text-after-end",
      `{"version":2,"tracks":{"0":${cleanTrack}},"groups":{}} x`,
      "Delete what follows the document.",
      {
        around: document,
      },
    ),
    rule("json-version-unknown", '{"version":9,"tracks":{},"groups":{}}', "Export the file as version 2.", {
      around: document,
    }),
    rule("json-too-deep", '"attributes":{"size":[[[…]]]}', "Export the file again.", {
      around: (text) => inTrack(text.replace("…", "[".repeat(5000) + "]".repeat(5000))),
    }),
    rule(
      "copy-left-out",
      "1,,0,10,20,30,40,0.9,-1,fish,0.9",
      "Nothing; or read the other file alone.",
      inArchive("annotations.viame.csv", { "annotations.dive.json": inTracks(cleanTrack.replace('"id":0', '"id":1')) }),
    ),
    rule("json-not-a-list", '{"0":{"id":0,"features":[]}}', "Write tracks and groups as lists.", {
      foundBy: "viewer",
      around: (text) => text,
    }),
    rule(
      "json-not-an-object",
      '[{"id":0,"features":[]}]',
      'Write the document as an object: `{"version": 2, "tracks": {}, "groups": {}}`.',
      { around: document, options: ["--from", "dive-json"] },
    ),
    rule("json-no-tracks", '{"version":2,"groups":{}}', "Name a file of annotations: this JSON is something else.", {
      around: document,
      options: ["--from", "dive-json"],
    }),
    rule("json-track-not-an-object", "7", correct, { around: inTracks }),
    rule(
      "json-track-without-id",
      `"fish":{"begin":0,"end":0,"confidencePairs":[["fish",0.9]],"attributes":{},"features":[]}`,
      "Give the track an id: an integer from 0.",
      { around: (member) => inTracks("").replace('"1":', member) },
    ),
    rule("track-id-out-of-range", '"id":-1', "Number tracks from 0 to 4294967294.", { around: inTrack }),
    rule("duplicate-track-id", '"id":0', "Give each track its own id.", { around: inTrack }),
    rule("json-key-is-not-id", '"id":7', "Write the id as the key.", { around: inTrack }),
    rule("json-range-corrected", '"end":9', "Write the first and the last frame of the detections.", {
      around: inTrack,
    }),
    rule("json-pairs-malformed", '"confidencePairs":["fish",0.9]', 'Write `[["fish",0.9]]`.', { around: inTrack }),
    rule("json-attributes-malformed", '"attributes":[1]', "Write an object.", { around: inTrack }),
    rule("json-features-malformed", '"features":"none"', "Write a list of detections.", { around: inTrack }),
    rule("json-essential-misnamed", '"confidence_pairs":[["fish",0.9]]', "Call the member as the format does.", {
      around: inTrack,
    }),
    rule("json-member-misnamed", '"Attributes":{"size":3}', "Call the member as the format does.", { around: inTrack }),
    rule(
      "json-member-missing",
      '{"id":0,"members":{"0":{"ranges":[[0,0]]}},"confidencePairs":[["pair",1]],"end":0}',
      "Write the member.",
      {
        around: inGroups,
      },
    ),
    rule("json-frame-missing", '{"bounds":[10,20,30,40]}', "Write the frame of the detection."),
    rule("frame-out-of-range", '{"frame":-1,"bounds":[10,20,30,40]}', "Number frames from 0 to 2147483647."),
    rule("json-bounds-missing", '{"frame":1}', 'Write `"bounds": [left, top, right, bottom]`.'),
    rule("json-bounds-malformed", '{"frame":1,"bounds":[1,2,3]}', 'Write `"bounds": [left, top, right, bottom]`.'),
    rule("json-flag-not-boolean", '{"frame":1,"bounds":[10,20,30,40],"keyframe":"yes"}', "Write true or false."),
    rule(
      "json-length-ignored",
      '{"frame":1,"bounds":[10,20,30,40],"keyframe":true,"fishLength":"long"}',
      "Write a number.",
    ),
    rule("json-number-not-finite", '"attributes":{"size":NaN}', "Write a number instead of NaN or Infinity.", {
      around: inTrack,
    }),
    rule(
      "detections-unsorted",
      '{"frame":3,"bounds":[10,20,30,40],"keyframe":true},{"frame":2,"bounds":[10,20,30,40],"keyframe":true}',
      "Write detections in the order of their frames.",
    ),
    rule("duplicate-detection", cleanDetection, "Keep one of the detections: those that differ are two opinions."),
    rule("box-inverted", '{"frame":1,"bounds":[30,20,10,40],"keyframe":true}', "Exchange the sides."),
    rule(
      "track-without-keyframe",
      `"features":[{"frame":0,"bounds":[10,20,30,40],"keyframe":false}]`,
      "Make the first and the last detection keyframes.",
      {
        around: inTrack,
      },
    ),
    rule(
      "json-group-malformed",
      '{"id":0,"begin":5,"end":0,"members":{},"confidencePairs":[],"attributes":{}}',
      correct,
      {
        around: inGroups,
      },
    ),
    rule(
      "group-member-unknown",
      '{"id":0,"begin":0,"end":0,"members":{"77":{"ranges":[[0,0]]}},"confidencePairs":[["pair",1]],"attributes":{}}',
      "Take the member out of the group.",
      { around: inGroups },
    ),
    rule(
      "duplicate-group-id",
      '{"id":0,"begin":0,"end":0,"members":{},"confidencePairs":[["pair",1]],"attributes":{}}',
      "Give each group its own id.",
      {
        around: (group) => `{"version":2,"tracks":{"0":${cleanTrack}},"groups":{"0":${group},"1":${group}}}`,
      },
    ),
    rule("json-member-ignored", '"fps":Infinity', "Correct the member of the document.", {
      around: (member) => inGroups("{}").replace('"groups":{"0":{}}', `"groups":{},${member}`),
    }),
  ],
};

const image = '{"id":1,"file_name":"a.png","width":640,"height":480}';
const category = '{"id":1,"name":"fish"}';
const annotation = '{"id":1,"image_id":1,"category_id":1,"bbox":[10,20,30,40]}';
const coco = (parts: { images?: string; annotations?: string; categories?: string; more?: string }): string => {
  const { images = image, annotations = annotation, categories = category, more = "" } = parts;
  return `{"images":[${images}],"annotations":[${annotations}],"categories":[${categories}]${more}}`;
};
const inImages = (text: string): string => coco({ images: `${image},${text}` });
const inCategories = (text: string): string => coco({ categories: `${category},${text}` });
const one = (members: string): string => `{"id":2,"image_id":1,"category_id":1,${members}}`;

export const cocoJson: RuleGroup = {
  title: "COCO and KWCOCO",
  kinds: ["coco", "kwcoco"],
  name: "coco.json",
  around: (text) => coco({ annotations: `${annotation},${text}` }),
  rules: [
    rule("coco-annotation-malformed", "7", correct),
    rule("coco-image-malformed", '{"file_name":"b.png"}', "Give the image an id.", { around: inImages }),
    rule("coco-image-unknown", '{"id":2,"image_id":99,"category_id":1,"bbox":[1,2,3,4]}', "Name an image of the file."),
    rule(
      "coco-image-not-in-dataset",
      '{"id":2,"image_id":2,"category_id":1,"bbox":[1,2,3,4]}',
      "Add the picture to the dataset, or take its annotations out.",
      {
        around: (text) =>
          coco({ images: `${image},{"id":2,"file_name":"x.png"}`, annotations: `${annotation},${text}` }),
        ...amongPictures("a.png", "b.png"),
      },
    ),
    rule("coco-track-id-malformed", one('"track_id":-4,"bbox":[1,2,3,4]'), "Number tracks from 0 to 4294967294."),
    rule(
      "coco-type-overruled",
      '{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4],"track_id":1},{"id":2,"image_id":2,"category_id":2,"bbox":[1,2,3,4],"track_id":1}',
      "Give objects of different types tracks of their own.",
      {
        around: (text) =>
          coco({
            images: `${image},{"id":2,"file_name":"b.png"}`,
            annotations: text,
            categories: `${category},{"id":2,"name":"cod"}`,
          }),
      },
    ),
    rule("coco-no-bounds", one('"segmentation":[]'), 'Write `"bbox": [left, top, width, height]` or a polygon.'),
    rule("coco-bbox-malformed", one('"bbox":[1,2,3,4,30]'), "Write left, top, width and height, or a polygon."),
    rule(
      "coco-keypoints-ambiguous",
      '{"id":2,"name":"cod","keypoints":["head","tail","head"]}',
      "Name one head and one tail.",
      {
        around: (text) =>
          coco({
            annotations: '{"id":1,"image_id":1,"category_id":2,"bbox":[1,2,3,4],"keypoints":[1,2,2,2,3,2,3,4,2]}',
            categories: `${category},${text}`,
          }),
      },
    ),
    rule(
      "coco-category-unknown",
      '{"id":2,"image_id":1,"category_id":99,"bbox":[1,2,3,4]}',
      "Name a category of the file.",
    ),
    rule("coco-polygon-malformed", one('"bbox":[1,2,3,4],"segmentation":[[1,2,3,4]]'), "Write three points or more."),
    rule("coco-prob-length", one('"bbox":[1,2,3,4],"prob":[0.1,0.2,0.7]'), "Write a number for each category."),
    rule("coco-prob-names", one('"bbox":[1,2,3,4],"prob":[0.1,0.9]'), "Give each category its own name.", {
      around: (text) => coco({ annotations: text, categories: `${category},{"id":2,"name":"fish"}` }),
    }),
    rule("coco-pairs-malformed", one('"bbox":[1,2,3,4],"dive_confidence_pairs":["fish"]'), 'Write `[["fish",0.9]]`.'),
    rule("coco-id-replaced", '{"id":-3,"image_id":1,"category_id":1,"bbox":[1,2,3,4]}', "Number annotations from 0."),
    rule(
      "coco-id-repeated",
      '{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4]}',
      "Give each annotation its own id, and join those of one track by `track_id`.",
    ),
    rule("coco-member-ignored", one('"bbox":[1,2,3,4],"score":"high"'), correct),
    rule("coco-score-outside", one('"track_id":1,"score":1.7,"bbox":[1,2,3,4]'), correct),
    rule("coco-frame-id-ignored", '{"id":1,"file_name":"a.png","frame_id":10}', "Call the member `frame_index`.", {
      around: (text) => coco({ images: text }),
    }),
    rule("coco-category-name", '{"id":2}', "Give the category a name.", { around: inCategories }),
    rule("coco-category-parents", '{"id":2,"name":"cod","parents":["fish","animal"]}', "Name one parent.", {
      around: inCategories,
    }),
    rule(
      "coco-hierarchy-names",
      '{"id":2,"name":"fish","supercategory":"animal"}',
      "Give each category its own name.",
      {
        around: inCategories,
      },
    ),
    rule(
      "coco-hierarchy-loop",
      '{"id":2,"name":"cod","supercategory":"ling"},{"id":3,"name":"ling","supercategory":"cod"}',
      "Let no category be above itself.",
      {
        around: inCategories,
      },
    ),
    rule("coco-images-unnamed", '{"id":2,"width":640,"height":480}', "Give the image a `file_name`.", {
      around: inImages,
    }),
    rule("coco-member-taken", '{"id":2,"path":"/data/b.png"}', "Call the member as COCO does.", {
      around: (text) => coco({ images: `${text},${image}` }),
    }),
    rule("coco-categories-numbered", '"fish","crab"', "Write each category as an object with `id` and `name`.", {
      around: (text) => coco({ categories: text }),
    }),
    rule("coco-category-repeated", '{"id":1,"name":"crab"}', "Give each category its own id.", {
      around: inCategories,
    }),
    rule(
      "coco-tracks-numbered",
      '{"id":2,"image_id":1,"category_id":1,"bbox":[1,2,3,4],"track_id":"a-7"}',
      "Number tracks from 0 to 4294967294.",
      { around: (text) => coco({ annotations: text }) },
    ),
    rule(
      "coco-keypoints-numbered",
      '{"id":2,"image_id":1,"category_id":1,"bbox":[1,2,3,4],"keypoints":[1,2,2,3,4,2]}',
      'Name the key points in the category: `"keypoints": ["head", "tail"]`.',
      { around: (text) => coco({ annotations: text }) },
    ),
    rule(
      "coco-boxes-scaled",
      '{"id":2,"image_id":1,"category_id":1,"bbox":[0.1,0.25,0.3,0.5]}',
      "Write boxes in pixels.",
      { around: (text) => coco({ annotations: text }) },
    ),
    rule(
      "coco-box-around-keypoints",
      '{"id":2,"image_id":1,"category_id":1,"keypoints":[1,2,2,5,9,2]}',
      'Write `"bbox": [left, top, width, height]`.',
      { around: (text) => coco({ annotations: text }) },
    ),
    rule("coco-images-by-order", '{"id":1,"file_name":"x.png"}', "Name the pictures as the dataset does.", {
      around: (text) => coco({ images: text }),
      ...amongPictures("a.png", "b.png"),
    }),
    rule("coco-images-unmatched", '{"id":2,"file_name":"x.png"}', "Name the pictures as the dataset does.", {
      around: inImages,
      ...amongPictures("a.png", "b.png"),
    }),
    rule("picture-size-stated", '{"id":1,"file_name":"a.png","width":480,"height":640}', "Look at some of the boxes.", {
      foundBy: "server",
      around: (text) => coco({ images: text }),
    }),
    rule("json-member-repeated", ',"annotations":[]', "Join the lists, and give annotations ids of their own.", {
      around: (more) => coco({ more }),
    }),
    rule("coco-several-videos", ',"videos":[{"id":1,"name":"a"},{"id":2,"name":"b"}]', "Export each video by itself.", {
      around: (more) => coco({ images: image.replace("}", ',"video_id":1,"frame_index":0}'), more }),
    }),
    rule(
      "coco-frame-order",
      '{"id":1,"file_name":"a.png","frame_index":1},{"id":2,"file_name":"b.png","frame_index":0}',
      "Number `frame_index` in the order of the pictures' names.",
      { around: (text) => coco({ images: text, annotations: annotation.replace("}", ',"track_id":1}') }) },
    ),
    rule(
      "coco-masks-outlined",
      one('"bbox":[0,0,2,2],"segmentation":{"size":[480,640],"counts":[0,2,478,2,306718]}'),
      "Nothing, where half a pixel does not count; else keep the file.",
    ),
    rule(
      "coco-mask-size",
      one('"bbox":[0,0,2,2],"segmentation":{"size":[240,320],"counts":[0,2,238,2,76558]}'),
      "Write masks as large as their picture, with `size` as [height, width].",
    ),
    rule(
      "coco-masks-skipped",
      one('"bbox":[1,2,3,4],"segmentation":{"size":[480,640],"counts":"?"}'),
      "Export polygons instead of masks.",
    ),
    rule(
      "coco-panoptic",
      '{"image_id":1,"file_name":"a.png","segments_info":[{"id":7,"category_id":1,"bbox":[10,20,30,40]}]}',
      "Put the PNG files into a zip with it.",
      { around: (text) => coco({ annotations: text }) },
    ),
    rule("coco-not-coco", '{"images":[],"annotations":[]}', "Write images, annotations and categories.", {
      around: document,
      options: ["--from", "coco"],
    }),
    rule(
      "json-essential-misnamed",
      '{"id":2,"imageId":1,"category_id":1,"bbox":[1,2,3,4]}',
      "Call the member as the format does.",
    ),
  ],
};
