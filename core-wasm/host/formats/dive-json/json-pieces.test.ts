/** DIVE JSON in pieces: whatever the pieces are, the result is that of the whole. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builds, text, utf8 } from "../../testing/cores.ts";
import { cut, outcome } from "../../testing/pieces.ts";
import type { AnnotationCore, PieceReadOptions, ReadReport } from "../../types.ts";
import { CoreError } from "../../types.ts";

function readPieces(core: AnnotationCore, pieces: readonly Uint8Array[], options?: PieceReadOptions): ReadReport {
  core.reader.beginDiveJson(options);
  for (const piece of pieces) core.reader.pushDiveJson(piece);
  return core.reader.endDiveJson();
}

// Members and elements that matter for cuts: brackets and commas in strings, escapes, deep values, broken ones.
const string = fc.constantFrom('"fish"', '"a \\"},{\\" b"', '"\\\\"', '"]}"', '"ñandú 🐟"', '"\\ud83d\\udc1f,"');
const value = fc.oneof(
  string,
  fc.constantFrom("1", "-2.5e3", "null", "true", "[]", "{}", '[[1,2],[3,{"a":"]"}]]', '{"x":{"y":[1,"}"]}}', "NaN"),
);
const feature = fc
  .record({ frame: fc.nat({ max: 9 }), value, attribute: value, key: string })
  .map(
    ({ frame, value: extra, attribute, key }) =>
      `{"frame":${frame},"bounds":[1,2,3,4],"keyframe":true,"attributes":{${key}:${attribute}},"more":${extra}}`,
  );
const track = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ id: fc.nat({ max: 4 }), features: fc.array(feature, { maxLength: 3 }), type: string, member: value })
      .map(
        ({ id, features, type, member }) =>
          `{"id":${id},"begin":0,"end":9,"confidencePairs":[[${type},0.5]],"attributes":{},"extra":${member},"features":[${features.join()}]}`,
      ),
  },
  fc.constantFrom("7", '{"id":"x"}', '{"id":1,"features":[{"frame":-1}]}', "[1,2]", '{"id":3,"features":[}', '"open'),
);
const group = fc.constantFrom(
  '{"id":1,"begin":0,"end":3,"members":{"1":{"ranges":[[0,3]]}}}',
  '{"id":2,"begin":0,"end":3,"members":{"9":{}},"note":"},{"}',
  "5",
);
const map = (items: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat({ max: 6 }), items), { maxLength: 6 })
    .map((all) => `{${all.map(([id, item]) => `"${id}":${item}`)}}`);
const list = (items: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(items, { maxLength: 6 }).map((all) => `[${all.join(",")}]`);
const member = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(map(track), list(track)).map((tracks) => `"tracks":${tracks}`) },
  fc.oneof(map(group), list(group)).map((groups) => `"groups":${groups}`),
  fc.constantFrom('"version":2', '"version":9', '"fps":5.5', '"tracks":null', '"groups":7', "oops"),
  fc.tuple(string, value).map(([key, content]) => `${key}:${content}`),
  fc.tuple(fc.nat({ max: 6 }), track).map(([id, content]) => `"${id}":${content}`),
);
const document = fc
  .record({ members: fc.array(member, { maxLength: 6 }), end: fc.constantFrom("", "", "", " ", "x", ",") })
  .map(({ members, end }) => `{${members.join(",")}}${end}`);

describe.each(builds)("$name build", ({ create }) => {
  test("random pieces give the same report and the same columns as the whole", async () => {
    const [whole, pieces] = [await create(), await create()];
    const input = fc.record({
      source: fc.oneof({ weight: 20, arbitrary: document }, fc.constantFrom("", " ", "[]", "{", '{"tracks"', "\n{}\n")),
      isIndented: fc.boolean(),
      cutOff: fc.option(fc.nat(), { freq: 8 }),
      places: fc.array(fc.nat(), { maxLength: 60 }),
      options: fc.constantFrom<PieceReadOptions>({}, { strict: true }, { totalBytes: 10 }, { totalBytes: 1e9 }),
    });
    const outcomes = new Map<unknown, number>();
    const check = fc.property(input, ({ source, isIndented, cutOff, places, options }) => {
      const spaced = isIndented ? source.replaceAll(/(?<=[[{,:])(?=["[{])/g, "\n  ") : source;
      const bytes = utf8(cutOff === null ? spaced : spaced.slice(0, cutOff % (spaced.length + 1)));
      const expected = outcome(whole, () => whole.reader.readDiveJson(bytes, options)) as { code?: unknown };
      outcomes.set(expected.code, (outcomes.get(expected.code) ?? 0) + 1);
      expect(outcome(pieces, () => readPieces(pieces, cut(bytes, places), options))).toEqual(expected);
    });
    fc.assert(check, { seed: 4711, numRuns: 1500 });
    // Documents that are read, and ones that are refused for all kinds of reasons.
    expect(outcomes.get(undefined)).toBeGreaterThan(100);
    expect(outcomes.size).toBeGreaterThan(5);
  });

  test("a document of many slices is the same in pieces of any size", async () => {
    const [whole, pieces] = [await create(), await create()];
    const features = (id: number): string =>
      Array.from(
        { length: 40 },
        (_, at) =>
          `{"frame":${at},"bounds":[${id},2,3,4],"keyframe":true,"attributes":{"a":"x ${at % 7} \\"}"},"n":{"m":[]}}`,
      ).join();
    const tracks = Array.from(
      { length: 400 },
      (_, id) => `"${id}":{"id":${id},"confidencePairs":[["fish",0.5]],"features":[${features(id)}],"own":[${id}]}`,
    );
    const broken = `"x":{"id":"none"},"901":{"id":901,"features":[{"frame":1}]}`;
    const bytes = utf8(
      `{"before":[1],"tracks":{${[...tracks, broken].join()}},"groups":{},"after":{"a":1},"version":2}`,
    );
    expect(bytes.length).toBeGreaterThan(1 << 20);
    const expected = outcome(whole, () => whole.reader.readDiveJson(bytes)) as { report: ReadReport };
    expect(expected.report).toMatchObject({ trackCount: 400, skippedCount: 2 });
    // The ids are the left sides of boxes that all end at 3.
    expect(expected.report.problems).toMatchObject([
      { pointer: "/tracks/x" },
      { pointer: "/tracks/901/features/0" },
      { code: "boxes-like-sizes" },
    ]);
    for (const { offset = 0 } of expected.report.problems) expect(String.fromCharCode(bytes[offset] ?? 0)).toBe("{");
    for (const size of [997, 4099, 300_000]) {
      const places = Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => (index + 1) * size);
      expect(outcome(pieces, () => readPieces(pieces, cut(bytes, places)))).toEqual(expected);
    }
  });

  test("a track larger than a slice is read, and one that never ends is not searched again and again", async () => {
    const core = await create();
    const polygon = Array.from({ length: 200_000 }, (_, at) => `[${at},${at % 7}]`).join();
    const bytes = utf8(`{"tracks":{"1":{"id":1,"features":[{"frame":0,"bounds":[1,2,3,4],"polygon":[${polygon}]}]}}}`);
    const places = Array.from({ length: 2000 }, (_, index) => index * 900);
    expect(readPieces(core, cut(bytes, places))).toMatchObject({ detectionCount: 1, problemCount: 0 });
    expect(() => readPieces(core, cut(bytes.subarray(0, -20), places))).toThrow(CoreError);
  });

  test("a track that is cut is read once, and what it says is counted once", async () => {
    const core = await create();
    // Texts used three times become a list of choices; these are used twice.
    const features = [0, 1].map(
      (at) => `{"frame":${at},"bounds":[1,2,3,4],"attributes":{"a":"x","b":"y"},"n":[${at}]}`,
    );
    const bytes = utf8(
      `{"tracks":[{"id":3,"confidencePairs":[["fish",1]],"features":[${features.join()}]},7,{"id":4}]}`,
    );
    for (let place = 1; place < bytes.length; place++) {
      const { attributes, ...report } = readPieces(core, cut(bytes, [place]));
      expect(attributes).toMatchObject({ detection_a: { datatype: "text" }, detection_b: { datatype: "text" } });
      expect(Object.values(attributes).every(({ values }) => values === undefined)).toBe(true);
      expect(report).toMatchObject({ trackCount: 2, detectionCount: 2, skippedCount: 1, problemCount: 1 });
      core.assertIntegrity();
    }
  });

  test("lists of numbers are checked wherever they are cut into blocks", async () => {
    const core = await create();
    const fine = ["0", "-1", "10.05", "-0.5", "123456.5", "20"];
    const wrong = ["1.2.3", "01", "-", "1.", "-01.5", "1-2", "00", "1 2", "[]]", "[1,]", "[,1]", "1.-2"];
    const read = (list: string): unknown => {
      const report = core.reader.readDiveJson(
        utf8(`{"tracks":[{"id":1,"features":[{"frame":0,"bounds":[1,2,3,4],"x":${list}}]}]}`),
      );
      return [report.problemCount, text(core.writer.writeTrackList([...core.writer.trackRows()].map(({ id }) => id)))];
    };
    for (const comma of [",", ", "]) {
      for (let before = 0; before < 20; before++) {
        const front = `[[${"7".repeat(before + 1)}${comma}`;
        for (const number of fine) {
          const list = `${front}${number}]${comma}[8${comma}${number}]]`;
          expect(read(list)).toEqual([0, expect.stringContaining(`"x":${list.replaceAll(" ", "")}`)]);
        }
        for (const number of wrong) expect(() => read(`${front}${number}]${comma}[8${comma}9]]`)).toThrow(CoreError);
      }
    }
  });

  test("an additive read in pieces is one step, which can be taken back", async () => {
    const core = await create();
    const one = (id: number): Uint8Array => utf8(`{"tracks":{"${id}":{"id":${id},"features":[]}}}`);
    core.reader.readDiveJson(one(7));
    readPieces(core, cut(one(0), [3, 14, 20]), { mode: "additive" });
    expect([...core.writer.trackRows()].map(({ id }) => id)).toEqual([7, 8]);
    core.undo();
    expect([...core.writer.trackRows()].map(({ id }) => id)).toEqual([7]);
    core.reader.beginDiveJson({ mode: "additive" });
    expect(() => core.reader.pushDiveJson(utf8('{"tracks":{"3":{"id":3,"features":[]},oops}} '))).toThrow(CoreError);
    expect(() => core.reader.endDiveJson()).toThrow("beginDiveJson");
    expect([...core.writer.trackRows()].map(({ id }) => id)).toEqual([7]);
    core.assertIntegrity();
  });
});
