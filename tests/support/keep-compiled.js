/**
 * Loaded into servers that tests kill: writes the compile cache while they run. Node writes it when a process exits, so
 * a server that is always killed would compile its sources at each start, which is a third of the processor time of a
 * start.
 */
import { flushCompileCache } from "node:module";

/** A start takes a few seconds; later there is nothing new to write. */
const flushes = 10;
const everyMs = 1000;

let count = 0;
const timer = setInterval(() => {
  flushCompileCache();
  count += 1;
  if (count === flushes) clearInterval(timer);
}, everyMs);
timer.unref();
