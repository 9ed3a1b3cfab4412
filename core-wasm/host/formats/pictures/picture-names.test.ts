/**
 * Picture names in VIAME CSV: they survive a round trip, are written to formats that support them, and are counted as
 * losses elsewhere.
 */
import { expect, test } from "vitest";
import { createCores, text, utf8 } from "../../testing/cores.ts";
import type { TrackId } from "../../types.ts";

const cores = await createCores(2);
const rows = (...names: string[]): Uint8Array =>
  utf8(names.map((name, index) => `${index},${name},${index * 2},0,0,1,1,1,-1,fish,1\n`).join(""));
const secondCells = (bytes: Uint8Array): string[] =>
  text(bytes)
    .split("\r\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(",")[1] ?? "");

test("names come back by frame, and nothing is lost", () => {
  const core = cores();
  const { imageNames = [] } = core.reader.readViameCsv(rows("b.png", "", '"a,""1"".png"'));
  expect(imageNames).toEqual(["b.png", "", "", "", 'a,"1".png']);
  const { bytes, losses } = core.writer.writeViameCsv({ mediaType: "image-sequence", imageNames });
  expect(text(bytes)).toContain('"a,""1"".png"');
  expect(secondCells(bytes).slice(0, 2)).toEqual(["b.png", ""]);
  expect(losses).toEqual([]);
  const coco = core.writer.writeCoco({ format: "coco", mediaType: "image-sequence", imageNames });
  const { images } = JSON.parse(text(coco.bytes)) as { images: { file_name: string }[] };
  expect(images.map((image) => image.file_name)).toEqual(["b.png", "frame_000002.jpg", 'a,"1".png']);
  expect(coco.losses.filter(({ kind }) => kind === "picture-name")).toEqual([]);
});

test("KWCOCO with tracks, of which only some pictures have names, is read back; the names written for others say no order", () => {
  const core = cores();
  const csv = utf8(["zebra.png", "", ""].map((name, frame) => `7,${name},${frame},0,0,1,1,1,-1,fish,1\n`).join(""));
  const { imageNames = [] } = core.reader.readViameCsv(csv);
  const { bytes } = core.writer.writeCoco({ mediaType: "image-sequence", imageNames });
  const other = cores();
  other.reader.readCoco(bytes);
  expect([...other.keyframes(7 as TrackId)]).toEqual([0, 1, 2]);
  // A number that is not its frame's is a name as any other.
  const moved = utf8(text(bytes).replace("frame_000001.jpg", "frame_000003.jpg"));
  expect(() => cores().reader.readCoco(moved)).toThrow("DIVE sort order");
});

test("formats that have no place for them count them", () => {
  const core = cores();
  core.reader.readViameCsv(rows("b.png", "a.png"));
  const lost = [
    core.writer.writeDiveJson(),
    core.writer.writeMot(),
    core.writer.writeViameCsv({ mediaType: "video", fps: 5 }),
  ].map(({ losses }) => losses.find(({ kind }) => kind === "picture-name"));
  const example = { frame: 0, text: 'The name of the picture is not written: "b.png".' };
  expect(lost).toEqual(lost.map(() => ({ kind: "picture-name", count: 2, example })));
});

test("of two names of one frame the first one stays, and the other is counted", () => {
  const core = cores();
  const { imageNames = [] } = core.reader.readViameCsv(
    utf8("0,a.png,3,0,0,1,1,1,-1,fish,1\n1,b.png,3,0,0,1,1,1,-1,fish,1\n"),
  );
  expect(imageNames[3]).toBe("a.png");
  const { losses } = core.writer.writeViameCsv({ mediaType: "image-sequence", imageNames });
  expect(losses).toMatchObject([{ kind: "picture-name", count: 1, example: { frame: 3 } }]);
});

test("times are not names, and no names are taken if the dataset's pictures are given", () => {
  const core = cores();
  expect(core.reader.readViameCsv(rows("00:00:01.500000", "00:00:02")).imageNames).toBeUndefined();
  expect(core.writer.writeDiveJson().losses).toEqual([]);
  expect(
    core.reader.readViameCsv(rows("a.png", "b.png"), { imageNames: ["b.png", "a.png"] }).imageNames,
  ).toBeUndefined();
  expect(core.writer.writeDiveJson().losses).toEqual([]);
});

test("a frame far beyond all others has no name", () => {
  const core = cores();
  const { imageNames } = core.reader.readViameCsv(utf8("0,a.png,2147483647,0,0,1,1,1,-1,fish,1\n"));
  expect(imageNames).toBeUndefined();
  expect(core.writer.writeDiveJson().losses).toMatchObject([{ kind: "picture-name", count: 1 }]);
});
