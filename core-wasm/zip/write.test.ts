/** Archives that other programs can read, with names that stay inside the target folder. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { entryNamePart, safeEntryName } from "./safe-names.ts";
import { type ZipEntry, zipStream } from "./write.ts";

async function* bytesOf(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

const when = Date.UTC(2026, 5, 7, 8, 9, 10);
const entries: ZipEntry[] = [
  { name: "a/größe 🐟.txt", modifiedMs: when, open: () => bytesOf("hello ", "world") },
  { name: "a/empty.txt", modifiedMs: when, open: () => bytesOf() },
  { name: "b/", modifiedMs: 0, open: () => bytesOf() },
];

async function archive(): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of zipStream(entries)) parts.push(part);
  return Buffer.concat(parts);
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("an independent program lists and reads the archive", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-zip-"));
  try {
    const path = join(folder, "a.zip");
    writeFileSync(path, await archive());
    const script = [
      "import sys, zipfile, json",
      "z = zipfile.ZipFile(sys.argv[1])",
      "assert z.testzip() is None",
      "print(json.dumps([[i.filename, z.read(i).decode(), list(i.date_time)] for i in z.infolist()]))",
    ].join("\n");
    expect(JSON.parse(execFileSync("python3", ["-c", script, path], { encoding: "utf8" }))).toEqual([
      ["a/größe 🐟.txt", "hello world", [2026, 6, 7, 8, 9, 10]],
      ["a/empty.txt", "", [2026, 6, 7, 8, 9, 10]],
      ["b/", "", [1980, 1, 1, 0, 0, 0]],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("names stay inside the target folder", () => {
  expect(safeEntryName("/../a/./..//b\\c:d\n.txt")).toBe("__/a/__/b_c_d_.txt");
  expect(entryNamePart("../x")).toBe(".._x");
  expect(entryNamePart("..")).toBe("_");
});

test("two entries of one name do not overwrite each other", async () => {
  const entry = (name: string) => ({ name, modifiedMs: 0, open: async function* () {} });
  const parts = [];
  for await (const part of zipStream(["a/x.tar.gz", "a/x.tar.gz", "a:b", "a*b", "d/", "d/"].map(entry)))
    parts.push(part);
  const zip = Buffer.concat(parts).toString("latin1");
  for (const name of ["a/x.tar.gz", "a/x.tar (1).gz", "a_b", "a_b (1)"])
    expect([name, zip.includes(name)]).toEqual([name, true]);
});
