/** VIAME CSV as users and programs write it, with broken cells and tokens of every kind, read like a naive reader. */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCore } from "#core";
import { readNaively } from "./csv-reader.ts";

const runs = Number(process.env["WAKELINE_PROPERTY_RUNS"] ?? 150) * 2;

/** Usually a good one. */
const cell = (good: readonly string[], ...bad: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 24, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) });
const coordinate = fc.oneof(
  {
    weight: 4,
    arbitrary: cell(["0", "-3", "4.5", "1e2", "+7", ".5", "5.", "007", " 3 "], "", "x", "1,5", "nan", "1e400"),
  },
  { weight: 1, arbitrary: fc.double({ noNaN: true, min: 1e-9, max: 1e6 }).map(String) },
);
const words = fc.constantFrom(
  "f",
  "true",
  "false",
  "5",
  "2.50",
  "1e3",
  "-1",
  "20240624_120000",
  "two words",
  "0x5",
  "nan",
  "x,y",
);
const name = fc.constantFrom("a", "b", "ünï", "length");
const ring = fc.array(fc.constantFrom("1", "2", "3.5", "-4", "10"), { maxLength: 9 });
const token = fc.oneof(
  fc.tuple(fc.constantFrom("atr", "trk-atr"), name, words).map(([mark, key, text]) => `(${mark}) ${key} ${text}`),
  fc.tuple(fc.constantFrom("atr", "trk-atr"), name).map(([mark, key]) => `(${mark}) ${key}`),
  fc.tuple(fc.constantFrom("poly", "+poly", "hole"), ring).map(([mark, list]) => `(${mark}) ${list.join(" ")}`),
  fc
    .tuple(fc.constantFrom("head", "tail", "left fin"), fc.constantFrom("1", "2.5", "z"), fc.constantFrom("3", "4"))
    .map((parts) => `(kp) ${parts.join(" ")}`),
  fc.constantFrom("(note) hello", "(note) a b  c", "(note)", "(note) ", "(foo) x", "(mask) m/0.png", "(mask) ../x"),
);
/** The corpus covers which of two heads counts. */
const hasTwice = (tokens: readonly string[], start: string): boolean =>
  tokens.filter((one) => one.startsWith(start)).length > 1;
const tokens = fc
  .array(token, { maxLength: 5 })
  .filter((list) => !hasTwice(list, "(kp) head") && !hasTwice(list, "(kp) tail"));
const pair = fc.tuple(
  cell(["fish", "crab", "sea star", "a,b", 'q"t', "1", "true"], ""),
  cell(["0.5", "0.25", "1", "0.9", "-1"], "", "sure"),
);
const row = fc
  .tuple(
    cell(["0", "1", "2", "4294967294", "1.0"], "-1", "x", "4294967295", ""),
    cell(["0", "1", "2", "5", "2.0"], "-1", "", "2147483648", "1.5"),
    fc.tuple(coordinate, coordinate, coordinate, coordinate),
    cell(["0.5", "1", "0.9", "", " "], "sure", "1e400"),
    cell(["-1", "0", "2.5", "12"], "", "y"),
    fc.array(pair, { maxLength: 3 }),
    // Spreadsheet programs pad rows.
    fc.constantFrom<readonly string[]>([], [], [], [""], ["", ""], ["", "", ""]),
    tokens,
  )
  .map(([id, frame, bounds, confidence, length, pairs, padding, list]): readonly string[] => [
    id,
    "a.png",
    frame,
    ...bounds,
    confidence,
    length,
    ...pairs.flat(),
    ...padding,
    ...list,
  ]);

function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

test("rows are read as a naive reader reads them, whatever ends a line", async () => {
  const core = await createCore();
  let trackCount = 0;
  const check = fc.property(
    fc.array(row, { minLength: 1, maxLength: 6 }),
    fc.constantFrom("\n", "\r\n", "\r"),
    (rows, end) => {
      const lines = ["# comment", ...rows.map((cells) => cells.map(quoted).join(",")), ""];
      const report = core.reader.readViameCsv(new TextEncoder().encode(lines.join(end)));
      core.assertIntegrity();
      const { tracks, skipped } = readNaively(rows);
      const read = [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json) as unknown);
      if (!isDeepStrictEqual(read, JSON.parse(JSON.stringify(tracks)))) expect(read).toEqual(tracks);
      expect(report.skippedCount).toBe(skipped);
      trackCount += tracks.length;
    },
  );
  fc.assert(check, { seed: 20_261, numRuns: runs });
  expect(trackCount).toBeGreaterThan(runs);
});
