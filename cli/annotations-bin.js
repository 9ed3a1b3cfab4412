#!/usr/bin/env node
/** Where the command of `@wakeline/annotations` starts: as bin.js, with what needs files and no server. */
import { annotationsHelp } from "./help-text.js";
import { printQuickHelp } from "./quick-help.js";
import { refuseOldNode } from "./refuse-old-node.js";

refuseOldNode("@wakeline/annotations", [22, 15]);

const given = process.argv.slice(2);
if (!printQuickHelp(given, annotationsHelp)) {
  process.getBuiltinModule("node:module").enableCompileCache();
  const { main } = await import("./annotations.ts");
  await main(given);
}
