/** Corrupted pages of the database file: the server starts, or reports within seconds what to do. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "../../server/config.ts";
import { startServer } from "../../server/main.ts";
import { createImageDataset } from "../support/dataset.ts";
import { randomOf } from "../support/random.ts";
import { startTestServer } from "../support/test-server.ts";

const pageBytes = 4096;
/** By what is done to the database file; found among a few hundred seeds. */
const seeds = [1, 9, 11, 16, 31, 37];
const maxMs = 20_000;

let origin = "";
beforeAll(async () => {
  const server = await startTestServer({ dataFolder: mkdtempSync(join(tmpdir(), "wakeline-garbled-")) });
  origin = server.dataFolder;
  await createImageDataset(server.client, "reef", 3);
  await server.server.close();
});
afterAll(() => rmSync(origin, { recursive: true, force: true }));

test.each(seeds)("garbled pages, %i", async (seed) => {
  const dataFolder = mkdtempSync(join(tmpdir(), "wakeline-garbled-"));
  cpSync(origin, dataFolder, { recursive: true });
  writeFileSync(join(dataFolder, "wakeline.db"), garbled(readFileSync(join(origin, "wakeline.db")), seed));
  const settings = { dataFolder, host: "127.0.0.1", port: 0, logLevel: "silent", sampleData: false } as const;
  const beginMs = performance.now();
  try {
    const server = await startServer(readConfig(settings, {}));
    await server.close();
  } catch (error) {
    expect(String(error)).toMatch(
      /The database file is damaged \(.*\)\. .*restore|the database of this site is missing/,
    );
  }
  expect(performance.now() - beginMs).toBeLessThan(maxMs);
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Swapped pages, wrong pointers, and changed header bytes: what checks do not detect immediately. */
function garbled(bytes: Buffer, seed: number): Buffer {
  const random = randomOf(seed);
  const pages = bytes.length / pageBytes;
  const copy = Buffer.from(bytes);
  for (let count = 1 + random(4); count > 0; count--) {
    const at = (1 + random(pages - 1)) * pageBytes;
    const kind = random(4);
    if (kind === 0) {
      const from = random(pages) * pageBytes;
      bytes.copy(copy, at, from, from + pageBytes);
    }
    if (kind === 1) for (let n = 0; n < 3; n++) copy[at + random(40)] = random(256);
    if (kind === 2) copy.writeUInt32BE(1 + random(pages), at + 8);
    if (kind === 3) for (let n = 0; n < 6; n++) copy.writeUInt16BE(random(pageBytes), at + 8 + 2 * random(60));
  }
  return copy;
}
