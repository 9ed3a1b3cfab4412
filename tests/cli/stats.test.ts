/** `wakeline stats --compare`: its document has the published form. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";

test("statistics of two files are compared in the published form, also of attributes that only one has", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-compare-"));
  try {
    const [a, b] = [join(folder, "a.csv"), join(folder, "b.csv")];
    writeFileSync(a, "0,,0,1,2,3,4,1,-1,fish,1\n");
    writeFileSync(b, "0,,0,1,2,3,4,1,-1,fish,1,(atr) sex f\n1,,0,1,2,3,6,1,-1,crab,1\n");
    const { stdout, exitCode } = await runInProcess(["stats", a, "--compare", b, "--json"]);
    const compared: unknown = JSON.parse(stdout);
    expectOutput("stats-compare", compared);
    expect(compared).toMatchObject({
      ok: true,
      trackCount: { a: 1, b: 2, change: 1 },
      types: [
        { type: "fish", trackCount: { change: 0 } },
        { type: "crab", trackCount: { a: 0, b: 1, change: 1 } },
      ],
      attributes: [{ name: "sex", belongs: "detection", useCount: { a: 0, b: 1, change: 1 } }],
    });
    expect(exitCode).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
