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

test("each of several videos is an upload with the annotations of its name; what is about none is named", () => {
  const sorted = sortFiles(
    files("/rig/cam0.mp4", "/rig/cam0.csv", "/rig/CAM1.MP4", "/rig/cam1.json", "/rig/other.csv"),
  );
  expect(sorted.map((one) => [one.name, names(one.media), one.annotationFile?.name])).toEqual([
    ["cam0", ["cam0.mp4"], "cam0.csv"],
    ["CAM1", ["CAM1.MP4"], "cam1.json"],
  ]);
  expect(sorted.flatMap(({ leftOut }) => leftOut)).toEqual([{ name: "other.csv", reason: "severalVideos" }]);
});

test("of videos that share a name none gets an annotation file; what is about no video does not keep the others", () => {
  const shared = sortFiles(files("a.mp4", "a.mov", "a.csv", "b.mp4", "b.csv", "notes.txt"));
  expect(shared.map((one) => [names(one.media), one.annotationFile?.name])).toEqual([
    [["a.mp4"], undefined],
    [["a.mov"], undefined],
    [["b.mp4"], "b.csv"],
  ]);
  expect(shared.flatMap(({ leftOut }) => leftOut)).toEqual([
    { name: "a.csv", reason: "severalVideos" },
    { name: "notes.txt", reason: "unknown" },
  ]);
  const [together, ...others] = sortFiles(files("a.mp4", "b.mp4", "tracks.csv"));
  expect([names(together?.media ?? []), together?.rivals, others]).toEqual([["a.mp4", "b.mp4"], [], []]);
  expect(together?.leftOut).toEqual([{ name: "tracks.csv", reason: "severalVideos" }]);
});

test("each archive is an upload of its own, also next to other files", () => {
  const sorted = sortFiles(files("/all/one.zip", "/all/two.ZIP", "/all/1.png"));
  expect(sorted.map((one) => [one.name, names(one.media)])).toEqual([
    ["all", ["1.png"]],
    ["one", ["one.zip"]],
    ["two", ["two.ZIP"]],
  ]);
});

test("a csv is preferred to a json, a configuration is recognized by its name", () => {
  const [candidate] = sortFiles(files("a.mp4", "a.csv", "a.json", "a.config.json"));
  expect(candidate?.annotationFile?.name).toBe("a.csv");
  expect(candidate?.meta?.name).toBe("a.config.json");
  expect(candidate?.leftOut).toEqual([{ name: "a.json", reason: "otherAnnotation" }]);
  expect(names(candidate?.media ?? [])).toEqual(["a.mp4"]);
});

test("a single json is the annotation file, of several none is", () => {
  expect(sortFiles(files("a.mp4", "tracks.json", "meta.json"))[0]?.annotationFile?.name).toBe("tracks.json");
  const [two] = sortFiles(files("a.mp4", "x.json", "y.json"));
  expect(two?.annotationFile).toBeUndefined();
  expect(two?.leftOut.map(({ reason }) => reason)).toEqual(["severalJson", "severalJson"]);
});

test("files that are called as pictures may be a set: JSON where there are several, XML where there is nothing else", () => {
  const [json] = sortFiles(files("/reef/a.png", "/reef/B.jpg", "/reef/a.json", "/reef/b.json", "/reef/notes.json"));
  expect(names(json?.perPicture ?? [])).toEqual(["a.json", "b.json"]);
  expect(json?.annotationFile).toBeUndefined();
  expect(json?.leftOut).toEqual([{ name: "notes.json", reason: "severalJson" }]);
  const [xml] = sortFiles(files("a.png", "b.png", "a.xml", "about.xml"));
  expect([names(xml?.perPicture ?? []), names(xml?.media ?? [])]).toEqual([["a.xml"], ["a.png", "b.png", "about.xml"]]);
  const [csv] = sortFiles(files("a.png", "b.png", "a.json", "b.json", "a.xml", "tracks.csv"));
  expect([csv?.perPicture, csv?.annotationFile?.name]).toEqual([[], "tracks.csv"]);
  expect(sortFiles(files("a.png", "a.json"))[0]?.perPicture).toEqual([]);
});

test("values of frames are not annotations, whatever their ending", () => {
  const [candidate] = sortFiles(files("img001.png", "frame_metadata.csv", "tracks.csv"));
  expect(candidate?.annotationFile?.name).toBe("tracks.csv");
  expect(candidate?.frameMetadata?.name).toBe("frame_metadata.csv");
  expect(names(candidate?.media ?? [])).toEqual(["img001.png"]);
});

