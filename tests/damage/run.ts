/**
 * `npm run damage`: the table of what `wakeline validate` finds; `-- --all` lists every kind, `--seed N` uses other
 * damage.
 */
import { parseArgs } from "node:util";
import { measureDamage, sharesOf } from "./measure.ts";

const { values } = parseArgs({ options: { all: { type: "boolean", default: false }, seed: { type: "string" } } });
const measured = await measureDamage(Number(values.seed ?? 1));
const percent = (share: number): string => `${Math.round(share * 100)} %`.padStart(7);
for (const { format, kind, isFound, isPlaced, isFailed, said, lines } of measured) {
  if (!values.all && isFound && isPlaced) continue;
  const word = isFound ? (isPlaced ? "found" : "elsewhere") : "missed";
  console.log(
    `${word.padEnd(10)} ${isFailed ? "1" : "0"}  ${format}: ${kind} (line ${lines.join(" to ")}): ${said.join(", ")}`,
  );
}
console.log(`\n${"format".padEnd(10)} kinds   found  placed  exit 1`);
for (const { format, count, found, placed, failed } of sharesOf(measured)) {
  console.log(
    `${format.padEnd(10)} ${String(count).padStart(5)} ${percent(found)} ${percent(placed)} ${percent(failed)}`,
  );
}
