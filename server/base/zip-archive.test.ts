/** The refusals of archives before anything is unpacked. */
import { expect, test } from "vitest";

import { openArchive } from "./zip-archive.ts";
import { zipStream } from "./zip-stream.ts";

async function* nothing(): AsyncGenerator<Uint8Array> {}

const open = async (bytes: Uint8Array, max: number): Promise<string[]> => {
  const read = async function* (start: number, end: number): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(start, end);
  };
  return (await openArchive(bytes.length, read, max)).files.map(({ path }) => path);
};

test("an archive with more files than may be in one is refused; folders count, since they take as much to read", async () => {
  const parts: Uint8Array[] = [];
  const names = ["a.png", "b/", "b/c.png"];
  for await (const part of zipStream(names.map((name) => ({ name, modifiedMs: 0, open: nothing })))) parts.push(part);
  const bytes = Buffer.concat(parts);
  expect(await open(bytes, 3)).toEqual(["a.png", "b/c.png"]);
  await expect(open(bytes, 2)).rejects.toThrow("The archive has more than 2 files.");
});

test("an archive of another program under the name of a zip archive is called by its own name", async () => {
  const pack = (head: readonly number[]) => open(Buffer.concat([Buffer.from(head), Buffer.alloc(100, 7)]), 9);
  await expect(pack([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07])).rejects.toThrow("The file is a RAR archive by its content");
  await expect(pack([0x1f, 0x8b])).rejects.toThrow("unpack it, and make a zip archive of it.");
  await expect(pack([0x50, 0x4b])).rejects.toThrow("it is damaged, or no zip archive.");
});
