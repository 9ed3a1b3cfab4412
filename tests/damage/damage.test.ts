/**
 * How much damage `wakeline validate` finds: shares that may only increase. `npm run damage` prints the table, and what
 * is missed.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInProcess } from "../cli/in-process.ts";
import { cleanFiles } from "./clean.ts";
import { measureDamage, sharesOf } from "./measure.ts";

/** Minimum percentages: found, at its place, exit code 1. */
const min: Readonly<Record<string, readonly [number, number, number]>> = {
  "viame-csv": [100, 100, 65],
  mot: [100, 100, 79],
  "dive-json": [100, 100, 82],
  coco: [97, 97, 74],
  kwcoco: [97, 97, 74],
  "cvat-xml": [100, 97, 72],
  voc: [100, 97, 64],
  yolo: [100, 100, 74],
  kpf: [100, 100, 79],
  all: [99, 98, 73],
};

test("damage is found, where it is", async () => {
  const measured = await measureDamage(1);
  for (const { format, count, found, placed, failed } of sharesOf(measured)) {
    expect(count).toBeGreaterThanOrEqual(40);
    const [minFound, minPlaced, minFailed] = min[format] ?? [100, 100, 100];
    const missed = measured.filter((one) => one.format === format && !one.isPlaced).map(({ kind }) => kind);
    expect(found * 100, `${format}: found; missed are ${missed.join(", ")}`).toBeGreaterThanOrEqual(minFound);
    expect(placed * 100, `${format}: place; missed are ${missed.join(", ")}`).toBeGreaterThanOrEqual(minPlaced);
    expect(failed * 100, `${format}: exit code`).toBeGreaterThanOrEqual(minFailed);
  }
});

test.each(Object.entries(cleanFiles).filter(([format]) => format !== "yolo"))(
  "nothing is found in a clean file: %s",
  async (_, { name, text }) => {
    const folder = mkdtempSync(join(tmpdir(), "wakeline-clean-"));
    try {
      writeFileSync(join(folder, name), text);
      const { stdout, exitCode } = await runInProcess(["validate", join(folder, name), "--json"]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, findingCount: 0 });
      expect(exitCode).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
