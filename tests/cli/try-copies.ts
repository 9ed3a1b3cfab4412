/**
 * `npm run copies [count] [first seed]`: makes copies of videos and says for each how many of its frames are found right,
 * refused and wrong, and how far the found crop is off. None may be wrong.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCopy, originals } from "../support/video-copies.ts";
import { judgeCopy } from "./judge-copy.ts";

const count = Number(process.argv[2] ?? 200);
const firstSeed = Number(process.argv[3] ?? 0);
const folder = mkdtempSync(join(tmpdir(), "wakeline-copies-"));
const sums = { right: 0, refused: 0, wrong: 0, lost: 0, foreign: 0 };
let [worst, none] = [0, 0];
try {
  const all = originals(folder);
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const original = all[seed % all.length]!;
    const copy = makeCopy(original, seed, folder);
    const { right, refused, wrong, foreign, offPx } = await judgeCopy(original, copy);
    const line = `${right} right, ${refused} refused, ${wrong} wrong, ${foreign} of another video, ${offPx.toFixed(2)} px off`;
    console.log(`${seed} ${original.name} [${copy.what}]: ${line}`);
    sums.right += right;
    sums.refused += refused;
    sums.wrong += wrong;
    sums.foreign += foreign;
    if (right === 0) none++;
    worst = Math.max(worst, offPx);
    rmSync(copy.path);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const all = sums.right + sums.refused + sums.wrong;
console.log(
  `${count} copies, ${all} frames of the originals: ${((100 * sums.right) / all).toFixed(1)} % right, ` +
    `${((100 * sums.refused) / all).toFixed(1)} % refused, ${sums.wrong} wrong; ${none} copies refused as a whole; crops at most ${worst.toFixed(2)} px off.`,
);
process.exitCode = sums.wrong === 0 ? 0 : 1;
