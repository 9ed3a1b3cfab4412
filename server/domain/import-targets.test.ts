import { expect, test } from "vitest";

import { layoutOf } from "./archive-layout.ts";
import { targetsOf } from "./import-targets.ts";

test("datasets go where their media are: videos by their names, pictures by their folder", () => {
  const paths = [
    ...["top.png", "2024/reef.mp4", "2024/reef.csv", "2024/wreck.mp4", "2024/stills/1.png", "2024/stills/2.png"],
    ...["mixed/film.mp4", "mixed/a.png", "outer/a.png", "outer/inner/a.png", "scans/map.tif"],
  ];
  const { sets } = layoutOf(
    paths.map((path) => ({ path })),
    "Cruise",
  );
  const places = [...targetsOf(sets)].map(([set, { folders, name }]) => {
    return [[...folders, name].join("/"), set.type, [...set.files.keys()].join(" ")];
  });
  expect(places).toEqual([
    ["Cruise", "image-sequence", "top.png"],
    ["2024/reef", "video", "reef.mp4"],
    ["2024/wreck", "video", "wreck.mp4"],
    ["2024/stills", "image-sequence", "1.png 2.png"],
    ["mixed/film", "video", "film.mp4"],
    ["mixed/mixed", "image-sequence", "a.png"],
    ["outer/outer", "image-sequence", "a.png"],
    ["outer/inner", "image-sequence", "a.png"],
    ["scans", "large-image", "map.tif"],
  ]);
});
