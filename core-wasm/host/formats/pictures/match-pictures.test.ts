/** Picture names in annotation files, and the pictures of a dataset that they refer to. */
import { expect, test } from "vitest";
import { matchPictures } from "./match-pictures.ts";

const framesOf = (names: readonly string[], pictures: readonly string[]) =>
  matchPictures(names, pictures).map(({ frame }) => frame);

test.each([
  ["their own names", ["b.jpg", "a.jpg"], ["a.jpg", "b.jpg"], [1, 0]],
  ["composed and decomposed letters", ["M\u00fcller.jpg"], ["Mu\u0308ller.jpg"], [0]],
  ["the same stem with another ending", ["i.gif", "i.jpg"], ["i.gif", "i.jpg"], [0, 1]],
  ["a stem that is unique", ["a.jpg"], ["a.png", "b.png"], [0]],
  ["a stem that is not", ["a.tif"], ["a.png", "a.jpg"], [undefined]],
  ["folders", ["train/1.jpg", "val/1.jpg"], ["train/1.jpg", "val/1.jpg"], [0, 1]],
  ["folders above those", ["data/train/1.jpg", "1.jpg"], ["train/1.jpg", "val/1.jpg"], [0, undefined]],
  ["folders with another ending", ["train/1.jpg"], ["train/1.png", "val/1.png"], [0]],
  ["folders that the dataset has not", ["x/a.jpg"], ["a.jpg"], [0]],
  ["two names for one picture", ["train/1.jpg", "val/1.jpg"], ["1.jpg"], [undefined, undefined]],
  ["two names for one picture, one its own", ["1.jpg", "val/1.jpg"], ["1.jpg"], [0, undefined]],
  ["the same name twice", ["x/1.jpg", "x/1.jpg"], ["1.jpg"], [0, 0]],
  ["letter case", ["A.JPG"], ["a.jpg", "b.jpg"], [0]],
  ["letter case that tells two apart", ["A.jpg"], ["a.jpg", "A.jpg"], [1]],
  ["letter case that cannot tell", ["IMG.jpg"], ["img.jpg", "Img.jpg"], [undefined]],
  ["backslashes and dots", [".\\x\\a.jpg"], ["x/a.jpg"], [0]],
  ["a label file", ["a.b.txt"], ["a.b.jpg", "a.c.jpg"], [0]],
  [
    "Roboflow's names",
    ["a_png.rf.0123456789abcdef.jpg", "b_jpeg_jpg.rf.0123456789abcdef.jpg"],
    ["a.png", "b.jpeg"],
    [0, 1],
  ],
  ["Roboflow's name of a name with an extension", ["b_jpeg_jpg.rf.0123456789abcdef.jpg"], ["b.jpg", "b_jpeg.jpg"], [1]],
  ["Label Studio's address of a file", ["\\data\\local-files\\?d=x%2Fa%20b.jpg"], ["a b.jpg", "b.jpg"], [0]],
  ["nothing like it", ["z.jpg", ""], ["a.jpg"], [undefined, undefined]],
])("%s", (_, names, pictures, frames) => {
  expect(framesOf(names, pictures)).toEqual(frames);
});

test("names that cannot be distinguished are listed", () => {
  expect(matchPictures(["a.tif"], ["a.png", "a.jpg"])).toEqual([{ frame: undefined, others: ["a.png", "a.jpg"] }]);
  expect(matchPictures(["x/1.jpg", "y/1.jpg"], ["1.jpg"])[0]).toEqual({ frame: undefined, others: ["y/1.jpg"] });
});
