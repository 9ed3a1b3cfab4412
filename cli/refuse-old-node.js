/** Plain JavaScript, so that a Node that is too old can read it. */
import { existsSync } from "node:fs";

/** The sources need a newer Node than what is built of them; there `serve` and its like say that they need more. */
const isBuilt = !existsSync(new URL("./wakeline.ts", import.meta.url));

/**
 * Ends the process when this Node cannot run the command.
 * @param minBuilt major and minor version that the package needs
 */
export function refuseOldNode(name, minBuilt) {
  const [minMajor, minMinor] = isBuilt ? minBuilt : [24, 0];
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  const inClone = isBuilt ? "" : ", or run `npx wakeline` inside the clone, which brings its own";
  process.stderr.write(
    `error: ${name} needs Node ${minMajor}.${minMinor} or newer, this is ${process.version}: install it from ` +
      `https://nodejs.org${inClone}.\n`,
  );
  process.exit(2);
}
