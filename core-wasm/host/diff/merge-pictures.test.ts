import { expect, test } from "vitest";
import { createCore } from "../create-core.ts";
import { text, utf8 } from "../testing/cores.ts";
import { mergeImages, mergePictureNames } from "./merge-pictures.ts";

test("names that one side added are kept, of both those of A, and what is lost is said", () => {
  const { names, losses } = mergePictureNames([
    ["a", "b", "", "same"],
    ["a", "b2", "x", "same", "", "f"],
    ["a", "b", "y", "same2", "e"],
  ]);
  expect(names).toEqual(["a", "b2", "x", "same2", "e", "f"]);
  expect(losses).toMatchObject([{ kind: "picture-name", count: 1, example: { frame: 2 } }]);
  expect(mergePictureNames([undefined, undefined, ["n"]])).toEqual({ names: ["n"], losses: [] });
  // Rows that A deleted remove no name from a frame that B still has.
  expect(mergePictureNames([["a", "b"], ["a"], ["a", "b"]]).names).toEqual(["a", "b"]);
  expect(mergePictureNames([undefined, undefined, undefined])).toEqual({ names: undefined, losses: [] });
});

test("images of COCO that only one side has are kept, with ids of their own", async () => {
  const document = async (images: readonly object[]) => {
    const core = await createCore();
    core.reader.readCoco(utf8(JSON.stringify({ images, categories: [], annotations: [], videos: [{}] })));
    return core.reader.cocoDocument!;
  };
  const image = (id: number, name: string, frame: number) => ({ id, file_name: name, frame_index: frame });
  const base = await document([image(1, "a.png", 0)]);
  const a = await document([image(1, "a.png", 0), image(2, "c.png", 2)]);
  const b = await document([image(1, "a.png", 0), image(2, "b.png", 1), image(9, "c2.png", 2)]);
  const merged = mergeImages(base, a, b);
  expect(JSON.parse(text(merged.images as Uint8Array<ArrayBuffer>))).toEqual([
    image(1, "a.png", 0),
    image(2, "c.png", 2),
    image(3, "b.png", 1),
  ]);
  expect([...merged.frames]).toEqual([0, 2, 1]);
  expect(mergeImages(base, base, b)).toBe(b);
  expect(mergeImages(base, a, base)).toBe(a);
});
