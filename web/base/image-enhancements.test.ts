import { expect, test } from "vitest";
import { enhancementNames, isPlain, plainPicture, toImageEnhancements } from "./image-enhancements.ts";

test("[V-ENHANCE-01] image enhancements are brightness, contrast, saturation and sharpen with the defaults 1, 1, 1 and 0", () => {
  expect(enhancementNames).toEqual(["brightness", "contrast", "saturation", "sharpen"]);
  expect(plainPicture).toEqual({ brightness: 1, contrast: 1, saturation: 1, sharpen: 0 });
  expect(toImageEnhancements({})).toEqual(plainPicture);
  expect(toImageEnhancements({ contrast: 2.5 })).toEqual({ ...plainPicture, contrast: 2.5 });
  expect(isPlain(toImageEnhancements({ sharpen: 0.1 }))).toBe(false);
});

test("what others have stored is brought into its range, or left out where it is not a number", () => {
  const stored = { brightness: 99, contrast: "2", saturation: null, sharpen: -1, blur: 3 };
  expect(toImageEnhancements(stored)).toEqual({ ...plainPicture, brightness: 3, sharpen: 0 });
  expect(toImageEnhancements({ brightness: Number.NaN, contrast: Infinity })).toEqual(plainPicture);
  expect(isPlain(toImageEnhancements(JSON.parse('{"__proto__": {"brightness": 2}}') as object as never))).toBe(true);
});
