import { expect, test } from "vitest";
import { annotationAccept } from "../../features/import/annotation-files.ts";
import { imageAccept, videoAccept } from "./file-kinds.ts";

const accepted = (accept: string): Set<string> => new Set(accept.split(",").map((ending) => ending.slice(1)));

test("[S-UPLOAD-28, S-UPLOAD-29, S-UPLOAD-30, S-UPLOAD-31] pickers offer every accepted type by its usual endings", () => {
  const offered = {
    video: accepted(videoAccept),
    image: accepted(imageAccept),
    annotation: accepted(annotationAccept),
  };
  const lists = {
    video: ["mp4", "webm", "avi", "wmv", "mov", "mpeg", "mpg", "ogg", "flv"],
    // The kind that is chosen for the upload decides whether a tiff is a picture or a tiled image.
    image: ["gif", "jpeg", "jpg", "png", "avif", "tiff", "tif", "bmp", "sgi", "pgm", "nitf", "ntf"],
    annotation: ["json", "csv", "yaml", "yml"],
  };
  for (const [kind, endings] of Object.entries(lists)) {
    const missing = endings.filter((ending) => !offered[kind as keyof typeof offered].has(ending));
    expect([kind, missing]).toEqual([kind, []]);
  }
  expect([...offered.annotation].toSorted()).toEqual(lists.annotation.toSorted());
});
