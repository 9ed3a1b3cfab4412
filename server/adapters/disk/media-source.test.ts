/** A folder follows the contract of the port, and nothing outside it can be named. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import { MediaChangedError, type MediaSource } from "../../ports/media-source.ts";
import { describeMediaSource, listOf } from "../../ports/contract/media-source.ts";
import { mediaSources } from "../media-sources.ts";
import { openDiskMediaSource } from "./media-source.ts";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** The root, inside a folder that also contains a secret. */
let root = "";
const put = async (key: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(join(root, key)), { recursive: true });
  await writeFile(join(root, key), bytes);
};
const open = async (files: Readonly<Record<string, Uint8Array>>): Promise<MediaSource> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "wakeline-media-source-")));
  folders.push(folder);
  root = join(folder, "root");
  await mkdir(root);
  await writeFile(join(folder, "secret.mp4"), "secret");
  for (const [key, bytes] of Object.entries(files)) await put(key, bytes);
  return await openDiskMediaSource(root);
};

describe("contract", () => {
  describeMediaSource({ open, put, outside: "secret.mp4" });
});

test("a file and a folder of one name are in the order of their keys", async () => {
  const source = await open(Object.fromEntries(["a.png", "a/1.png", "a0.png"].map((key) => [key, Buffer.from(key)])));
  expect((await listOf(source.list(""))).map(({ key }) => key)).toEqual(["a.png", "a/1.png", "a0.png"]);
  expect((await listOf(source.list("", { after: "a.png" }))).map(({ key }) => key)).toEqual(["a/1.png", "a0.png"]);
});

test("links and pipes are not files of the folder, wherever they lead", async () => {
  const source = await open({ "a/1.mp4": Buffer.from("1") });
  await symlink(join(root, "..", "secret.mp4"), join(root, "secret.mp4"));
  await symlink(join(root, "a", "1.mp4"), join(root, "inside.mp4"));
  await symlink(join(root, ".."), join(root, "up"));
  await symlink(join(root, "a"), join(root, "b"));
  await symlink(root, join(root, "a", "loop"));
  execFileSync("mkfifo", [join(root, "pipe.mp4")]);
  expect((await listOf(source.list(""))).map(({ key }) => key)).toEqual(["a/1.mp4"]);
  const { etag } = (await source.stat("a/1.mp4"))!;
  for (const key of ["secret.mp4", "inside.mp4", "up/secret.mp4", "b/1.mp4", "a/loop/a/1.mp4", "pipe.mp4"]) {
    expect([key, await source.stat(key)]).toEqual([key, undefined]);
    await expect(listOf(source.read({ key, etag })), key).rejects.toThrow(MediaChangedError);
  }
  expect(await listOf(source.list("up/"))).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "names that differ in case or spelling only are files of their own",
  async () => {
    const names = ["Reef.mp4", "reef.mp4", "Grün.mp4".normalize("NFC"), "Grün.mp4".normalize("NFD")];
    const source = await open(Object.fromEntries(names.map((name, n) => [`a/${name}`, Buffer.from(`film ${n}`)])));
    expect((await listOf(source.list("a/"))).length).toBe(names.length);
    for (const [n, name] of names.entries()) {
      const object = (await source.stat(`a/${name}`))!;
      expect(Buffer.concat(await listOf(source.read(object))).toString()).toBe(`film ${n}`);
    }
    await rm(join(root, "a", names[3]!));
    expect(await source.stat(`a/${names[3]!}`)).toBeUndefined();
    expect(await source.stat(`a/${names[2]!}`)).toBeDefined();
  },
);

test.runIf(process.platform === "linux")("a name with a backslash is listed by no key and read by none", async () => {
  const source = await open({
    "a/1.mp4": Buffer.from("1"),
    "a\\2.mp4": Buffer.from("2"),
    "b\\c/3.mp4": Buffer.from("3"),
  });
  const { etag } = (await source.stat("a/1.mp4"))!;
  expect((await listOf(source.list(""))).map(({ key }) => key)).toEqual(["a/1.mp4"]);
  expect(await listOf(source.list("b\\c/"))).toEqual([]);
  for (const key of ["a\\2.mp4", "a/2.mp4", "b\\c/3.mp4", "b/c/3.mp4"]) {
    expect([key, await source.stat(key)]).toEqual([key, undefined]);
    await expect(listOf(source.read({ key, etag })), key).rejects.toThrow(MediaChangedError);
  }
});

test("a folder that becomes a link while a file is read leads nowhere", async () => {
  const source = await open({ "a/1.mp4": Buffer.from("1") });
  const object = (await source.stat("a/1.mp4"))!;
  await rename(join(root, "a"), join(root, "..", "moved"));
  await symlink(join(root, "..", "moved"), join(root, "a"));
  await expect(listOf(source.read(object))).rejects.toThrow(MediaChangedError);
});

test("only places that the operator allows are opened, by where links lead", async () => {
  await open({ "cruise/1.mp4": Buffer.from("1") });
  const sources = mediaSources([join(root, "cruise")]);
  const first = await sources.open(join(root, "cruise"));
  expect(await first.stat("1.mp4")).toMatchObject({ size: 1 });
  expect(await sources.open(join(root, "cruise"))).toBe(first);
  await symlink(join(root, ".."), join(root, "cruise", "up"));
  const refused = [root, join(root, "cruise", "up"), `${join(root, "cruise")}/..`, `${root}/cruise/../../root`];
  refused.push(`${root}/cruise2`, `${root}/Cruise`, `${root}/cruise\0`, "cruise", "/", "s3://bucket/a");
  for (const place of refused) await expect(sources.open(place), place).rejects.toThrow("WAKELINE_MEDIA_ROOTS");
  await expect(sources.open(join(root, "cruise", "none"))).rejects.toThrow("There is no folder");
  await mkdir(join(root, "cruise", "none"));
  await sources.open(join(root, "cruise", "none"));
});
