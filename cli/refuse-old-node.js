/** Plain JavaScript, so that a Node that is too old can read it. */
import { existsSync } from "node:fs";

/** What is built runs from here on; `serve` and its like say that they need more. The sources need a newer one. */
const [leastMajor, leastMinor] = existsSync(new URL("./wakeline.ts", import.meta.url)) ? [24, 0] : [22, 15];

/** Ends the process when this Node cannot run the command. */
export function refuseOldNode(name) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  const inClone = leastMajor === 24 ? ", or run `npx wakeline` inside the clone, which brings its own" : "";
  process.stderr.write(
    `error: ${name} needs Node ${leastMajor}.${leastMinor} or newer, this is ${process.version}: install it from ` +
      `https://nodejs.org${inClone}.\n`,
  );
  process.exit(2);
}
