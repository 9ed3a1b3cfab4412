/** Texts sent to clients contain no paths of the server. */
import { expect, test } from "vitest";

import { hideFolders, withoutPaths } from "./without-paths.ts";

test("paths of the machine are left out of texts, addresses of the site stay", () => {
  const hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  expect(
    withoutPaths(`EEXIST: file already exists, symlink '/srv/data/blobs/2c/${hash}' -> '/tmp/run-x/media/a_b.png'`),
  ).toBe("EEXIST: file already exists, symlink 'a stored file' -> 'a_b.png'");
  expect(withoutPaths("/tmp/x/in.tif: Cannot read TIFF header (file:///var/lib/y/z.tif).")).toBe(
    "in.tif: Cannot read TIFF header (z.tif).",
  );
  expect(withoutPaths(String.raw`cannot open C:\Users\ada\x.png`)).toBe("cannot open x.png");
  for (const kept of [
    "See https://example.org/a/b and /user/ada/Public/reef, images/train/a.png, 30000/1001, and/or n/a.",
    "GET /api/v1/folder/1",
    "My Export (1)/data/x/a.png, Süß/a/b.png, 写真/1/a.png, [old]/a/b.png, 100%/a/b.png",
    "a text without any",
  ]) {
    expect(withoutPaths(kept)).toBe(kept);
  }
});

test("folders of the server are left out whatever their names are, and so are lines of stack traces", () => {
  hideFolders(["/srv/our data", "/data"]);
  const hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  expect(withoutPaths(`open '/srv/our data/blobs/2c/${hash}'`)).toBe("open 'a stored file'");
  expect(withoutPaths("cannot read /srv/our data/run/media.txt, see:/data/run/a.png")).toBe(
    "cannot read media.txt, see:a.png",
  );
  expect(withoutPaths("See https://example.org/data/a and /srv/data/b, /databases/c")).toBe(
    "See https://example.org/data/a and b, c",
  );
  const trace =
    "Error: no\n    at read (file:///x/y.mjs:3:5)\n    at async node:internal/z:1:2 {\n    at JSON.parse (<anonymous>)\n";
  expect(withoutPaths(`${trace}ended\n    at 5 fish: 3`)).toBe("Error: no\nended\n    at 5 fish: 3");
});
