/** The report on a file before it is imported, and annotations at another frame rate. */
import { expect, test } from "vitest";
import { allTracks, builds, text, utf8 } from "../testing/cores.ts";
import { inspectFile } from "./inspect-file.ts";
import { rescaleFrames } from "./rescale-frames.ts";
import { sourceOfFiles } from "./sources/source.ts";

const [{ create }] = builds;

test("a file is described by its tracks, its types, and its problems by kind with their lines", async () => {
  const csv = [
    "# 1: Detection or Track-id,  2: Video or Image Identifier",
    "0,,0,1,2,3,4,1,-1,fish,1",
    "x,,0,1,2,3,4,1,-1,fish,1",
    "0,,9,1,2,3,4,1,-1,fish,1",
    "1,,0,1,2,1,4,1,-1,crab,1",
    "1,,1,1,2,3,4,1,-1,crab,1",
    "y,,0,1,2,3,4,1,-1,fish,1",
    "2,,1,1,2,3,4,1,-1,fish,1",
  ];
  const found = await inspectFile(await create(), utf8(csv.join("\n")), { name: "a.csv", frameCount: 5 });
  expect(found).toMatchObject({
    kind: "viame-csv",
    report: { trackCount: 3, detectionCount: 5, skippedCount: 2 },
    types: [
      { type: "fish", trackCount: 2 },
      { type: "crab", trackCount: 1 },
    ],
    pastEndCount: 1,
  });
  expect(found.problems.map(({ code, severity, count, lines }) => [code, severity, count, lines])).toEqual([
    ["csv-id-malformed", "error", 2, [3, 7]],
    ["box-empty", "warning", 1, []],
    ["frame-behind-last", "warning", 1, []],
  ]);
});

test("problems of JSON have lines too; other files are named as what they are", async () => {
  const json = '{"version": 2, "tracks": {\n"0": {"id": 0, "begin": 0, "end": 0, "features": 7}\n}, "groups": {}}';
  const found = await inspectFile(await create(), utf8(json), { name: "a.json" });
  expect(found.problems).toMatchObject([{ code: "json-features-malformed", lines: [2] }]);
  const other = await inspectFile(await create(), utf8("hello"), { name: "a.csv" });
  expect(other.report).toBeUndefined();
  expect(other.problems).toMatchObject([{ severity: "error", code: "not-annotations" }]);
});

test("frames at another rate: the same moments, of several on one frame the nearest, groups too", async () => {
  const core = await create();
  const track = {
    id: 4,
    begin: 0,
    end: 60,
    confidencePairs: [["fish", 1]],
    attributes: { sex: "f" },
    features: [0, 5, 29, 30, 32, 60].map((frame) => ({ frame, bounds: [frame, 0, 90, 90], keyframe: true })),
  };
  const group = {
    id: 1,
    begin: 0,
    end: 60,
    confidencePairs: [["pod", 1]],
    attributes: {},
    members: { "4": { ranges: [[0, 30]] } },
  };
  core.reader.readDiveJson(utf8(JSON.stringify({ version: 2, tracks: { "4": track }, groups: { "1": group } })));
  const rescaled = await create();
  rescaled.reader.readDiveJson(rescaleFrames(core, 5 / 30));
  expect(allTracks(rescaled)).toMatchObject([
    {
      id: 4,
      begin: 0,
      end: 10,
      attributes: { sex: "f" },
      features: [{ frame: 0 }, { frame: 1 }, { frame: 5 }, { frame: 10 }],
    },
  ]);
  expect(rescaled.detectionAt(4 as never, 5 as never)?.bounds[0]).toBe(30);
  expect([...rescaled.writer.groupRows()].map(({ json }) => JSON.parse(json) as unknown)).toMatchObject([
    { begin: 0, end: 10, members: { "4": { ranges: [[0, 5]] } } },
  ]);
  expect(text(rescaleFrames(core, 1))).toContain('"frame":29');
  expect(() => rescaleFrames(core, 0)).toThrow(RangeError);
});

test("a table with a list of the names of its types is shown, and read by its columns", async () => {
  const source = sourceOfFiles([
    { name: "class-descriptions-boxable.csv", bytes: utf8("/m/0ch_cf,Fish\n/m/0n28_,Crab\n") },
    {
      name: "validation-annotations-bbox.csv",
      bytes: utf8("ImageID,LabelName,Confidence,XMin,XMax,YMin,YMax\na,/m/0ch_cf,1,0.1,0.4,0.25,0.75\n"),
    },
  ]);
  const known = { name: "boxes.zip", imageSize: { width: 100, height: 80 } };
  const { table } = await inspectFile(await create(), source, known);
  expect(table).toMatchObject({ header: expect.arrayContaining(["ImageID", "LabelName"]) as unknown });
  const found = await inspectFile(await create(), source, { ...known, columns: table!.columns! });
  expect(found.types).toEqual([{ type: "Fish", trackCount: 1 }]);
});

test("the first byte that is not UTF-8 names its line", async () => {
  const bytes = Uint8Array.from([...new TextEncoder().encode("0,a.png,0,1,2,3,4,1,-1,cod,1\n1,F"), 0xe4]);
  const rest = new TextEncoder().encode("nge.png,1,1,2,3,4,1,-1,cod,1\n");
  const { problems } = await inspectFile(await create(), Uint8Array.from([...bytes, ...rest]), { name: "a.csv" });
  expect(problems).toMatchObject([{ code: "text-encoding-guessed", lines: [2] }]);
});
