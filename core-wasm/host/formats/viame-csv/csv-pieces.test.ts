/** VIAME CSV in pieces: whatever the pieces are, the result is that of the whole. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builds, text, utf8 } from "../../testing/cores.ts";
import { cut, outcome } from "../../testing/pieces.ts";
import type { AnnotationCore, PieceReadOptions, ReadReport } from "../../types.ts";
import { CoreError } from "../../types.ts";

const row = (trackId: number, at: number, rest = "fish,1"): string => `${trackId},,${at},1,2,3,4,1,-1,${rest}\n`;

function readPieces(core: AnnotationCore, pieces: readonly Uint8Array[], options?: PieceReadOptions): ReadReport {
  core.reader.beginViameCsv(options);
  for (const piece of pieces) core.reader.pushViameCsv(piece);
  return core.reader.endViameCsv();
}

/** Rows that matter for cuts: quotes with line ends, stray quotes, all line ends, broken rows, repeats. */
const cell = fc.constantFrom(
  "fish",
  '"fish"',
  '"two\nlines"',
  '"a ""b"", c"',
  '"cr\rlf\r\n"',
  ' "blank before"',
  '"stray',
  'in"side',
  "ñandú 🐟",
  "",
);
const token = fc.constantFrom(
  "(atr) sex f",
  "(trk-atr) kind a",
  '"(note) one\ntwo"',
  "(poly) 1 1 2 2 3 1",
  "(what) x",
  '"(trk-atr) kind ""q"""',
  "(kp) head 1 2",
  "(kp) tail 3 4",
);
const dataRow = fc
  .record({ id: fc.nat({ max: 3 }), frame: fc.nat({ max: 5 }), name: cell, type: cell, tokens: fc.array(token) })
  .map(({ id, frame, name, type, tokens }) => [id, name, frame, 1, 2, 3, 4, 1, -1, type, 0.5, ...tokens].join(","));
const line = fc.oneof(
  { weight: 6, arbitrary: dataRow },
  fc.constantFrom("", "# comment", "x,y", '# metadata,fps: 5,"a: ""b"""'),
);
const file = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 12 })
  .map((lines) => lines.flat().join(""));

describe.each(builds)("$name build", ({ create }) => {
  test("random pieces give the same report and the same columns as the whole", async () => {
    const [whole, pieces] = [await create(), await create()];
    const input = fc.record({
      source: file,
      encoding: fc.constantFrom("utf-8", "mark", "utf-16", "windows"),
      places: fc.array(fc.nat(), { maxLength: 40 }),
      options: fc.constantFrom<PieceReadOptions>(
        {},
        { strict: true },
        { imageNames: ["fish", "two"] },
        { totalBytes: 10 },
      ),
    });
    const check = fc.property(input, ({ source, encoding, places, options }) => {
      const bytes = encode(source, encoding);
      const expected = outcome(whole, () => whole.reader.readViameCsv(bytes, options));
      expect(outcome(pieces, () => readPieces(pieces, cut(bytes, places), options))).toEqual(expected);
    });
    fc.assert(check, { seed: 90210, numRuns: 600 });
  });

  test("a file of many slices is the same byte by byte and as a whole", async () => {
    const [whole, pieces] = [await create(), await create()];
    const source = Array.from({ length: 20_000 }, (_, at) => row(at % 50, at, `fish,0.${at % 9}1,"(note) a\n""b"""`));
    const bytes = utf8(source.join(""));
    const expected = outcome(whole, () => whole.reader.readViameCsv(bytes));
    const odd = Array.from({ length: 300 }, (_, index) => index * 4099);
    expect(outcome(pieces, () => readPieces(pieces, cut(bytes, odd)))).toEqual(expected);
  });

  test("a stray quote costs only its row, however long the file is", async () => {
    const core = await create();
    const rest = Array.from({ length: 40_000 }, (_, at) => row(2, at));
    const bytes = utf8(`${row(0, 0)}1,"stray,0,1,2,3,4,1,-1,fish,1\n${rest.join("")}`);
    const places = Array.from({ length: 50 }, (_, index) => index * 30_000);
    for (const report of [core.reader.readViameCsv(bytes), readPieces(core, cut(bytes, places))]) {
      expect(report).toMatchObject({ detectionCount: 40_001, skippedCount: 1 });
      expect(report.problems).toMatchObject([{ code: "csv-quote-open", line: 2, column: 1 }]);
    }
  });

  test("a row longer than a slice is read, and one that never ends is not searched again and again", async () => {
    const core = await create();
    const polygon = Array.from({ length: 200_000 }, (_, at) => `${at} ${at % 7}`).join(" ");
    const bytes = utf8(`${row(0, 0, `fish,1,(poly) ${polygon}`)}${row(0, 1)}`);
    const places = Array.from({ length: 2000 }, (_, index) => index * 900);
    expect(readPieces(core, cut(bytes, places))).toMatchObject({ detectionCount: 2, problemCount: 0 });
  });

  test("pieces that are written join to the file", async () => {
    const core = await create();
    const tokens = `fish,1,"(note) ${"long ".repeat(40)}"`;
    core.reader.readViameCsv(utf8(Array.from({ length: 20_000 }, (_, at) => row(at % 999, at, tokens)).join("")));
    for (const lineEnd of ["lf", "crlf"] as const) {
      const options = { mediaType: "large-image", dialect: "plain", exportedTime: "", lineEnd } as const;
      const { bytes, ...report } = core.writer.writeViameCsv(options);
      const pieces = Array.from(core.writer.writeViameCsvPieces(options), (piece) => piece.slice());
      expect(pieces.length).toBeGreaterThan(3);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      expect(text(bytes).split(lineEnd === "lf" ? /[^\r]\n/ : "\r\n").length).toBeGreaterThan(20_000);
      const all = core.writer.writeViameCsvPieces(options);
      let step = all.next();
      while (step.done !== true) step = all.next();
      expect(step.value).toEqual(report);
    }
    const jsonPieces = Array.from(core.writer.writeDiveJsonPieces(), (piece) => piece.slice());
    expect(Buffer.concat(jsonPieces).equals(core.writer.writeDiveJson().bytes)).toBe(true);
  });

  test("an additive read in pieces is one step, which can be taken back", async () => {
    const core = await create();
    core.reader.readViameCsv(utf8(row(7, 0)));
    readPieces(core, [utf8(row(0, 0)), utf8(row(1, 3))], { mode: "additive" });
    expect([...core.shown.trackIds()]).toEqual([7, 8, 9]);
    core.undo();
    expect([...core.shown.trackIds()]).toEqual([7]);
    core.redo();
    expect([...core.shown.trackIds()]).toEqual([7, 8, 9]);
    core.assertIntegrity();
  });

  test("a refused piece leaves what an additive read should have been added to", async () => {
    const core = await create();
    core.reader.readViameCsv(utf8(row(7, 0)));
    core.reader.beginViameCsv({ mode: "additive", strict: true });
    core.reader.pushViameCsv(utf8(row(0, 0)));
    expect(() => core.reader.pushViameCsv(utf8("x,y\n"))).toThrow(CoreError);
    expect(() => core.reader.endViameCsv()).toThrow("beginViameCsv");
    expect([...core.shown.trackIds()]).toEqual([7]);
    core.assertIntegrity();
  });
});

function encode(source: string, encoding: string): Uint8Array {
  if (encoding === "utf-16") return new Uint8Array(Buffer.from(`\ufeff${source}`, "utf16le"));
  if (encoding === "windows") return new Uint8Array(Buffer.from(source, "latin1"));
  return utf8(encoding === "mark" ? `\ufeff${source}` : source);
}
