/** Preloaded by a test (`--import`): writes the address of every module that a process loads, one a line, to stderr. */
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, nextLoad) {
    process.stderr.write(`${url}\n`);
    return nextLoad(url, context);
  },
});
