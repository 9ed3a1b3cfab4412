/**
 * A text that announces huge contents must not make the core request more memory than possible, nor remember the size.
 */
import { expect, test } from "vitest";
import { readViameCsv } from "./formats/viame-csv/read-csv.ts";
import { builds, bareInstance, utf8 } from "./testing/cores.ts";

const files = { release: "core.wasm", debug: "core.debug.wasm" } as const;

test.each(builds)("$name build: room for more rows than memory holds is refused, and only once", ({ name }) => {
  const core = bareInstance(files[name]);
  const text = utf8('"bounds"'.repeat(1 << 20));
  const start = core.openSource(text);
  // The column sizes for this many rows would wrap around and seem to fit.
  for (let copies = 0; copies < 130; copies++) core.exports.json_prepare(start, text.length);
  expect(() => core.exports.read_begin()).toThrow(/memory/);
  core.exports.core_clear();
  expect(() => core.exports.read_begin()).not.toThrow();
});

test.each(builds)("$name build: a small document grows no memory, which would collect the whole heap", ({ name }) => {
  const core = bareInstance(files[name]);
  const rows = Array.from({ length: 100 }, (_, n) => `${n},${n}.png,${n},1,2,3,4,1,-1,fish,0.5`);
  expect(readViameCsv(core, utf8(rows.join("\n")), {}).detectionCount).toBe(100);
  // The size it is compiled with.
  expect(core.bytes().length).toBe(2 * 2 ** 20);
});
