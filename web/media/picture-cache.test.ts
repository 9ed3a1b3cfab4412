import { expect, test } from "vitest";
import { PictureCache } from "./picture-cache.ts";

/** A picture of 100 x 100 pixels, 40,000 bytes. */
function bitmap(): ImageBitmap & { closed: boolean } {
  return {
    width: 100,
    height: 100,
    closed: false,
    close() {
      this.closed = true;
    },
  };
}

test("the least recently used pictures go when memory is full", () => {
  const cache = new PictureCache(6 * 40_000);
  const images = Array.from({ length: 7 }, bitmap);
  images.slice(0, 6).forEach((image, key) => cache.put(key, image, 100, 100));
  cache.take(0, 0)?.close();
  cache.put(6, images[6]!, 100, 100);
  expect([0, 1, 2, 6].map((key) => cache.has(key))).toEqual([true, false, true, true]);
  expect(images.map((image) => image.closed)).toEqual([false, true, false, false, false, false, false]);
});

test("a picture that is held outlives its place in the cache, and is closed once", () => {
  const cache = new PictureCache();
  const image = bitmap();
  cache.put(3, image, 100, 100);
  const held = cache.take(3, 9);
  expect(held?.frame).toBe(9);
  cache.clear();
  expect(cache.has(3)).toBe(false);
  expect(image.closed).toBe(false);
  held?.close();
  held?.close();
  expect(image.closed).toBe(true);
});

test("a few pictures are kept however large they are", () => {
  const cache = new PictureCache(1);
  for (let key = 0; key < 6; key++) cache.put(key, bitmap(), 100, 100);
  expect([0, 1, 2, 3, 4, 5].map((key) => cache.has(key))).toEqual([false, false, true, true, true, true]);
  expect(cache.capacity(100, 100)).toBe(4);
});

test("a second image for the same picture is dropped", () => {
  const cache = new PictureCache();
  const [first, second] = [bitmap(), bitmap()];
  cache.put(1, first, 100, 100);
  cache.put(1, second, 100, 100);
  expect([first.closed, second.closed]).toEqual([false, true]);
});
