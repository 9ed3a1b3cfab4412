/** Data that are accepted as they are, but reported as probable mistakes. */
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { WasmAnnotationCore } from "../annotation-core.ts";
import { bareInstance, builds, utf8 } from "../testing/cores.ts";
import { issueRules, type IssueRule } from "../types.ts";
import { pastLastFrameProblems } from "./issues.ts";
import { boundsIou } from "./iou.ts";
import { sortBoxes, visitOverlappingPairs, visitRepeatedBoxes } from "./overlaps.ts";

const rows = [
  "0,a.png,0,5,2,3,4,1,-1,fish,7",
  "0,a.png,1,1,4,3,2,1,-1,fish,7",
  "1,a.png,2,1,2,1,4,1,-1,crab,-0.5",
  "2,a.png,999,1,2,3,4,1,-1",
  "3,b.png,0,1,2,3,4,1,-1,fish,0",
  "4,a.png,0,1,2,3,4,1,-1,fish,1",
];

describe.each(builds)("$name build", ({ create }) => {
  test("inverted and empty boxes, confidences, types and frames are reported as issues, each with the first example", async () => {
    const core = await create();
    const report = core.reader.readViameCsv(utf8(rows.join("\n")));
    expect(report.lastFrame).toBe(999);
    const issues = core.findIssues({ frameCount: 343 });
    expect(issues.map(({ code, message, severity }) => `${severity} ${code} ${message}`)).toEqual([
      "warning box-inverted 2 boxes end left of or above their start; the first is track 0 on frame 0.",
      "warning box-empty 1 box has no width or no height: track 1 on frame 2.",
      "warning confidence-out-of-range 2 confidences are not between 0 and 1; the first is 7 of track 0.",
      "warning type-missing 1 track has no type but `unknown`: track 2.",
      expect.stringMatching(/^warning frame-behind-last There are annotations up to frame 999, .* is 342\./) as string,
    ]);
    expect(core.findIssues().map(({ code }) => code)).not.toContain("frame-behind-last");
    expect(core.findIssues({ frameCount: 1000 }).map(({ code }) => code)).not.toContain("frame-behind-last");
  });

  test("names of types that are empty, blank or too long to read are reported, anywhere in a track", async () => {
    const core = await create();
    const tracks = [["fish"], [""], [" "], ["fish", "x".repeat(201)], ["x".repeat(200)]].map((names, id) => ({
      id,
      begin: 0,
      end: 0,
      attributes: {},
      confidencePairs: names.map((name) => [name, 0.5]),
      features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
    }));
    core.reader.readDiveJson(
      utf8(JSON.stringify({ version: 2, tracks: Object.fromEntries(tracks.entries()), groups: {} })),
    );
    expect(core.findIssues()).toMatchObject([
      {
        code: "type-unusual",
        message: "3 tracks have a type whose name is empty or longer than 200 characters; the first is track 1.",
      },
    ]);
  });

  test("two pictures on one frame are reported by the reader, once", async () => {
    const core = await create();
    expect(core.reader.readViameCsv(utf8(rows.join("\n"))).problems).toMatchObject([
      { severity: "warning", code: "csv-different-images-one-frame" },
    ]);
    expect(core.reader.readViameCsv(utf8(rows.join("\n").replace("b.png", "a.png"))).problems).toEqual([]);
  });

  test("annotations without issues give no warning, and neither does an empty set", async () => {
    const core = await create();
    expect(core.reader.readViameCsv(utf8("# empty\n")).lastFrame).toBeUndefined();
    expect(core.findIssues({ frameCount: 1 })).toEqual([]);
    core.reader.readViameCsv(utf8("0,,0,1,2,3,4,1,-1,fish,1\n"));
    expect(core.findIssues({ frameCount: 1 })).toEqual([]);
  });
});

