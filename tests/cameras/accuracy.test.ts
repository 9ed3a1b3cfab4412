/** The page about accuracy matches the code. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accuracyPage, accuracyTables, withTables } from "./accuracy.ts";

test("the tables of docs/accuracy.md are those of the code, and keep what is promised", async () => {
  const page = readFileSync(accuracyPage, "utf8");
  const tables = await accuracyTables();
  expect(withTables(page, tables), "To accept: npx node tests/cameras/accuracy.ts, then read the difference.").toBe(
    page,
  );
  const cells = tables.split("\n").map((line) => line.split(" | "));
  const aligned = cells.filter(([camera = ""]) => camera.endsWith("fps"));
  expect(aligned.map((row) => Number(row[4]) <= 0.5)).toEqual([true, true, true, true]);
  const lines = cells.filter(([from = ""]) => /^\| (left|right)$/.test(from));
  expect(lines.map((row) => Number.parseFloat(row[3] ?? "") < 1)).toEqual([true, true]);
  const lengths = cells
    .filter(([distance = ""]) => /^\| \d m$/.test(distance))
    .map(([distance = "", length = "", hit = "", ...rest]) => {
      const [error = NaN, deviation = NaN, said = NaN, min = NaN] = rest.map((cell) => Number.parseFloat(cell));
      return {
        meters: Number.parseFloat(distance.slice(2)),
        length: Number.parseFloat(length),
        hit,
        error,
        deviation,
        said,
        min,
      };
    });
  expect(lengths.length).toBe(12);
  // Points that are hit exactly measure exactly, at any distance.
  expect(lengths.filter(({ hit }) => hit === "0 px").map(({ error }) => error)).toEqual([0, 0, 0, 0]);
  const near = lengths.filter(({ hit, meters }) => hit === "0.25 px" && meters <= 4);
  expect(near.map(({ error }) => Math.abs(error) < 0.5)).toEqual([true, true, true]);
  // If lengths vary by more than half a percent, the uncertainty says so; while it is small, no estimate is better.
  const vary = lengths.filter(({ deviation, length }) => deviation > 0.005 * length);
  expect(vary.length).toBeGreaterThan(3);
  for (const row of vary) {
    const at = `${row.meters} m, ${row.hit}`;
    expect(row.said / row.deviation, at).toBeGreaterThan(0.85);
    expect(row.said / row.deviation, at).toBeLessThan(1.2);
    if (row.deviation < 0.02 * row.length) expect(row.deviation / row.min, at).toBeLessThan(1.1);
  }
});
