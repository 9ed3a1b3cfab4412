#!/usr/bin/env node
/**
 * Where `wakeline` starts. Plain JavaScript on purpose: a Node too old for TypeScript must still be able to read the one
 * line that says so. Everything else is in wakeline.ts.
 */
const leastMajor = 24;

if (Number.parseInt(process.versions.node, 10) < leastMajor) {
  process.stderr.write(
    `error: wakeline needs Node ${leastMajor} or newer, this is ${process.version}: install it from https://nodejs.org, ` +
      "or run `npx wakeline` inside the clone, which brings its own.\n",
  );
  process.exit(2);
}

// Compiled code is kept between runs: a command starts in half the time.
const { enableCompileCache } = await import("node:module");
enableCompileCache();

const { main } = await import("./wakeline.ts");
await main(process.argv.slice(2));
