/** The bytes that a browser downloads. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Bench } from "../context.ts";

const size: Bench = {
  name: "size of core.wasm",
  run: async () => {
    const wasm = readFileSync(new URL("../../../core-wasm/build/core.wasm", import.meta.url));
    const value = gzipSync(wasm, { level: 9 }).length / 1024;
    return [{ name: "core.wasm, gzip", value, unit: "KB", goal: { of: "value", max: 64 } }];
  },
};

export const sizeBenches: readonly Bench[] = [size];
