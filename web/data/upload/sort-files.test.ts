import { expect, test } from "vitest";
import { sortFiles } from "./sort-files.ts";

const files = (...paths: string[]) =>
  paths.map((path) => ({ name: path.split("/").at(-1) ?? "", size: 1, ...(path.includes("/") ? { path } : {}) }));
const names = (list: readonly { readonly name: string }[]) => list.map((file) => file.name);

test("each folder becomes an upload of its own, named after it", () => {
  const sorted = sortFiles(files("/reef/1.png", "/reef/2.png", "/deep/more/a.mp4", "b.webm"));
  expect(sorted.map((candidate) => [candidate.name, names(candidate.media)])).toEqual([
    ["reef", ["1.png", "2.png"]],
    ["more", ["a.mp4"]],
    ["b", ["b.webm"]],
  ]);
});

test("a csv is preferred to a json, a configuration is recognised by its name", () => {
  const [candidate] = sortFiles(files("a.mp4", "a.csv", "a.json", "a.config.json"));
  expect(candidate?.annotationFile?.name).toBe("a.csv");
  expect(candidate?.meta?.name).toBe("a.config.json");
  expect(names(candidate?.otherAnnotations ?? [])).toEqual(["a.json"]);
  expect(names(candidate?.media ?? [])).toEqual(["a.mp4"]);
});

test("a single json is the annotation file, of several none is", () => {
  expect(sortFiles(files("a.mp4", "tracks.json", "meta.json"))[0]?.annotationFile?.name).toBe("tracks.json");
  const [two] = sortFiles(files("a.mp4", "x.json", "y.json"));
  expect(two?.annotationFile).toBeUndefined();
  expect(names(two?.otherAnnotations ?? [])).toEqual(["x.json", "y.json"]);
});

test("litter of operating systems is left out, and folders without media make no upload", () => {
  const sorted = sortFiles(files("/reef/.DS_Store", "/reef/1.png", "/reef/._1.png", "/notes/readme.csv"));
  expect(sorted.map((candidate) => [candidate.name, names(candidate.media)])).toEqual([["reef", ["1.png"]]]);
});
