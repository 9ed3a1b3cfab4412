#!/usr/bin/env node
/** Where the command of `@wakeline/annotations` starts: as bin.js, with what needs files and no server. */
import { refuseOldNode } from "./refuse-old-node.js";

refuseOldNode("@wakeline/annotations", [22, 15]);

process.getBuiltinModule("node:module").enableCompileCache();

const { main } = await import("./annotations.ts");
await main(process.argv.slice(2));
