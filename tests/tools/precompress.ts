/**
 * Compresses the build output, once and as small as possible, next to each file: the server sends `index.js.br` or
 * `index.js.gz` to a browser that accepts it. Browsers request Brotli only over https and on their own machine.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Fonts and pictures are compressed already; source maps are only for developer tools. */
const compressible = /\.(?:js|css|svg|wasm|json|html)$/;

/** Smaller files fit into one packet anyway. Bytes. */
const smallest = 1024;

/** For larger files, which are rarely loaded, the best compression would take a minute of every build. Bytes. */
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
