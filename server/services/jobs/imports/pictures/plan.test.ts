import { expect, test } from "vitest";

import { ConvertedNames, darkPictures, type DecodedPicture, picturesOf, resultOf } from "./plan.ts";
import { allBrokenText, brokenEntry, convertedEntry } from "./report.ts";

const item = (name: string) => ({ id: name, name });
type Item = ReturnType<typeof item>;

test("converted pictures keep their names unless two would be the same", () => {
  const pictures = ["a.bmp", "B.tif", "b.png", "u\u0308.tif", "\u00fc.bmp"].map(item);
  const names = new ConvertedNames(pictures);
  expect(pictures.map((picture) => names.of(picture))).toEqual([
    "a.png",
    "B.tif.png",
    "b.png.png",
    "u\u0308.tif.png",
    "\u00fc.bmp.png",
  ]);
});

test("large images are pictures of a sequence only", () => {
  const items = ["a.png", "b.ntf", "c.csv", "d.mp4"].map(item);
  expect(picturesOf(items, "image-sequence").map(({ name }) => name)).toEqual(["a.png", "b.ntf"]);
  expect(picturesOf(items, undefined).map(({ name }) => name)).toEqual(["a.png"]);
});

test("problems are those of pictures shown as they are; the job fails if all are broken", () => {
  const broken: DecodedPicture<Item> = { kind: "broken", item: item("c.png"), reason: "is cut off." };
  const decoded: DecodedPicture<Item>[] = [
    { kind: "shown", item: item("a.png"), problem: "has two pages." },
    { kind: "converted", item: item("b.tif"), problem: "has 16 bits." },
    { kind: "shown", item: item("d.png"), problem: undefined },
    broken,
  ];
  const result = resultOf(decoded);
  expect(result).toEqual({
    broken: [{ item: broken.item, reason: "is cut off." }],
    areAllBroken: false,
    problems: new Map([["a.png", "has two pages."]]),
  });
  expect(resultOf([broken]).areAllBroken).toBe(true);
  expect(resultOf([]).areAllBroken).toBe(true);
});

test("dark pictures get one white, unless one of the folder needs all its bits; copies are not converted again", () => {
  const picture = (white: number | undefined, meta = {}) => ({ item: { meta }, white });
  const [dim, camera, deep, flat] = [255, 4095, 65_535, undefined].map((white) => picture(white));
  if (!dim || !camera || !deep || !flat) throw new Error("four pictures");
  expect(darkPictures([dim, camera, flat])).toEqual({ dark: new Set([dim.item, camera.item]), white: 4095 });
  expect(darkPictures([dim, camera, deep]).dark.size).toBe(0);
  const copy = picture(4095, { originalName: "mask.png", shownWhite: 255 });
  expect(darkPictures([copy]).dark.size, "a mask of 15 labels").toBe(0);
  const bright = picture(65_535, { originalName: "camera.png", shownWhite: 4095 });
  expect(darkPictures([bright, dim]), "in a repeated job").toEqual({ dark: new Set([dim.item]), white: 4095 });
  expect(darkPictures([picture(65_535, { originalName: "a.tif" }), dim])).toMatchObject({ white: 255 });
});

test("entries say what is shown instead", () => {
  expect(convertedEntry("a.bmp", "a.png", undefined)).toEqual({
    what: "converted",
    where: "a.bmp",
    why: "is shown as a.png.",
  });
  expect(convertedEntry("a.jpg", "a.jpg.png", "webp")).toMatchObject({
    what: "renamed",
    why: expect.stringMatching(/^has the content of a WEBP picture, and is shown as a\.jpg\.png, since/),
  });
  const broken = { item: item("a.png"), reason: "is cut off." };
  expect(brokenEntry(broken, false).why).toBe("is cut off. It was left out.");
  expect(brokenEntry(broken, true).why).toMatch(/^is cut off\. A gray picture is shown in its place/);
  expect(allBrokenText(Array.from({ length: 22 }, (_, n) => ({ item: item(`${n}.png`) })))).toMatch(
    /19\.png, 2 more\./,
  );
});