test("each rule names the places where it is broken, and says what validate says", async () => {
  const core = await builds[0].create();
  const row = (id: number, frame: number, box: string, type = "fish", rest = ""): string =>
    `${id},,${frame},${box},1,-1,${type},1${rest}`;
  core.reader.readViameCsv(
    utf8(
      [
        row(0, 0, "10,10,20,20"),
        row(0, 1, "100,10,110,20"),
        row(0, 4, "101,10,111,20"),
        row(1, 0, "10,10,20,20"),
        row(1, 1, "50,50,60,60"),
        row(2, 1, "50,50,60,61"),
        row(3, 1, "50,50,60,61", "crab", ",(trk-atr) sex x,(atr) depth 12"),
        row(4, 2, "-5,0,30,30", "worm"),
        row(5, 3, "0,0,110,100", "crab", ",(trk-atr) frameLabel true"),
        row(6, 3, "0,60,30,80", "crab", ",(trk-atr) frameLabel false"),
      ].join("\n"),
    ),
  );
  const facts = {
    frameCount: 4,
    pictureSize: { width: 110, height: 100 },
    types: ["fish", "crab"],
    attributes: [
      { name: "sex", belongs: "track", values: ["f", "m"] },
      { name: "depth", belongs: "detection", range: [0, 10] },
    ],
  } as const;
  const texts = issueRules.map((rule) => [rule, core.listIssues(rule, facts).places.map(({ text }) => text)] as const);
  expect(Object.fromEntries(texts.filter(([, places]) => places.length > 0))).toEqual({
    "frame-behind-last": ["track 0 up to frame 4"],
    "box-outside": ["track 4 on frame 2"],
    "box-duplicate": ["track 1 as track 0 on frame 0"],
    "track-jump": ["track 0 on frame 1", "track 1 on frame 1"],
    "track-gap": ["track 0 on frames 2 to 3"],
    "tracks-overlap": ["tracks 1 and 2 on frame 1"],
    "track-single-frame": ["track 2", "track 3", "track 4", "track 6"],
    "type-unlisted": ["`worm` of track 4"],
    "attribute-outside": ['sex = "x" of track 3', "depth = 12 of track 3 on frame 1"],
  });
  const told = core.findIssues({ ...facts, all: true });
  for (const { code, message } of told) expect(core.listIssues(code as IssueRule, facts).message).toBe(message);
  expect(told).toHaveLength(9);
  expect(core.findIssues(facts).map(({ code }) => code)).toEqual(["box-outside", "frame-behind-last"]);
  expect(core.findIssues(facts)[0]).toMatchObject({ trackId: 4, frame: 2 });
  // Every picture has its own size; if unknown, the common one counts.
  const pictureSizes = [undefined, undefined, { width: 10, height: 10 }];
  expect(core.findIssues({ pictureSizes }).map(({ code }) => code)).toEqual(["box-outside"]);
  expect(core.listIssues("box-outside", { pictureSizes, pictureSize: { width: 9, height: 9 } }).count).toBeGreaterThan(
    1,
  );
  expect(core.findIssues({})).toEqual([]);
  expect(core.listIssues("tracks-overlap").places).toMatchObject([{ trackId: 1, other: 2, frame: 1 }]);
});

test("labels of frames are not objects: rules about boxes leave them out, those about types and confidences do not", async () => {
  const core = await builds[0].create();
  const facts = { frameCount: 20, pictureSize: { width: 100, height: 100 } };
  const frames = (id: number, boxes: Readonly<Record<number, string>>, label: boolean): readonly string[] =>
    Object.entries(boxes).map(([at, box]) => `${id},,${at},${box},1,-1,day,1,(trk-atr) frameLabel ${String(label)}`);
  const whole = "0,0,100,100";
  const rows = (label: boolean): string =>
    [
      ...frames(0, { 0: whole, 9: whole }, label),
      ...frames(1, { 0: whole, 3: "0,0,100,99" }, label),
      ...frames(2, { 3: "0,0,0,0" }, label),
      ...frames(3, { 3: "0,0,640,360", 4: "9,9,3,3", 5: "900,900,901,901" }, label),
    ].join("\n");
  const broken = (): readonly IssueRule[] => issueRules.filter((rule) => core.listIssues(rule, facts).count > 0);
  const aboutBoxes = ["box-inverted", "box-empty", "box-outside", "box-duplicate", "track-jump", "track-gap"];
  core.reader.readViameCsv(utf8(rows(false)));
  expect(broken()).toEqual([...aboutBoxes, "track-single-frame"]);
  core.reader.readViameCsv(utf8(rows(true)));
  expect(broken()).toEqual([]);
  expect(core.findIssues({ ...facts, all: true })).toEqual([]);
  // A single object on a label is not reported; two objects are.
  core.reader.readViameCsv(utf8([rows(true), ...frames(7, { 0: whole, 1: whole }, false)].join("\n")));
  expect(broken()).toEqual([]);
  core.reader.readViameCsv(
    utf8([rows(true), ...frames(7, { 0: whole }, false), ...frames(8, { 0: "0,0,100,99" }, false)].join("\n")),
  );
  expect(core.listIssues("tracks-overlap").places).toMatchObject([{ trackId: 7, other: 8, frame: 0 }]);
  core.reader.readViameCsv(utf8(rows(true).replaceAll("day,1", "unknown,3")));
  expect(broken()).toEqual(["confidence-out-of-range", "type-missing"]);
});

