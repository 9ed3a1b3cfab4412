#!/usr/bin/env node
/**
 * Where `wakeline` starts. Plain JavaScript on purpose: a Node too old for TypeScript must still be able to read the one
 * line that says so. Everything else is in wakeline.ts.
 */
import { wakelineHelp } from "./help-text.js";
import { printQuickHelp } from "./quick-help.js";
import { refuseOldNode } from "./refuse-old-node.js";

refuseOldNode("wakeline", [22, 19]);

const given = process.argv.slice(2);
if (!printQuickHelp(given, wakelineHelp)) {
  // Compiled code is kept between runs: a command starts in half the time.
  process.getBuiltinModule("node:module").enableCompileCache();
  const { main } = await import("./wakeline.ts");
  await main(given);
}
