import { endingsText } from "#schemas/media-files";
import { expect, test } from "vitest";
import { validateFiles } from "./validate-files.ts";

test("a sequence with a CSV answers the keys of both generations of the api", () => {
  expect(validateFiles(["1.png", "notes.doc", "2.PNG", "a.csv"])).toEqual({
    ok: true,
    message: "",
    type: "image-sequence",
    media: ["1.png", "2.PNG"],
    annotations: ["a.csv"],
    roles: {
      media: ["1.png", "2.PNG"],
      annotations: ["a.csv"],
      datasetConfig: [],
      frameMetadata: [],
      ignored: ["notes.doc"],
    },
    reasons: { "notes.doc": "Unsupported side file" },
  });
});

test.each([
  [["a.mp4", "b.png"], "Do not upload images and videos in the same batch."],
  [["a.mp4", "b.tif"], "Do not upload images and videos in the same batch."],
  [["a.tif", "b.png"], "Do not upload images and tile images in the same batch."],
  [["a.png", "1.csv", "2.csv"], "Can only upload a single CSV Annotation per import"],
  [
    ["a.png", "frame-metadata.csv", "frame_metadata.json"],
    "More than one metadata file was selected. Choose one file and try again.",
  ],
  [["a.png", "meta.json", "x.config.json"], "Can only upload a single configuration JSON per import"],
  [["a.png", "1.json", "2.json"], "Can only upload a single annotation JSON per import"],
  [["a.png", "1.csv", "2.yml"], "Cannot mix annotation import types"],
  [["a.png", "1.yaml", "2.yml"], "Can only upload a single YAML Annotation per import"],
  [["a.png", "1.csv", "2.json"], "Cannot mix annotation import types"],
  [["a.mp4", "b.mp4", "1.csv"], "Annotation upload is not supported when multiple videos are uploaded"],
  [["a.mp4", "b.mp4", "config.json"], "Annotation upload is not supported when multiple videos are uploaded"],
  [
    ["a.csv", "b.txt", "a.xcf"],
    `No supported media-type files found: b.txt, a.xcf. Videos: ${endingsText("video")}. Pictures: png, jpg, gif, webp, avif, ` +
      "bmp, sgi, pgm, ppm, pbm, tga, jp2, psd, exr. Large images: tif, nitf, vrt.",
  ],
  [
    ["dive.tar.gz"],
    "No supported media-type files found: dive.tar.gz. Only zip archives are accepted: unpack dive.tar.gz, and upload its folder, " +
      `or a zip of it. Videos: ${endingsText("video")}. Pictures: ${endingsText("image")}. Large images: ${endingsText("large-image")}.`,
  ],
  [
    ["inner.zip"],
    "No supported media-type files found: inner.zip. inner.zip is an archive: upload it by itself. " +
      `Videos: ${endingsText("video")}. Pictures: ${endingsText("image")}. Large images: ${endingsText("large-image")}.`,
  ],
  [[], "No supported media-type files found"],
])("%j is refused: %s", (names, message) => {
  expect(validateFiles(names)).toMatchObject({ ok: false, type: "", message });
});

test.each([
  [["a.MP4"], "video"],
  [["a.mp4", "b.webm"], "video"],
  [["a.r0", "b.ntf"], "large-image"],
  [["a.png", "a.csv", "frame-metadata.csv", "config.json"], "image-sequence"],
])("%j is a good selection of type %s", (names, type) => {
  expect(validateFiles(names)).toMatchObject({ ok: true, type, message: "" });
});

test("pictures that are not taken are named as such", () => {
  const { reasons } = validateFiles(["a.png", "IMG_0001.HEIC"]);
  expect(reasons["IMG_0001.HEIC"]).toContain("HEIC pictures are not accepted. Save them as JPEG or PNG");
});

test("a file named like a property of objects is still listed with its reason", () => {
  expect(Object.entries(validateFiles(["a.png", "__proto__"]).reasons)).toEqual([
    ["__proto__", expect.stringMatching(/^Unsupported side file: its name has no extension/)],
  ]);
});
