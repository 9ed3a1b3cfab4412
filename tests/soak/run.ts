/**
 * `npm run soak -- --minutes 30`: prints a line for every tenth sample and the trends. Exit code 1 if something grows.
 */
import { parseArgs } from "node:util";

import { measures } from "./samples.ts";
import { runSoak } from "./soak.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });
const seconds = Number(values.minutes) * 60;
let taken = 0;
const { counts, trends, findings } = await runSoak({
  seconds,
  sampleSeconds: 5,
  generationSeconds: 60,
  // MiB or counts, per hour.
  limits: { rss: 60, heap: 20, external: 20, handles: 20, openFiles: 20, threads: 4 },
  onSample: (sample) => {
    if (taken++ % 10 > 0) return;
    const values = measures.map((measure) => `${measure} ${sample[measure].toFixed(0)}`);
    console.log(`${sample.atSeconds.toFixed(0)} s: ${values.join(", ")}`);
  },
});
console.log(JSON.stringify({ minutes: seconds / 60, counts }, undefined, 2));
for (const { measure, from, to, perHour, peakPerHour } of trends) {
  console.log(
    `${measure}: ${from.toFixed(1)} -> ${to.toFixed(1)}, floor ${perHour.toFixed(1)} and ceiling ${peakPerHour.toFixed(1)} an hour`,
  );
}
for (const finding of findings) console.log(`FOUND ${finding}`);
process.exitCode = findings.length > 0 ? 1 : 0;
