import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

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
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × detection in another file")]);
  expect(said).toContainEqual(expect.stringMatching(/about 2 videos.*Left out: `b\.mp4`/));
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
