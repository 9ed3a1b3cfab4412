/**
 * Contract of every `MediaSource`. An adapter's test calls this with functions that put files into a place and open it.
 */
import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { MediaChangedError, type MediaObject, type MediaSource } from "../media-source.ts";

export interface MediaSourceSetup {
  /** Opens a place with these files, by key, next to something that is not part of it. */
  open(files: Readonly<Record<string, Uint8Array>>): Promise<MediaSource>;
  /** Puts a file into the place opened last. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Key of something that exists but is not in the place opened last. */
  readonly outside: string;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

async function collect(source: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

export async function listOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of source) list.push(one);
  return list;
}

const keysOf = async (objects: AsyncIterable<MediaObject>): Promise<string[]> =>
  (await listOf(objects)).map(({ key }) => key);

export function describeMediaSource({ open, put, outside }: MediaSourceSetup): void {
  test("files are listed by key, from a folder on, and after a key", async () => {
    const keys = ["a/1.png", "a/b/2.png", "a0.png", "film.mp4", "Über.png", "魚/1.png", "𝔉.png"];
    const source = await open(Object.fromEntries(keys.toReversed().map((key) => [key, text(key)])));
    expect(await keysOf(source.list(""))).toEqual(keys);
    expect(await keysOf(source.list("a/"))).toEqual(["a/1.png", "a/b/2.png"]);
    expect(await keysOf(source.list("", { after: "a/1.png" }))).toEqual(keys.slice(1));
    expect(await keysOf(source.list("a/", { after: "a/b/2.png" }))).toEqual([]);
    expect(await keysOf(source.list("none/"))).toEqual([]);
    const listed = await listOf(source.list(""));
    for (const object of listed) expect(await source.stat(object.key)).toEqual(object);
    expect(listed.map(({ size }) => size)).toEqual(keys.map((key) => text(key).length));
  });

  test("bytes come back as they are, whole and in ranges", async () => {
    const bytes = randomBytes(600_000);
    const source = await open({ "film.mp4": bytes, "empty.mp4": new Uint8Array() });
    const film = (await source.stat("film.mp4"))!;
    expect((await collect(source.read(film))).equals(bytes)).toBe(true);
    expect(await collect(source.read(film, { start: 10, end: 20 }))).toEqual(bytes.subarray(10, 20));
    expect(await collect(source.read(film, { start: 599_999, end: 600_000 }))).toEqual(bytes.subarray(599_999));
    expect(await collect(source.read(film, { start: 5, end: 5 }))).toEqual(Buffer.alloc(0));
    expect(await collect(source.read((await source.stat("empty.mp4"))!))).toEqual(Buffer.alloc(0));
  });

  test("a file that has changed is not read as what it was", async () => {
    const source = await open({ "a.png": text("before") });
    const before = (await source.stat("a.png"))!;
    await put("a.png", text("afterwards"));
    const after = (await source.stat("a.png"))!;
    expect(after.etag).not.toBe(before.etag);
    await expect(collect(source.read(before))).rejects.toThrow(MediaChangedError);
    if (source.localPath !== undefined) await expect(source.localPath(before)).rejects.toThrow(MediaChangedError);
    expect((await collect(source.read(after))).toString()).toBe("afterwards");
  });

  test("no key leads out of the place, and a file has one", async () => {
    const source = await open({ "a/Reef.mp4": text("inside"), "a/Grün.mp4": text("inside") });
    const { etag } = (await source.stat("a/Reef.mp4"))!;
    const wrong = [
      ...["", "/", ".", "..", outside, `../${outside}`, `a/../../${outside}`, `a/../a/Reef.mp4`, "a/./Reef.mp4"],
      ...["a//Reef.mp4", "/a/Reef.mp4", "a/Reef.mp4/", "a", "a/", "a\\Reef.mp4", "a/Reef.mp4\0", "a/reef.mp4"],
      ...["A/Reef.mp4", "a/Reef.mp4 ", "a/Grün.mp4".normalize("NFD"), "none.mp4", "/etc/hostname"],
    ];
    for (const key of wrong) {
      expect([key, await source.stat(key)]).toEqual([key, undefined]);
      const read = async (): Promise<Buffer> => await collect(source.read({ key, etag }));
      await expect(read(), key).rejects.toThrow(MediaChangedError);
      if (source.localPath !== undefined)
        await expect(source.localPath({ key, etag }), key).rejects.toThrow(MediaChangedError);
    }
    expect(await keysOf(source.list("../"))).toEqual([]);
  });
}
