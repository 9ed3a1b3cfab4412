/**
 * Compresses what the build made, once and as small as it gets, next to each file: the server sends `index.js.br` or
 * `index.js.gz` to a browser that takes it. Browsers ask for Brotli only over https and on their own machine.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Fonts and pictures are compressed already; maps are for people who open the developer tools. */
const compressible = /\.(?:js|css|svg|wasm|json|html)$/;

/** Below, a file fits into one packet anyway. Bytes. */
const smallest = 1024;

/** Above, and rarely fetched, the last percents would take a minute of every build. Bytes. */
const largest = 4 * 1024 * 1024;

const encoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > largest ? 5 : 10 } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: bytes.length > largest ? 6 : 9 }),
};

const entries = Object.entries(encoders);

export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir = "." }) {
      for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
        if (!file.isFile() || !compressible.test(file.name)) continue;
        const path = join(file.parentPath, file.name);
        const bytes = await readFile(path);
        if (bytes.length < smallest) continue;
        const write = async ([ending, encode]: (typeof entries)[number]) =>
          writeFile(`${path}.${ending}`, await encode(bytes));
        await Promise.all(entries.map(write));
      }
    },
  };
}
