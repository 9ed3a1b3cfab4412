/** How many files an archive may have: counted while its directory is read, so that reading stops early. */
import { expect, test } from "vitest";

import { openArchive } from "./zip-archive.ts";
import { zipStream } from "./zip-stream.ts";

async function* nothing(): AsyncGenerator<Uint8Array> {}

test("an archive with more files than may be in one is refused; folders count, since they take as much to read", async () => {
  const parts: Uint8Array[] = [];
  const names = ["a.png", "b/", "b/c.png"];
  for await (const part of zipStream(names.map((name) => ({ name, modifiedMs: 0, open: nothing })))) parts.push(part);
  const bytes = Buffer.concat(parts);
  const open = async (max: number): Promise<string[]> => {
    const read = async function* (start: number, end: number): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(start, end);
    };
    return (await openArchive(bytes.length, read, max)).files.map(({ path }) => path);
  };
  expect(await open(3)).toEqual(["a.png", "b/c.png"]);
  await expect(open(2)).rejects.toThrow("The archive has more than 2 files.");
});
