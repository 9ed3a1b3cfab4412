/** Names as programs write them into archives. */
import { expect, test } from "vitest";

import { openZip } from "./read.ts";
import { zipStream } from "./write.ts";

/** Our own writer changes such names, so they are put into its archive afterwards. */
async function pathsOf(names: readonly string[]): Promise<readonly string[]> {
  async function* open() {
    yield Buffer.from("x");
  }
  const written = names.map((name, n) => String(n).repeat(name.length));
  const parts: Uint8Array[] = [];
  for await (const part of zipStream(written.map((name) => ({ name, modifiedMs: 0, open })))) parts.push(part);
  const bytes = Buffer.concat(parts);
  for (const [n, name] of written.entries()) {
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at)) bytes.write(names[n] ?? "", at);
  }
  async function* read(start: number, end: number) {
    yield bytes.subarray(start, end);
  }
  return (await openZip({ size: bytes.length, read }, names.length)).files.map(({ path }) => path);
}

test("a leading dot, as bsdtar writes, and backslashes name the same files; ways out stay", async () => {
  const paths = await pathsOf(["./a.png", "./b/./c.png", "b\\d.png", ".hidden", "a./b.png", "../e.png", "f/.././../g"]);
  expect(paths).toEqual(["a.png", "b/c.png", "b/d.png", ".hidden", "a./b.png", "../e.png", "f/../../g"]);
});