test("YAML is the annotation file when it is all there is, and named when it is not", () => {
  expect(sortFiles(files("img001.png", "tracks.yml"))[0]?.annotationFile?.name).toBe("tracks.yml");
  const [both] = sortFiles(files("img001.png", "tracks.yml", "tracks.csv"));
  expect(both?.annotationFile?.name).toBe("tracks.csv");
  expect(both?.leftOut).toEqual([{ name: "tracks.yml", reason: "otherAnnotation" }]);
});

test("what there may be one of goes to the check all the same", () => {
  const [candidate] = sortFiles(files("a.png", "a.meta.json", "b.config.json", "x.csv", "y.csv"));
  expect([candidate?.meta?.name, candidate?.annotationFile?.name]).toEqual(["a.meta.json", "x.csv"]);
  expect(names(candidate?.rivals ?? [])).toEqual(["y.csv", "b.config.json"]);
});

test("every file of a heap is sent, asked about or named", () => {
  const endings = ["png", "mp4", "csv", "json", "yml", "txt", "meta.json", "config.json"];
  const systemFiles = [".DS_Store", "._1.png"];
  // All combinations of up to four of these names, inside and outside a folder.
  const all = [...endings.map((ending, n) => `${"abcdefgh"[n]}.${ending}`), ...systemFiles, "frame-metadata.csv"];
  for (let mask = 1; mask < 1 << all.length; mask += 1) {
    const picked = all.filter((_, bit) => (mask >> bit) & 1);
    if (picked.length > 4) continue;
    const heap = files(...picked, ...picked.map((name) => `/reef/${name}`));
    const sorted = sortFiles(heap);
    const count = sorted.reduce(
      (sum, one) =>
        sum +
        one.media.length +
        one.rivals.length +
        one.perPicture.length +
        one.leftOut.length +
        [one.annotationFile, one.meta, one.frameMetadata].filter((file) => file !== undefined).length,
      0,
    );
    expect(sorted.length === 0 ? heap.length : count, picked.join(" ")).toBe(heap.length);
  }
});

test("a picked file whose name begins with a dot is a file like any other", () => {
  expect(sortFiles(files(".zip"))[0]?.media.map(({ name }) => name)).toEqual([".zip"]);
  expect(sortFiles(files("/reef/.1.png"))[0]?.media.map(({ name }) => name)).toEqual([".1.png"]);
});

test("litter of operating systems and folders without media are left out, and named", () => {
  const sorted = sortFiles(files("/reef/.DS_Store", "/reef/1.png", "/reef/._1.png", "/notes/readme.csv"));
  expect(sorted.map((candidate) => [candidate.name, names(candidate.media)])).toEqual([["reef", ["1.png"]]]);
  expect(sorted[0]?.leftOut).toEqual([
    { name: ".DS_Store", reason: "litter" },
    { name: "._1.png", reason: "litter" },
    { name: "notes/readme.csv", reason: "noMedia" },
  ]);
});

test("a file of a tool next to media is their annotation file, if nothing else is", () => {
  const chosen = (...all: readonly string[]) => {
    const found = sortFiles(files(...all));
    return found.map(({ media, annotationFile }) => [names(media).join(), annotationFile?.name]);
  };
  expect(chosen("a.mp4", "project.ndjson")).toEqual([["a.mp4", "project.ndjson"]]);
  expect(chosen("a.mp4", "spans.xgtf", "a.csv")).toEqual([["a.mp4,spans.xgtf", "a.csv"]]);
  expect(chosen("a.mp4", "one.xgtf", "two.xgtf")).toEqual([["a.mp4,one.xgtf,two.xgtf", undefined]]);
  expect(chosen("a.png", "annotations.xml")).toEqual([["a.png", "annotations.xml"]]);
  // Cameras write such files next to their videos.
  expect(chosen("C0001.MP4", "C0001M01.XML")).toEqual([["C0001.MP4,C0001M01.XML", undefined]]);
  expect(chosen("lone.ndjson")).toEqual([["lone.ndjson", undefined]]);
  expect(chosen("a.mp4", "b.mp4", "b.xgtf")).toEqual([
    ["a.mp4", undefined],
    ["b.mp4", "b.xgtf"],
  ]);
});
