/** Rules for XML and YAML formats, and for formats with one file per picture. */

import { amongPictures, inArchive, rule, type RuleGroup } from "./rule.ts";

const correct = "Correct the value, or export the file again.";
const nothing = "Nothing: keep the file for what is not read.";
const nameAsDataset = "Name the picture as the dataset does.";

const cleanBox = '<box frame="0" outside="0" occluded="0" keyframe="1" xtl="10" ytl="20" xbr="30" ybr="40"></box>';
const cvatDocument = (content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<annotations><version>1.1</version><meta><task><size>4</size><original_size><width>640</width><height>480</height></original_size><labels><label><name>fish</name><attributes></attributes></label></labels></task></meta>\n${content}\n</annotations>\n`;
const inTrack = (shapes: string): string =>
  cvatDocument(`<track id="0" label="fish">\n${cleanBox}\n${shapes}\n</track>`);

export const cvat: RuleGroup = {
  title: "CVAT",
  kinds: ["cvat-xml"],
  name: "annotations.xml",
  around: inTrack,
  rules: [
    rule("xml-syntax", "<track", "Close the element.", { around: cvatDocument }),
    rule(
      "xml-doctype",
      '<!DOCTYPE annotations [<!ENTITY a "b">]><annotations></annotations>',
      "Take the document type out.",
      {
        around: (text) => text,
        options: ["--from", "cvat-xml"],
      },
    ),
    rule("xml-too-deep", "<labels><labels><labels>…</labels></labels></labels>", "Export the file again.", {
      around: (text) => cvatDocument(text.replace("…", "<labels>".repeat(40) + "</labels>".repeat(40))),
    }),
    rule("cvat-not-cvat", "<labels></labels>", "Export the task as `CVAT for images` or `CVAT for video`.", {
      around: (text) => text,
      options: ["--from", "cvat-xml"],
    }),
    rule(
      "cvat-shape-malformed",
      '<box frame="1" outside="0" keyframe="1" xtl="left" ytl="20" xbr="30" ybr="40"></box>',
      correct,
    ),
    rule("cvat-track-malformed", `<track id="x" label="fish">${cleanBox}</track>`, correct, { around: cvatDocument }),
    rule("cvat-image-malformed", '<image name="a.png"></image>', "Give the image an id, the number of its frame.", {
      around: cvatDocument,
    }),
    rule("cvat-image-unknown", '<image id="1" name="x.png"></image>', nameAsDataset, {
      around: cvatDocument,
      ...amongPictures("a.png", "b.png"),
    }),
    rule(
      "cvat-track-id-taken",
      `<track id="0" label="fish">${cleanBox}</track><track id="0" label="fish">${cleanBox}</track>`,
      "Give each track its own id.",
      {
        around: cvatDocument,
      },
    ),
    rule(
      "cvat-flag-malformed",
      '<box frame="1" outside="no" keyframe="1" xtl="10" ytl="20" xbr="30" ybr="40"></box>',
      "Write 0 or 1.",
    ),
    rule("cvat-label-missing", `<track id="0">${cleanBox}</track>`, "Give the track a label.", {
      around: cvatDocument,
    }),
    rule(
      "cvat-label-unlisted",
      `<track id="0" label="crab">${cleanBox}</track>`,
      "Add the label to the list, or correct its name.",
      {
        around: cvatDocument,
      },
    ),
    rule("cvat-element-ignored", `<track id="0" label="fish">${cleanBox}</track><tag label="fish"></tag>`, nothing, {
      around: cvatDocument,
    }),
    rule(
      "cvat-computed-shapes",
      '<polygon frame="1" keyframe="0" points="0,0;4,0;4,4"></polygon>',
      "Nothing, if every shape may be a keyframe.",
      {
        around: (shape) =>
          cvatDocument(
            `<track id="0" label="fish">\n<polygon frame="0" points="0,0;4,0;4,4"></polygon>\n${shape}\n<polygon frame="2" points="0,0;5,0;5,5"></polygon>\n</track>`,
          ),
      },
    ),
    rule(
      "cvat-cuboid-as-box",
      '<cuboid label="fish" xtl1="1" ytl1="2" xbl1="1" ybl1="9" xtr1="8" ytr1="2" xbr1="8" ybr1="9" xtl2="10" ytl2="1" xbl2="10" ybl2="7" xtr2="3" ytr2="1" xbr2="3" ybr2="7"></cuboid>',
      nothing,
      { around: (shape) => cvatDocument(`<image id="0" name="a.png">\n${shape}\n</image>`) },
    ),
    rule(
      "cvat-several-tasks",
      `<track id="0" label="fish" task_id="1">${cleanBox}</track><track id="1" label="fish" task_id="2">${cleanBox}</track>`,
      "Export each task by itself.",
      { around: cvatDocument },
    ),
    rule(
      "cvat-images-renumbered",
      '<image id="0" name="a.png" task_id="1"></image><image id="0" name="b.png" task_id="2"></image>',
      "Import the file into a dataset with these pictures, or export each task by itself.",
      { around: cvatDocument },
    ),
    rule("cvat-several-files", `<track id="0" label="fish">${cleanBox}</track>`, "Import each file by itself.", {
      ...inArchive("a/annotations.xml", { "b/annotations.xml": cvatDocument("") }),
      around: cvatDocument,
      options: ["--from", "cvat-xml"],
    }),
    rule("cvat-no-annotations", "names: [fish]", "Name an export of CVAT.", {
      ...inArchive("data.yaml", { "notes.txt": "fish\n" }),
      options: ["--from", "cvat-xml"],
    }),
  ],
};

const vocDocument = (object: string): string =>
  `<annotation><filename>a.png</filename><size><width>640</width><height>480</height><depth>3</depth></size>\n<object><name>fish</name><bndbox><xmin>11</xmin><ymin>21</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object>\n${object}\n</annotation>\n`;

export const voc: RuleGroup = {
  title: "Pascal VOC",
  kinds: ["voc"],
  name: "a.xml",
  around: vocDocument,
  rules: [
    rule("voc-object-malformed", "<object><name>fish</name><bndbox><xmin>left</xmin></bndbox></object>", correct),
    rule(
      "voc-name-missing",
      "<object><bndbox><xmin>11</xmin><ymin>21</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object>",
      "Give the object a name.",
    ),
    rule(
      "voc-flag-malformed",
      "<object><name>fish</name><difficult>hard</difficult><bndbox><xmin>11</xmin><ymin>21</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object>",
      "Write 0 or 1.",
    ),
    rule("voc-size-malformed", "<width>wide</width>", "Write the width and height of the picture in pixels.", {
      around: (text) => vocDocument("").replace("<width>640</width>", text),
    }),
    rule(
      "voc-parts-ignored",
      "<object><name>fish</name><bndbox><xmin>11</xmin><ymin>21</ymin><xmax>30</xmax><ymax>40</ymax></bndbox><part><name>fin</name></part></object>",
      nothing,
    ),
    rule(
      "voc-element-ignored",
      "<object><name>fish</name><bndbox><xmin>11</xmin><ymin>21</ymin><xmax>30</xmax><ymax>40</ymax></bndbox><depth>4</depth></object>",
      nothing,
    ),
    rule(
      "voc-element-repeated",
      "<object><name>fish</name><name>cod</name><bndbox><xmin>11</xmin><ymin>21</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object>",
      "Write each shape as an object of its own, with one name.",
    ),
    rule(
      "voc-objects-elsewhere",
      "<objects><object><name>fish</name></object></objects>",
      "Put the objects directly into `annotation`.",
    ),
    rule("voc-not-voc", "<labels></labels>", "Name a file of Pascal VOC.", {
      around: (text) => text,
      options: ["--from", "voc"],
    }),
    rule("voc-no-annotations", "<labels></labels>", "Name the folder with the XML files.", {
      ...inArchive("a.xml", { "notes.txt": "fish\n" }),
      options: ["--from", "voc"],
    }),
    rule("voc-picture-unknown", "<filename>x.png</filename>", nameAsDataset, {
      ...inArchive("x.xml", { ...amongPictures("a.png").files, "a.xml": vocDocument("") }),
      around: (text) => vocDocument("").replace("<filename>a.png</filename>", text),
      options: ["--from", "voc", ...amongPictures("a.png").options],
    }),
  ],
};

const shape = '{"label":"fish","points":[[10,20],[30,40]],"shape_type":"rectangle","flags":{},"group_id":null}';
const page = (shapes: string, more = ""): string =>
  `{"version":"5.4.1","flags":{},"shapes":[${shapes}],"imagePath":"a.png","imageData":null,"imageHeight":480,"imageWidth":640${more}}`;

export const labelme: RuleGroup = {
  title: "LabelMe",
  kinds: ["labelme"],
  name: "a.json",
  around: (text) => page(`${shape},${text}`),
  rules: [
    rule("labelme-shape-malformed", '{"label":"fish","points":[[10,20]],"shape_type":"rectangle"}', correct),
    rule(
      "labelme-shape-as-box",
      '{"label":"fish","points":[[10,20],[30,40]],"shape_type":"mask"}',
      "Draw a polygon where the form counts.",
    ),
    rule(
      "labelme-masks-outlined",
      '{"label":"fish","points":[[10,20],[12,22]],"shape_type":"mask","mask":"iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAAAAABzQ+pjAAAADklEQVR4nGNgZGRkgGIAAEIACgQSkrQAAAAASUVORK5CYII="}',
      "Nothing: the polygon follows the mask.",
    ),
    rule("labelme-flag-ignored", '{"blurred":true}', nothing, {
      around: (flags) => page(shape).replace('"flags":{},"shapes"', `"flags":${flags},"shapes"`),
    }),
    rule("labelme-member-ignored", ',"camera":"left"', nothing, { around: (more) => page(shape, more) }),
    rule("labelme-not-labelme", "[]", "Name a file of LabelMe.", {
      around: (text) => text,
      options: ["--from", "labelme"],
    }),
    rule("labelme-no-annotations", '{"fish":1}', "Name the folder with the JSON files.", {
      ...inArchive("notes.json", { "notes.txt": "fish\n" }),
      options: ["--from", "labelme"],
    }),
    rule("labelme-file-broken", '{"version":"5.4.1","shapes":[', "Export the file again.", {
      ...inArchive("b.json", { "a.json": page(shape) }),
      options: ["--from", "labelme"],
    }),
    rule("labelme-file-ignored", '{"fish":1}', "Take the file out of the folder.", {
      ...inArchive("notes.json", { "a.json": page(shape) }),
      options: ["--from", "labelme"],
    }),
    rule("labelme-picture-unknown", '"imagePath":"x.png"', nameAsDataset, {
      ...inArchive("x.json", { ...amongPictures("a.png").files, "a.json": page(shape) }),
      around: (member) => page(shape).replace('"imagePath":"a.png"', member),
      options: ["--from", "labelme", ...amongPictures("a.png").options],
    }),
  ],
};

const geom = "- {geom: {id0: 0, id1: 0, ts0: 0, g0: 10 20 30 40, keyframe: true}}";
const types = "- {types: {id1: 0, cset3: {fish: 1.0}}}";

export const kpf: RuleGroup = {
  title: "KPF",
  kinds: ["kpf"],
  name: "tracks.kpf.yml",
  around: (packet) => `${geom}\n${types}\n${packet}\n`,
  rules: [
    rule("kpf-geom-malformed", "- {geom: {id0: 1, id1: 0, ts0: 1, g0: left 20 30 40}}", correct),
    rule("kpf-track-missing", "- {geom: {id0: 1, ts0: 1, g0: 10 20 30 40}}", "Give the packet an `id1`."),
    rule("kpf-types-malformed", "- {types: {id1: x, cset3: {fish: 1.0}}}", correct),
    rule(
      "kpf-types-without-track",
      "- {types: {id1: 7, cset3: {fish: 1.0}}}",
      "Join the files with `geom` and `types` packets into one.",
    ),
    rule(
      "kpf-types-missing",
      "- {geom: {id0: 1, id1: 1, ts0: 1, g0: 10 20 30 40}}",
      "Put the `types` packets into the file.",
    ),
    rule("kpf-act-malformed", "- {act: {id2: x}}", correct),
    rule("kpf-not-a-packet", "- 7", "Write a map such as `{geom: {…}}`."),
    rule("kpf-packet-ignored", "- {regions: {id1: 0}}", nothing),
    rule(
      "kpf-polygon-malformed",
      "- {geom: {id0: 1, id1: 0, ts0: 1, g0: 10 20 30 40, poly0: [[1, 2]]}}",
      "Write three points or more.",
    ),
    rule("kpf-value-ignored", "- {geom: {id0: 1, id1: 0, ts0: 1, g0: 10 20 30 40, mood: good}}", nothing),
    rule("kpf-tag-refused", "- {geom: !python {id1: 0}}", "Take the tag out."),
    rule("kpf-syntax", "- {geom: {id0: 1, id1: 0", "Close the packet."),
    rule("kpf-no-packets", "fish: 1", "Write a list of packets.", {
      around: (text) => `${text}\n`,
      options: ["--from", "kpf"],
    }),
    rule("kpf-too-deep", "- {geom: [[[…]]]}", "Export the file again.", {
      around: (packet) => `${geom}\n${packet.replace("…", "[".repeat(100) + "]".repeat(100))}\n`,
    }),
    rule(
      "kpf-too-many-aliases",
      `- geom:\n    a: &a [x]\n    b: &b [${Array(11).fill("*a").join(",")}]\n    c: [${Array(11).fill("*b").join(",")}]`,
      "Write the values out.",
    ),
  ],
};

export const yolo: RuleGroup = {
  title: "YOLO",
  about: "The examples are rows of a file of one picture.",
  kinds: ["yolo"],
  name: "frame_0000.txt",
  around: (row) => `0 0.5 0.5 0.1 0.1\n0 0.3 0.4 0.1 0.1\n${row}\n`,
  rules: [
    rule("yolo-row-malformed", "0 left 0.5 0.1 0.1", correct),
    rule("yolo-row-outside", "0 1.4 0.5 0.1 0.1", "Write positions as fractions of the picture, from 0 to 1."),
    rule("yolo-box-empty", "0 0.5 0.5 0 0.1", "Draw the box, or delete the row."),
    rule("yolo-class-unknown", "7 0.5 0.5 0.1 0.1", "Add the name of the class to `classes.txt` or `data.yaml`."),
    rule("yolo-names-malformed", "names: fish", "Write a list, `names: [fish]`, or a name a line in `classes.txt`.", {
      name: "data.yaml",
      around: (line) => `${line}\n`,
      files: { "frame_0000.txt": "0 0.5 0.5 0.1 0.1\n" },
    }),
    rule("yolo-row-repeated", "0 0.5 0.5 0.1 0.1", "Delete one of the rows."),
    rule(
      "yolo-polygons-among-boxes",
      "0 0.5 0.5 0.1 0.1 0.2 0.2 0.1 0.1",
      "Break the line before the second row, or write all rows as polygons.",
    ),
    rule("yolo-separators-taken", "0 0,5 0,5 0,1 0,1", "Separate numbers by blanks, and write points in them.", {
      around: (row) => `${row}\n0 0,3 0,4 0,1 0,1\n`,
    }),
    rule("yolo-numbers-guessed", "0 0.5 0.5 0.1 0.1 0.9 12", "Say what the rows are, in `data.yaml` next to them."),
    rule("yolo-no-labels", "<labels></labels>", "Name the folder that has `labels` in it.", {
      ...inArchive("a.xml", { "a.png": "" }),
      around: (text) => text,
      options: ["--from", "yolo"],
    }),
    rule("yolo-size-unknown", "0 0.5 0.5 0.1 0.1", "Name the size of the pictures (`--image-size`).", {
      foundBy: "convert",
    }),
    rule("yolo-size-unknown-of", "0 0.5 0.5 0.1 0.1", "Name the size of the pictures (`--image-size`).", {
      foundBy: "server",
    }),
    rule("yolo-picture-unknown", "0 0.5 0.5 0.1 0.1", "Name the file as its picture: `x.txt` is that of `x.png`.", {
      name: "x.txt",
      files: { ...amongPictures("a.png").files, "a.txt": "0 0.5 0.5 0.1 0.1\n" },
      options: amongPictures("a.png").options,
    }),
  ],
};
