import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sharedData } from "../../../../tests/support/shared-data.ts";
import { allTracks, builds, text, utf8 } from "../../testing/cores.ts";
import { readAnnotationFile } from "../annotation-formats.ts";
import { sourceOfFiles } from "../sources/source.ts";
import { parseLabelList } from "../text/label-list.ts";

const hasData = sharedData("annotations/mot") !== undefined;
const real = (name: string): Uint8Array => readFileSync(sharedData(`annotations/mot/${name}`) ?? "");

test("of a sequence of the MOT Challenge the ground truth is read, and not what trackers begin with", async () => {
  const core = await builds[0]!.create();
  const files = {
    "MOT17-02/det/det.txt": "1,-1,11,21,30,40,0.9\n",
    "MOT17-02/gt/gt.txt": "1,1,11,21,30,40,1,2,1\n",
    "MOT17-02/gt/labels.txt": "cod\ncrab\n",
    "MOT17-02/seqinfo.ini": "[Sequence]\nframeRate=30\n",
  };
  const source = sourceOfFiles(Object.entries(files).map(([name, rows]) => ({ name, bytes: utf8(rows) })));
  const report = await readAnnotationFile(core, source, {});
  expect(report.problems.map(({ message }) => message)).toEqual([
    "MOT17-02/det/det.txt has detections for trackers and was left out: the ground truth is in another file.",
  ]);
  expect(allTracks(core)).toMatchObject([{ id: 1, confidencePairs: [["crab", 1]] }]);
});

describe.each(builds)("$name build", ({ create }) => {
  test.skipIf(!hasData)("the real ground truth is read with its labels, and written again", async () => {
    const core = await create();
    const labels = parseLabelList(real("labels.txt"));
    expect(labels).toHaveLength(10);
    const report = core.reader.readMot(real("gt.txt"), { labels, pixelOrigin: 0 });
    expect(report).toMatchObject({ format: "mot", trackCount: 1, detectionCount: 1, problems: [] });
    expect(allTracks(core)).toMatchObject([
      { confidencePairs: [["label_2", 1]], features: [{ bounds: [0, 4, 4, 12] }] },
    ]);
    const { bytes, losses } = core.writer.writeMot({ labels, pixelOrigin: 0 });
    expect(losses).toEqual([]);
    expect(text(bytes)).toBe("1,0,0,4,4,8,1,3,1\n");
  });

  test.skipIf(!hasData)("the real rows between blanks are read", async () => {
    const core = await create();
    const report = core.reader.readMot(real("gt-short.txt"));
    expect(report).toMatchObject({ trackCount: 2, detectionCount: 6, skippedCount: 0, problems: [] });
    const tracks = [...core.writer.trackRows()].map(({ id, begin, end }) => ({ id, begin, end }));
    expect(tracks).toEqual([
      { id: 1, begin: 0, end: 2 },
      { id: 13, begin: 122, end: 124 },
    ]);
  });

  test("written files are read back the same", async () => {
    const core = await create();
    const reread = await create();
    core.reader.readMot(
      utf8("1,1,794.27,247.59,71.245,174.88,0.5,1,0.86\n5,1,795,248,71,174,0,1,-1\n2,9,1,1,0,0,1,-1,0\n"),
    );
    const { bytes, losses } = core.writer.writeMot();
    // The pair of a track is that of its last row, whose flag 0 is not a confidence.
    expect(losses).toEqual([]);
    reread.reader.readMot(bytes);
    expect(allTracks(reread)).toEqual(allTracks(core));
    expect(text(reread.writer.writeMot().bytes)).toBe(text(bytes));
  });

  test("rows are added to what the core holds", async () => {
    const core = await create();
    core.reader.readMot(utf8("1,4,1,1,10,10,1,1,1\n"));
    core.reader.readMot(utf8("1,4,1,1,10,10,1,3,1\n1,-1,1,1,10,10,1,3,1\n"), { mode: "additive", typePrefix: "new" });
    core.assertIntegrity();
    expect(core.types()).toEqual(expect.arrayContaining(["pedestrian", "new_car"]));
    expect([...core.writer.trackRows()].map(({ id, label }) => [id, label])).toEqual([
      [4, "pedestrian"],
      [9, "new_car"],
      [10, "new_car"],
    ]);
  });
});

test("a list of labels has one name a line", () => {
  expect(parseLabelList(utf8("cod\r\n eel \n\ncrab"))).toEqual(["cod", "eel", "crab"]);
});
