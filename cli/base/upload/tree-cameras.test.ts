import { expect, test } from "vitest";

import type { PlacedDataset } from "./planned-dataset.ts";
import { findRigs } from "./tree-cameras.ts";

/** Videos by their paths in a tree. */
const rigsOf = (...paths: string[]) => {
  const videos = paths.map((path): PlacedDataset => {
    const place = path.split("/");
    const name = place.pop() ?? "";
    return { name, place, type: "video", files: [], annotations: [], leftOut: [] };
  });
  return findRigs(videos).map(({ name, place, cameras }) => [
    [...place, name].join("/"),
    ...cameras.map((camera) => camera.name),
  ]);
};

test("videos named like cameras are those of one dataset, and so are videos of any name in folders named like that", () => {
  expect(rigsOf("dive/left", "dive/right")).toEqual([["dive", "left", "right"]]);
  expect(rigsOf("dive/left/GOPR1", "dive/right/GOPR7")).toEqual([["dive", "left", "right"]]);
  expect(rigsOf("dive/reef_cam1/a", "dive/reef_cam2/b", "dive/other")).toEqual([["dive/reef", "cam1", "cam2"]]);
});

test("of several videos in the folders of cameras, those of one name belong together", () => {
  const paths = ["dive/left/1", "dive/left/2", "dive/right/1", "dive/right/2"];
  expect(rigsOf(...paths)).toEqual([
    ["dive/1", "left", "right"],
    ["dive/2", "left", "right"],
  ]);
  expect(rigsOf("dive/left/1", "dive/left/2", "dive/right/3")).toEqual([]);
});