test("pairs and repeated boxes on a frame are those of a naive comparison", () => {
  const core = bareInstance();
  const skipped = new Set([1]);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(3), fc.nat(20), fc.nat(20), fc.constantFrom("a", "b")), { minLength: 1, maxLength: 14 }),
      fc.boolean(),
      fc.constantFrom(1, 1e8),
      (drawn, isDense, spread) => {
        const list = isDense ? drawn.map(([frame, x, y, type]) => [frame, x % 2, y % 2, type] as const) : drawn;
        const face = new WasmAnnotationCore(core);
        const rows = list.map(([frame, x, y, type], id) => ({
          id,
          frame: frame * spread,
          type,
          box: [x, y, x + 8, y + 6] as const,
        }));
        face.reader.readViameCsv(
          utf8(rows.map(({ id, frame, box, type }) => `${id},,${frame},${box.join()},1,-1,${type},1`).join("\n")),
        );
        const pairs = rows.flatMap((a) =>
          rows
            .filter((b) => b.id > a.id && b.frame === a.frame && b.type === a.type)
            .map((b) => ({ a: a.id, b: b.id, iou: boundsIou(a.box, b.box), isSame: a.box.join() === b.box.join() })),
        );
        const expected = pairs
          .filter(({ iou, isSame }) => iou > 0 && !isSame)
          .map(({ a, b, iou }) => `${a} ${b} ${iou.toFixed(9)}`);
        const boxes = sortBoxes(core);
        for (const minIou of [0, 0.5]) {
          const found: string[] = [];
          visitOverlappingPairs(boxes, minIou, (a, b, _frame, iou) => found.push(`${a} ${b} ${iou.toFixed(9)}`));
          expect(found.toSorted()).toEqual(expected.filter((pair) => Number(pair.split(" ")[2]) >= minIou).toSorted());
        }
        const counted = pairs.filter(({ a, b, isSame }) => isSame && !skipped.has(a) && !skipped.has(b));
        const firsts = new Map(counted.toReversed().map(({ a, b }) => [b, a] as const));
        const repeated: (readonly [number, number])[] = [];
        visitRepeatedBoxes(boxes, skipped, (id, original) => repeated.push([id, original]));
        expect(repeated.toSorted(([a], [b]) => a - b)).toEqual([...firsts].toSorted(([a], [b]) => a - b));
      },
    ),
    { seed: 1, numRuns: 200 },
  );
});

test("a pair of boxes is found whose overlap is just large enough", () => {
  const core = bareInstance();
  new WasmAnnotationCore(core).reader.readViameCsv(utf8("0,,0,0,0,10,4,1,-1,fish,1\n1,,0,5,0,10,4,1,-1,fish,1\n"));
  const found: number[] = [];
  visitOverlappingPairs(sortBoxes(core), 0.5, (a, b, _frame, iou) => found.push(a, b, iou));
  expect(found).toEqual([0, 1, 0.5]);
});

test("a box that many tracks have is counted once for each of the others, in no more time than other boxes", async () => {
  const core = await builds[0].create();
  const rows = Array.from({ length: 20_000 }, (_, id) => `${id},,0,1,2,3,4,1,-1,fish,1`);
  core.reader.readViameCsv(utf8(rows.join("\n")));
  const { count, places } = core.listIssues("box-duplicate");
  expect(count).toBe(19_999);
  expect(places[1]).toMatchObject({ trackId: 2, other: 0, frame: 0 });
  expect(core.listIssues("tracks-overlap").count).toBe(0);
}, 5000);

test("without a last frame, or without frames, nothing is past them", () => {
  expect(pastLastFrameProblems(undefined, 5)).toEqual([]);
  expect(pastLastFrameProblems(9, undefined)).toEqual([]);
  expect(pastLastFrameProblems(5, 5)).toMatchObject([{ code: "frame-behind-last" }]);
});
