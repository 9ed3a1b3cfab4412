/** Reading, in addition to the corpus: modes, pages, hostile inputs, real files. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { sharedData } from "../../../../tests/support/shared-data.ts";
import { annotationVersion } from "../dive-json/write-json.ts";
import { allTracks, builds, frame, id, text, utf8 } from "../../testing/cores.ts";
import type { AnnotationCore } from "../../types.ts";
import { CoreError } from "../../types.ts";

const row = (trackId: number, at: number, rest = "fish,1"): string => `${trackId},,${at},1,2,3,4,1,-1,${rest}\n`;
const document = (tracks: unknown): string => JSON.stringify({ tracks, groups: {}, version: 2 });

function refusal(run: () => unknown): CoreError {
  try {
    run();
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

describe.each(builds)("$name build", ({ create }) => {
  let core: AnnotationCore;

  beforeEach(async () => {
    core = await create();
  });

  test("[S-CONST-02] annotation documents are written as version 2", () => {
    core.reader.readViameCsv(utf8(row(0, 0)));
    expect(JSON.parse(text(core.writer.writeDiveJson().bytes))).toMatchObject({ version: 2 });
    expect(annotationVersion).toBe(2);
  });

  test("a document that ends early says so, and at which byte, wherever it was cut", () => {
    const feature = { frame: 1, bounds: [1.5, 2, 3, 4e2], notes: ["a \\ ü"], attributes: { a: [true, null] } };
    const whole = utf8(document({ 0: { id: 0, confidencePairs: [["fïsh", 0.5]], features: [feature] } }));
    const coco = utf8(
      '{"images":[],"categories":[{"id":1,"name":"a\\u00e9"}],"annotations":[{"id":-1.5e3,"x":false}]}',
    );
    for (let end = 1; end < whole.length; end++) {
      // Cut inside a character, it is no longer UTF-8.
      if (((whole[end] ?? 0) & 0xc0) === 0x80) continue;
      const error = refusal(() => core.reader.readDiveJson(whole.slice(0, end)));
      expect([error.code, error.message], text(whole.slice(0, end))).toEqual([
        "json-ends-early",
        expect.stringContaining(`at byte ${end},`) as string,
      ]);
    }
    for (let end = 1; end < coco.length; end++) {
      const error = refusal(() => core.reader.readCoco(coco.slice(0, end)));
      expect(error.code, text(coco.slice(0, end))).toBe("json-ends-early");
    }
    expect(refusal(() => core.reader.readDiveJson(utf8('{"tracks":}'))).code).toBe("json-syntax");
  });

  test("a syntax error is what a refused read is about, whatever follows it", () => {
    const feature = '{"frame":1,"bounds":[1,2,3,4], "keyframe" :true, keyframe" :1}';
    const source = `{"tracks":{"0":{"id":0,"features":[${feature}]}}}`;
    const { code, problem } = refusal(() => core.reader.readDiveJson(utf8(source)));
    expect(code).toBe("json-syntax");
    expect(problem).toMatchObject({ offset: source.indexOf(' keyframe"') + 1, pointer: "/tracks/0/features/0" });
  });

  test("members of groups that are not tracks are named as the file names them", () => {
    const group = { id: 1, begin: 0, end: 3, members: { 5: { ranges: [[0, 3]] }, boat: { ranges: [[0, 3]] } } };
    const { problems } = core.reader.readDiveJson(utf8(JSON.stringify({ tracks: {}, groups: { 1: group } })));
    expect(problems).toMatchObject([
      { code: "group-member-unknown", message: "Group 1 has the member 5, which is not a track." },
      { code: "group-member-unknown", message: "Group 1 has the member boat, which is not a track." },
    ]);
  });

  test("[V-DATA-01, V-DATA-03] a track and its features keep everything they are made of", () => {
    const track = {
      id: 3,
      begin: 1,
      end: 4,
      confidencePairs: [["fish", 0.5]],
      attributes: { sex: "f" },
      meta: { source: "x" },
      set: "model-a",
      features: [
        { frame: 1, bounds: [1, 2, 3, 4], keyframe: true, interpolate: true, flick: 33366, attributes: { a: 1 } },
        { frame: 4, bounds: [1, 2, 3, 4], keyframe: true, geometry: { type: "FeatureCollection", features: [] } },
      ],
    };
    core.reader.readDiveJson(utf8(document({ 3: track })));
    expect(allTracks(core)).toEqual([track]);
  });

  test("[V-DATA-04] bounds are four integers, left, top, right, bottom", () => {
    core.reader.readViameCsv(utf8("0,,0,10.4,20.6,30.5,41.5,1,-1,fish,1\n"));
    expect(allTracks(core)).toMatchObject([{ features: [{ bounds: [10, 21, 30, 42] }] }]);
  });

  test("[V-DATA-06] head and tail are points with these keys", () => {
    core.reader.readViameCsv(utf8(row(0, 0, "fish,1,(kp) head 1 2,(kp) tail 3 4")));
    const [track] = allTracks(core) as [{ features: [{ geometry: { features: { properties: unknown }[] } }] }];
    const keys = track.features[0].geometry.features.map(({ properties }) => properties);
    expect(keys).toEqual([{ key: "head" }, { key: "tail" }, { key: "HeadTails" }]);
  });

  test("[V-TRACK-13] a keyframe without bounds is refused, bounds alone make a keyframe", () => {
    const tracks = {
      0: { id: 0, features: [{ frame: 0, keyframe: true }] },
      1: { id: 1, features: [{ frame: 0, bounds: [1, 2, 3, 4] }] },
    };
    const { problems } = core.reader.readDiveJson(utf8(document(tracks)));
    expect(problems.map(({ code }) => code)).toEqual(["json-bounds-missing"]);
    expect(core.detectionAt(id(1), frame(0))?.isKeyframe).toBe(true);
  });

  test("pages of tracks and groups become one state with nothing to undo", () => {
    core.reader.beginLoad();
    core.reader.loadTrackPage(utf8(JSON.stringify([{ id: 5, features: [{ frame: 0, bounds: [1, 2, 3, 4] }] }])));
    core.reader.loadTrackPage(utf8("[]"));
    core.reader.loadGroupPage(utf8(JSON.stringify([{ id: 9, begin: 0, end: 0, members: { 2: { ranges: [] } } }])));
    core.reader.loadTrackPage(utf8(JSON.stringify([{ id: 2, features: [] }])));
    const report = core.reader.endLoad();
    expect(report).toMatchObject({ trackCount: 2, detectionCount: 1, groupCount: 1, problemCount: 0 });
    expect([...core.shown.trackIds()]).toEqual([2, 5]);
    expect([core.seq, core.canUndo]).toEqual([0, false]);
    core.assertIntegrity();
  });

  test("a page that is not a list of tracks is refused", () => {
    core.reader.beginLoad();
    expect(refusal(() => core.reader.loadTrackPage(utf8('{"message":"no"}'))).code).toBe("json-not-a-list");
    expect(refusal(() => core.reader.endLoad()).code).toBe("no-load");
  });

  test("additive reading gives new ids and prefixed types, groups and their members included", () => {
    const groups = { 0: { id: 0, begin: 0, end: 0, members: { 4: { ranges: [[0, 1]] } } } };
    const tracks = { 4: { id: 4, confidencePairs: [["fish", 1]], features: [{ frame: 0, bounds: [1, 2, 3, 4] }] } };
    const source = utf8(JSON.stringify({ tracks, groups, version: 2 }));
    core.reader.readDiveJson(source);
    const report = core.reader.readDiveJson(source, { mode: "additive", typePrefix: "new" });
    expect(report).toMatchObject({ trackCount: 1, groupCount: 1, problemCount: 0 });
    core.reader.readViameCsv(utf8(row(0, 3)), { mode: "additive" });
    expect([...core.writer.trackRows()].map((one) => [one.id, one.label])).toEqual([
      [4, "fish"],
      [9, "new_fish"],
      [10, "fish"],
    ]);
    expect([...core.writer.groupRows()].map((group) => JSON.parse(group.json) as unknown)).toMatchObject([
      { id: 0, members: { 4: {} } },
      { id: 1, members: { 9: { ranges: [[0, 1]] } } },
    ]);
    core.assertIntegrity();
    core.reader.readDiveJson(source);
    expect(core.types()).toEqual(["fish"]);
  });

  describe("a refused additive read leaves the core as it was", () => {
    const start = { 4: { id: 4, confidencePairs: [["fish", 1]], features: [{ frame: 0, bounds: [1, 2, 3, 4] }] } };
    const groups = { 3: { id: 3, begin: 0, end: 0, members: { 4: { ranges: [[0, 1]] } } } };
    const state = (): string => text(core.writer.writeDiveJson().bytes);
    const added = {
      tracks: { 0: { id: 0, confidencePairs: [["crab", 1]], features: [{ frame: 1, bounds: [0, 0, 9, 9] }] } },
    };

    beforeEach(() => {
      core.reader.readDiveJson(utf8(JSON.stringify({ tracks: start, groups, version: 2, fps: 5, note: "mine" })));
      core.transact("move", frame(0), (tx) => tx.detections.setBounds(id(4), frame(0), [5, 6, 7, 8]));
    });

    test.each([
      ["broken JSON after whole tracks", "{{added}, }"],
      ["an unknown version", '{{added},"groups":{"0":{"id":0,"begin":0,"end":0}},"other":1,"fps":9,"version":7}'],
      ["no JSON at all", "nothing"],
    ])("%s", (_, pattern) => {
      const before = state();
      const source = pattern.replace("{added}", JSON.stringify(added).slice(1, -1));
      refusal(() => core.reader.readDiveJson(utf8(source), { mode: "additive" }));
      core.assertIntegrity();
      expect(state()).toBe(before);
      expect([core.trackCount, core.detectionCount, core.groupCount, core.canUndo]).toEqual([1, 1, 1, true]);
      core.undo();
      expect(core.detectionAt(id(4), frame(0))?.bounds).toEqual([1, 2, 3, 4]);
      // Undone edits do not affect the next read.
      core.reader.readDiveJson(utf8(JSON.stringify({ ...added, groups, version: 2 })), { mode: "additive" });
      core.assertIntegrity();
      expect([core.trackCount, core.groupCount, [...core.keyframes(id(5))]]).toEqual([2, 2, [1]]);
      expect(JSON.parse(state())).toMatchObject({ fps: 5, note: "mine" });
    });

    test("a strict read with an error, of CSV as well", () => {
      const before = state();
      refusal(() => core.reader.readViameCsv(utf8(`${row(0, 0, "eel,1")}x\n`), { mode: "additive", strict: true }));
      const broken = JSON.stringify({ tracks: { ...added.tracks, 1: { id: 1, features: 5 } } });
      refusal(() => core.reader.readDiveJson(utf8(broken), { mode: "additive", strict: true }));
      core.assertIntegrity();
      expect(state()).toBe(before);
    });

    test("a text that is not ours to read", () => {
      const before = state();
      refusal(() => core.reader.readDiveJson(new Uint8Array(), { mode: "additive" }));
      expect([state(), core.canUndo]).toEqual([before, true]);
    });
  });

  test("strict reading refuses at the first error, not at a warning", () => {
    const warned = utf8(`${row(0, 0, "fish,1,(what) x")}`);
    expect(core.reader.readViameCsv(warned, { strict: true }).problemCount).toBe(1);
    const broken = utf8(`${row(0, 0)}x\n${row(1, 0)}y\n`);
    const { code, problem } = refusal(() => core.reader.readViameCsv(broken, { strict: true }));
    expect([code, problem?.line, problem?.column]).toEqual(["csv-id-malformed", 2, 1]);
    expect(core.trackCount).toBe(0);
  });

  test.each(["readViameCsv", "readDiveJson"] as const)("%s says that a file of 0 bytes is empty", (method) => {
    expect(refusal(() => core.reader[method](new Uint8Array())).code).toBe("empty-file");
  });

  test.each(["readViameCsv", "readDiveJson"] as const)("%s says once that a video is not text", (method) => {
    const video = Uint8Array.of(0, 0, 0, 0x1c, 0x66, 0x74, 0x79, 0x70, 10, 10, 10);
    expect(refusal(() => core.reader[method](video))).toMatchObject({
      code: "binary-file",
      message: "This is not a text file: it holds binary data, as videos and pictures do.",
    });
  });

  test("nesting of 10,000 levels is refused with its place, 4,000 are read", () => {
    const nested = (levels: number): Uint8Array =>
      utf8(`{"tracks":{"0":{"id":0,"deep":${"[".repeat(levels)}${"]".repeat(levels)},"features":[]}},"version":2}`);
    expect(core.reader.readDiveJson(nested(4000)).trackCount).toBe(1);
    expect(refusal(() => core.reader.readDiveJson(nested(10_000))).code).toBe("json-too-deep");
    expect(refusal(() => core.reader.readDiveJson(utf8("[".repeat(100_000)))).code).toBe("json-not-an-object");
  });

  test("names of a megabyte and of nothing survive", () => {
    const long = "x".repeat(1 << 20);
    const pairs = [
      [long, 1],
      ["", 0.5],
    ];
    core.reader.readDiveJson(utf8(document({ 0: { id: 0, confidencePairs: pairs, features: [] } })));
    expect(core.track(id(0)).pairs.map(({ type }) => type.length)).toEqual([1 << 20, 0]);
    expect(allTracks(core)).toMatchObject([{ confidencePairs: pairs }]);
  });

  test("integers beyond 2^53 in what is kept as text are not rounded", () => {
    core.reader.readDiveJson(utf8('{"tracks":{"0":{"id":0,"big":12345678901234567890,"features":[]}},"version":2}'));
    expect(text(core.writer.writeDiveJson().bytes)).toContain('"big": 12345678901234567890');
  });

  test("two keyframes two billion frames apart cost neither memory nor time", () => {
    const features = [0, 2147483647].map((at) => ({ frame: at, bounds: [0, 0, 10, 10], interpolate: true }));
    const tracks = Object.fromEntries(
      Array.from({ length: 200 }, (_, key) => [key, { id: key, confidencePairs: [["a", 1]], features }]),
    );
    core.reader.readDiveJson(utf8(document(tracks)));
    expect(core.shown.frameQuery(frame(1_000_000_000)).count).toBe(200);
    core.assertIntegrity();
    expect(refusal(() => core.writer.writeViameCsv({ mediaType: "video" })).code).toBe("too-many-rows");
  });

  test("only the first thousand problems are kept, all are counted", () => {
    const { problems, problemCount, skippedCount } = core.reader.readViameCsv(utf8("x\n".repeat(2500)));
    expect([problems.length, problemCount, skippedCount]).toEqual([1000, 2500, 2500]);
    expect(problems.at(-1)).toMatchObject({ line: 1000, column: 1 });
  });

  test("changed and cut files are refused or read, and never break the core", () => {
    const json = utf8(
      document({
        0: {
          id: 0,
          confidencePairs: [["fish", 0.5]],
          attributes: { a: "\\u00e9" },
          features: [{ frame: 0, bounds: [1, 2.5, 3, 4], geometry: { type: "x" } }],
        },
      }),
    );
    const csv = utf8(`# metadata,fps: 5\n${row(0, 0, 'fish,1,"(note) a ""b""",(poly) 1 2 3 4 5 6')}${row(0, 1)}`);
    const mutation = fc.record({
      source: fc.constantFrom("json" as const, "csv" as const),
      at: fc.nat({ max: 10_000 }),
      bytes: fc.uint8Array({ maxLength: 4 }),
      drop: fc.nat({ max: 6 }),
    });
    const check = fc.property(mutation, ({ source, at, bytes, drop }) => {
      const original = source === "json" ? json : csv;
      const place = at % original.length;
      const changed = Uint8Array.from([...original.slice(0, place), ...bytes, ...original.slice(place + drop)]);
      try {
        if (source === "json") core.reader.readDiveJson(changed);
        else core.reader.readViameCsv(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(CoreError);
      }
      core.assertIntegrity();
      for (const one of core.writer.trackRows()) JSON.parse(one.json);
      core.writer.writeViameCsv({ mediaType: "video", fps: 5 });
    });
    fc.assert(check, { seed: 4711, numRuns: 700 });
  });
});

const realFiles = [
  { file: "example_detections.csv", tracks: 992, types: { fish: 602, scallop: 390 } },
  { file: "groundtruth.csv", tracks: 51, types: { vertebrate: 27, invertebrate: 24 } },
  { file: "detections.csv", tracks: 110, types: { vertebrate: 59, invertebrate: 51 } },
  { file: "fish_no_fish.csv", tracks: 21, types: { has_fish: 12, no_fish: 9 } },
  { file: "query_box.csv", tracks: 1, types: { unknown: 1 } },
  // Two picture names, two hours apart, on its frame 0.
  {
    file: "groundtruth_arctic_seal_16bit.csv",
    tracks: 4,
    types: { seal: 4 },
    codes: ["csv-different-images-one-frame"],
  },
] as const;

test.for(realFiles)(
  "reads $file of the shared data without a false warning",
  async ({ file, tracks, types, ...rest }, context) => {
    const path = sharedData(`annotations/viame/${file}`);
    if (path === undefined) return context.skip("the shared test data is not there");
    const core = await builds[0].create();
    const report = core.reader.readViameCsv(readFileSync(path));
    expect(report).toMatchObject({ trackCount: tracks, detectionCount: tracks });
    expect(report.problems.map(({ code }) => code)).toEqual("codes" in rest ? rest.codes : []);
    const counts = core.shown.typeCounts().map(({ type, trackCount }) => [type, trackCount]);
    expect(Object.fromEntries(counts)).toEqual(types);
    // Exact bounds survive a second round.
    const plain = core.writer.writeViameCsv({ mediaType: "large-image", dialect: "plain", exportedTime: "" }).bytes;
    core.reader.readViameCsv(plain);
    expect(
      text(core.writer.writeViameCsv({ mediaType: "large-image", dialect: "plain", exportedTime: "" }).bytes),
    ).toBe(text(plain));
  },
);

test("a DIVE configuration is not taken for annotations", async (context) => {
  const path = sharedData("annotations/viame/dive_config_sea_lions.json");
  if (path === undefined) return context.skip("the shared test data is not there");
  const core = await builds[0].create();
  expect(refusal(() => core.reader.readDiveJson(readFileSync(path))).code).toBe("json-no-tracks");
});
