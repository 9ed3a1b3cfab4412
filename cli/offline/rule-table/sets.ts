/** Rules for configurations, archives and the pictures of datasets. */

import { amongPictures, inArchive, rule, ruleInWords, type RuleGroup } from "./rule.ts";

const correct = "Correct the value, or export the file again.";

export const configurations: RuleGroup = {
  title: "Configurations of datasets",
  kinds: ["dive-config"],
  name: "config.json",
  around: (members) => `{"confidenceFilters":{"default":0.1},"customTypeStyling":{},${members}}`,
  rules: [
    rule("configuration-schema", '"confidenceFilters":{"default":"high"}', correct),
    rule("configuration-key-unknown", '"customTypeStylings":{}', "Correct the name of the key."),
    rule("configuration-hierarchy", '"typeHierarchy":{"cod":"ling","ling":"cod"}', "Let no type be above itself."),
    rule("configuration-not-an-object", '["fish","crab"]', "Write an object.", {
      foundBy: "server",
      around: (text) => text,
    }),
  ],
};

const coco = (images: string): string =>
  `{"images":[${images}],"annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4]}],"categories":[{"id":1,"name":"fish"}]}`;
/** The example is one more picture of COCO. */
const cocoImage = { name: "coco.json", around: (text: string) => coco(`{"id":1,"file_name":"a.gif"},${text}`) };

const row = "0,a.png,0,10,20,30,40,0.9,-1,fish,0.9";
const label = "0 0.5 0.5 0.1 0.1";
const labels = { ...inArchive("a.txt", { "classes.txt": "fish\n" }), options: ["--from", "yolo"] };

export const archivesAndDatasets: RuleGroup = {
  title: "Archives, folders and the pictures of a dataset",
  kinds: [],
  name: "",
  around: (text) => text,
  rules: [
    rule("zip-broken", label, "Download or export the archive again.", { ...labels, archive: "damaged" }),
    rule("zip-packed", label, "Make the archive again with Deflate.", { ...labels, archive: "packed with BZip2" }),
    rule("zip-encrypted", label, "Unpack it, and name the folder.", { ...labels, archive: "encrypted" }),
    ruleInWords("zip-too-large", "an archive that unpacks to more than 512 MB", "Unpack it, and name the folder."),
    rule("source-several-files", row, "Name one of the files.", {
      ...inArchive("a.csv", { "b.csv": `${row}\n` }),
      options: ["--from", "viame-csv"],
    }),
    rule("coco-splits-joined", coco('{"id":1,"file_name":"a.gif"}'), "Nothing, if they are parts of one dataset.", {
      ...inArchive("train/coco.json", { "val/coco.json": coco('{"id":1,"file_name":"b.gif"}') }),
    }),
    rule("picture-ambiguous", '{"id":2,"file_name":"1.png"}', "Give each picture its own name.", {
      ...cocoImage,
      ...amongPictures("a.gif", "train/1.png", "val/1.png"),
    }),
    rule(
      "picture-size-differs",
      '{"id":1,"file_name":"a.gif","width":640,"height":480}',
      "Use the pictures that were annotated, or scale the annotations.",
      {
        ...cocoImage,
        around: (image) => coco(image),
        options: ["--media", "pictures"],
        files: { "pictures/a.gif": "GIF89a\u0040\0\u0030\0" },
      },
    ),
    rule(
      "picture-size-unreadable",
      '{"id":2,"file_name":"b.gif"}',
      "Convert the picture to a format that can be read.",
      {
        ...cocoImage,
        options: ["--media", "pictures"],
        files: { "pictures/a.gif": "GIF89a\u0040\0\u0030\0", "pictures/b.gif": "no picture" },
      },
    ),
  ],
};
