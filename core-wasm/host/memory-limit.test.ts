/** What a text promises is no reason to ask for more memory than there can be, nor to remember it. */
import { expect, test } from "vitest";
import { builds, bareInstance, utf8 } from "./testing/cores.ts";

const files = { release: "core.wasm", debug: "core.debug.wasm" } as const;

test.each(builds)("$name build: room for more rows than memory holds is refused, and only once", ({ name }) => {
  const core = bareInstance(files[name]);
  const text = utf8('"bounds"'.repeat(1 << 20));
  const start = core.openSource(text);
  // Sizes of columns of so many rows would wrap around and seem to fit.
  for (let copies = 0; copies < 130; copies++) core.exports.json_prepare(start, text.length);
  expect(() => core.exports.read_begin()).toThrow(/memory/);
  core.exports.core_clear();
  expect(() => core.exports.read_begin()).not.toThrow();
});
