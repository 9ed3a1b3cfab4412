/**
 * A few seconds of the soak: nothing fails, and everything opened is closed. `npm run soak` measures memory for longer.
 */
import { expect, test } from "vitest";

import { runSoak } from "./soak.ts";

test.skipIf(process.platform !== "linux")(
  "a server under load keeps its memory, handles and open files",
  async () => {
    const { counts, samples, trends, findings } = await runSoak({
      seconds: 10,
      sampleSeconds: 0.5,
      generationSeconds: 5,
      limits: {},
    });
    expect(findings).toEqual([]);
    for (const kind of ["saves", "uploads", "imports", "exports"]) expect(counts[kind]).toBeGreaterThan(0);
    expect(samples.length).toBeGreaterThan(10);
    // Too short for a slope: large leaks show in the levels.
    const growth = Object.fromEntries(trends.map(({ measure, from, to }) => [measure, to - from]));
    expect(growth["rss"]).toBeLessThan(150);
    expect(growth["openFiles"]).toBeLessThan(15);
    expect(growth["handles"]).toBeLessThan(15);
    expect(growth["threads"]).toBeLessThan(5);
  },
  120_000,
);
