/** The rules for importing several cameras: names, filters, checks, payloads. A browser test covers the dialog. */
import { describe, expect, test } from "vitest";

import { fileEndings } from "#schemas/media-files";
import type { SourceFile } from "../../web/data/upload/sort-files.ts";
import { nameProblems } from "../../web/data/multicam/camera-name.ts";
import {
  addCamera,
  createDraft,
  editCamera,
  removeCamera,
  setGlob,
  setImportType,
  setKeywordSource,
} from "../../web/data/multicam/draft.ts";
import type { CameraDraft, Draft, ImportType, SubType } from "../../web/data/multicam/draft.ts";
import { filterByGlob } from "../../web/data/multicam/glob.ts";
import { filteredMedia, toMediaImport } from "../../web/data/multicam/media-import.ts";
import { toPayload } from "../../web/data/multicam/payload.ts";
import { canBegin, problemsOf } from "../../web/data/multicam/problems.ts";
import { isReading, previewTrackFile, sentTrackFile, trackProblem } from "../../web/data/multicam/track-file.ts";

const noImages = (camera: string) => `Requires filtered Images for ${camera}`;
const overlap = "Overlapping values.  All cameras must consist of mutually exclusive images.";

/** Files of a picked folder, as browsers provide them. */
const folder = (name: string, ...paths: readonly string[]): SourceFile[] =>
  paths.map((path) => ({ name: path.split("/").at(-1) ?? "", size: 7, webkitRelativePath: `${name}/${path}` }));

function sourceOf(files: readonly SourceFile[], type: "image-sequence" | "video" = "image-sequence") {
  const names = files
    .map(({ name }) => name)
    .filter((name) => fileEndings[type === "video" ? "video" : "image"].some((ending) => name.endsWith(`.${ending}`)));
  const media = toMediaImport(files, { ok: true, type, media: names });
  if (media === undefined) throw new Error("no media");
  return media;
}

function draftOf(subType: SubType, importType: ImportType, cameras: readonly string[] = []): Draft<SourceFile> {
  const empty = { ...setImportType(createDraft<SourceFile>(subType), importType), name: "Rig" };
  return cameras.reduce(addCamera<SourceFile>, empty);
}

/** A source of images for each camera. */
function multi(
  sources: Readonly<Record<string, readonly SourceFile[]>>,
  type: "image-sequence" | "video" = "image-sequence",
) {
  let draft = draftOf("multicam", "multi", Object.keys(sources));
  for (const [name, files] of Object.entries(sources))
    draft = editCamera(draft, name, { media: sourceOf(files, type) });
  return draft;
}

function keyword(files: readonly SourceFile[], globs: Readonly<Record<string, string>>) {
  let draft = setKeywordSource(draftOf("multicam", "keyword", Object.keys(globs)), sourceOf(files));
  for (const [name, glob] of Object.entries(globs)) draft = setGlob(draft, name, glob);
  return draft;
}

describe("names of cameras", () => {
  test("[S-MULTI-11] an empty name is required", () => {
    expect(nameProblems("", [])).toEqual(["Name is required"]);
  });
  test("[S-MULTI-12] anything but letters and digits is refused", () => {
    for (const name of ["cam-1", "linke_Kamera", "Kamera.", "ß", "a/b", "two words"]) {
      expect(nameProblems(name, [])).toContain("Letters and Numbers only");
    }
    expect(nameProblems("cam1", [])).toEqual([]);
    expect(nameProblems("EO2", [])).toEqual([]);
  });
  test("[S-MULTI-13] a space is named", () => {
    expect(nameProblems("port side", [])).toContain("No spaces");
    expect(nameProblems("portside", [])).toEqual([]);
  });
  test("[S-MULTI-14] a name is used once", () => {
    expect(nameProblems("port", ["port", "starboard"])).toEqual(["No duplicate Names"]);
    expect(nameProblems("bow", ["port", "starboard"])).toEqual([]);
  });
});

describe("filters", () => {
  const names = ["a_left.png", "A_RIGHT.PNG", "deep/b_left.jpg", "b_right.png"];
  test("[S-MULTI-19] patterns are separated by semicolons, whatever the case", () => {
    expect(filterByGlob("*_LEFT.*", names)).toEqual(["a_left.png", "deep/b_left.jpg"]);
    expect(filterByGlob(" *left.png ;*right.png; ", names)).toEqual(["a_left.png", "A_RIGHT.PNG", "b_right.png"]);
    expect(filterByGlob("deep/*", names)).toEqual(["deep/b_left.jpg"]);
    expect(filterByGlob("?_{left,right}.png", names)).toEqual(["a_left.png", "A_RIGHT.PNG", "b_right.png"]);
    expect(filterByGlob("[", names)).toEqual([]);
  });
  test("[S-MULTI-20] an empty glob matches all images", () => {
    for (const nothing of ["", "  ", " ; ;"]) expect(filterByGlob(nothing, names)).toEqual(names);
  });
});

test("[S-MULTI-24] a media import has its images in the order of frames, its filter, and what has to be converted", () => {
  const files = folder("dive 3", "img10.bmp", "img2.png", "notes.csv", "sub/img1.jpg");
  const media = sourceOf(files);
  expect(media).toMatchObject({
    sourcePath: "dive 3",
    type: "image-sequence",
    jsonMeta: { originalImageFiles: ["sub/img1.jpg", "img2.png", "img10.bmp"] },
    globPattern: "",
    mediaConvertList: ["img10.bmp"],
  });
  expect(filteredMedia({ ...media, globPattern: "*.png" })).toEqual(["img2.png"]);
  const video = sourceOf(folder("v", "dive.avi"), "video");
  expect(video).toMatchObject({ jsonMeta: { originalImageFiles: [] }, mediaConvertList: ["dive.avi"] });
  expect(toMediaImport(files, { ok: false, type: "", media: [] })).toBeUndefined();
  expect(
    toMediaImport([{ name: "loose.png", size: 1 }], { ok: true, type: "image-sequence", media: ["loose.png"] }),
  ).toMatchObject({ sourcePath: "loose.png" });
});

describe("checks", () => {
  const port = folder("port", "1.png", "2.png");
  const starboard = folder("starboard", "1.png", "2.png");

  test("[S-MULTI-07] it begins only when every check passes", () => {
    const ready = multi({ port, starboard });
    expect(problemsOf(ready)).toEqual([]);
    expect(canBegin(ready)).toBe(true);
    expect(canBegin({ ...ready, name: " " })).toBe(false);
    expect(canBegin({ ...ready, importType: undefined })).toBe(false);
    expect(canBegin(editCamera(ready, "port", { media: undefined }))).toBe(false);
    expect(canBegin(editCamera(ready, "port", { mediaError: "No" }))).toBe(false);
    expect(canBegin(editCamera(ready, "port", { trackFile: { name: "tracks.txt", size: 1 } }))).toBe(false);
    expect(canBegin(editCamera(ready, "port", { trackFile: { name: "tracks.csv", size: 0 } }))).toBe(false);
    expect(canBegin(editCamera(ready, "port", { trackFile: { name: "tracks.csv", size: 1 } }))).toBe(true);
    expect(problemsOf(removeCamera(ready, "port"))).toEqual(["Add at least two cameras"]);
  });

  test("[S-ERROR-09] errors of the media request are shown with those of the rules", () => {
    const refused = editCamera(multi({ port, starboard }), "port", { media: undefined, mediaError: "No media files" });
    expect(problemsOf(refused)).toEqual(expect.arrayContaining(["port: No media files", noImages("port")]));
    const folderRefused = { ...draftOf("multicam", "keyword"), keywordError: "Cannot reach the server." };
    expect(problemsOf(folderRefused)).toEqual(
      expect.arrayContaining(["Cannot reach the server.", "Add at least 1 filter pattern"]),
    );
  });

  test("[S-MULTI-08] another type of import forgets the sets that were chosen", () => {
    const chosen = multi({ port, starboard });
    expect(setImportType(chosen, "multi")).toBe(chosen);
    const other = setImportType(chosen, "keyword");
    expect(other).toMatchObject({ importType: "keyword", cameras: [], defaultDisplay: "", name: "Rig" });
    const back = setImportType(keyword(port, { port: "1*" }), "multi");
    expect(back).toMatchObject({ cameras: [], keywordSource: undefined });
    const pair = editCamera(draftOf("stereo", "multi"), "left", { media: sourceOf(port) });
    expect(setImportType(pair, "keyword").cameras.map(({ name, media }) => [name, media])).toEqual([
      ["left", undefined],
      ["right", undefined],
    ]);
  });

  test("[S-MULTI-09, S-MULTI-10] a keyword import needs one folder and at least one filter", () => {
    const none = draftOf("multicam", "keyword");
    expect(problemsOf(none)).toEqual(
      expect.arrayContaining(["Choose the source folder", "Add at least 1 filter pattern"]),
    );
    const files = folder("all", "a_L.png", "a_R.png");
    expect(problemsOf(keyword(files, {}))).toContain("Add at least 1 filter pattern");
    expect(problemsOf(keyword(files, { port: "", starboard: " ; " }))).toContain("Add at least 1 filter pattern");
    expect(problemsOf(keyword(files, { port: "*_l.png", starboard: "*_r.png" }))).toEqual([]);
    expect(canBegin(setKeywordSource(keyword(files, { port: "*_l.png", starboard: "*_r.png" }), undefined))).toBe(
      false,
    );
    // One folder for all of them: picking another replaces it, and the filters stay.
    const other = setKeywordSource(keyword(files, { port: "*_l.png" }), sourceOf(folder("next", "b_L.png")));
    expect(other.cameras[0]?.media).toMatchObject({ sourcePath: "next", globPattern: "*_l.png" });
  });

  test("[S-MULTI-15] each camera needs filtered images", () => {
    const ready = multi({ port, starboard });
    expect(problemsOf(setGlob(ready, "starboard", "*.jpg"))).toContain(noImages("starboard"));
    expect(problemsOf(editCamera(ready, "port", { media: undefined }))).toContain(noImages("port"));
  });

  test("[S-MULTI-16] all cameras have the same number of images, unless they are aligned by time", () => {
    const uneven = multi({ port, starboard: folder("starboard", "1.png") });
    expect(problemsOf(uneven)).toEqual(["All cameras should have the same length of 2"]);
    expect(problemsOf(setGlob(uneven, "port", "1.*"))).toEqual([]);
    expect(problemsOf({ ...uneven, alignment: "capture-time" })).toEqual([]);
  });

  test("[S-MULTI-17] cameras do not share images", () => {
    const all = folder("all", "a_L.png", "a_R.png");
    expect(problemsOf(keyword(all, { port: "*", starboard: "*_r.png" }))).toContain(overlap);
    expect(problemsOf(keyword(all, { port: "*_l.png", starboard: "*_r.png" }))).toEqual([]);
    // The same folder picked twice; other folders may have pictures of the same names.
    expect(problemsOf(multi({ port, starboard: folder("port", "1.png", "2.png") }))).toContain(overlap);
    expect(problemsOf(multi({ port, starboard }))).toEqual([]);
  });

  test("[S-MULTI-18] of videos neither images nor their number nor sharing is checked", () => {
    const videos = multi({ port: folder("v", "a.mp4"), starboard: folder("v", "a.mp4") }, "video");
    expect(problemsOf(videos)).toEqual([]);
    expect(problemsOf(editCamera(videos, "port", { media: undefined }))).toEqual(["Choose one video for port"]);
    expect(problemsOf(editCamera(videos, "port", { media: sourceOf(folder("v", "a.mp4", "b.mp4"), "video") }))).toEqual(
      ["Choose one video for port"],
    );
  });

  test("videos of other rates are aligned by time, or read at a rate that all of them have", () => {
    const rated = (name: string, videoFps: number) => ({ ...sourceOf(folder("v", name), "video"), videoFps });
    const videos = multi({ port: folder("v", "a.mp4"), starboard: folder("v", "b.mp4") }, "video");
    const uneven = editCamera(editCamera(videos, "port", { media: rated("a.mp4", 25) }), "starboard", {
      media: rated("b.mp4", 29.97),
    });
    expect(problemsOf(uneven)).toEqual([expect.stringContaining("25, 29.97")]);
    expect(problemsOf({ ...uneven, fps: 10 })).toEqual([]);
    expect(problemsOf({ ...uneven, alignment: "timestamp" })).toEqual([]);
  });

  test("more than three cameras are aligned by time; there are eight at most; images and videos do not mix", () => {
    const sources = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, folder(`c${n}`, "1.png")]));
    expect(problemsOf(multi(sources(3)))).toEqual([]);
    expect(problemsOf(multi(sources(4)))).toEqual(["Choose a time alignment for more than three cameras"]);
    expect(problemsOf({ ...multi(sources(8)), alignment: "frame" })).toEqual([]);
    expect(problemsOf({ ...multi(sources(9)), alignment: "frame" })).toEqual(["A dataset can have at most 8 cameras"]);
    const mixed = editCamera(multi({ port, starboard }), "port", { media: sourceOf(folder("v", "a.mp4"), "video") });
    expect(problemsOf(mixed)).toContain("Use images for all cameras or videos for all cameras");
  });

  test("two pictures of one name look the same in a camera's folder", () => {
    const draft = multi({ port: folder("p", "a/1.png", "b/1.png"), starboard });
    expect(problemsOf(draft)).toContain("port has two files named 1.png");
  });

  test("a stereo import needs a calibration file before it can begin", () => {
    let pair = draftOf("stereo", "multi");
    pair = editCamera(editCamera(pair, "left", { media: sourceOf(port) }), "right", { media: sourceOf(starboard) });
    expect(problemsOf(pair)).toEqual(["Choose a calibration file for the stereo pair"]);
    for (const ending of ["cam", "json", "npz", "yml", "zip", "NPZ"]) {
      expect(problemsOf({ ...pair, calibrationFile: { name: `rig.${ending}`, size: 1 } })).toEqual([]);
    }
    expect(problemsOf({ ...pair, calibrationFile: { name: "rig.txt", size: 1 } })).toEqual([
      "Calibration file must be .npz, .json, .cam, .yml, or .zip",
    ]);
    // Other cameras have none.
    expect(problemsOf(multi({ port, starboard }))).toEqual([]);
  });
});

test("[S-MULTI-25] the default display of a stereo pair is left", () => {
  expect(createDraft("stereo")).toMatchObject({
    defaultDisplay: "left",
    cameras: [{ name: "left" }, { name: "right" }],
  });
  expect(setImportType(createDraft("stereo"), "keyword").defaultDisplay).toBe("left");
  // Otherwise it is the first one, or the next if that is removed.
  const three = draftOf("multicam", "multi", ["port", "starboard", "bow"]);
  expect(three.defaultDisplay).toBe("port");
  expect(removeCamera(three, "port").defaultDisplay).toBe("starboard");
});

test("[S-MULTI-22] the payload of sources: default display, source and track file of each camera, calibration, type", () => {
  const calibrationFile = { name: "rig.npz", size: 1 };
  const trackFile = { name: "left.csv", size: 1 };
  let pair: Draft<SourceFile> = { ...draftOf("stereo", "multi"), calibrationFile };
  pair = editCamera(pair, "left", { media: sourceOf(folder("L", "1.png")), trackFile });
  pair = editCamera(pair, "right", { media: sourceOf(folder("R", "1.png")) });
  expect(toPayload(pair)).toEqual({
    defaultDisplay: "left",
    sourceList: { left: { sourcePath: "L", trackFile }, right: { sourcePath: "R", trackFile: undefined } },
    calibrationFile,
    type: "image-sequence",
  });
  const videos = multi({ port: folder("v", "a.mp4"), starboard: folder("v", "b.mp4") }, "video");
  expect(toPayload(videos)).toMatchObject({ type: "video", calibrationFile: undefined });
});

test("[S-MULTI-23] the payload of filters: source, filter and track file of each camera, calibration, image-sequence", () => {
  const trackFile = { name: "port.csv", size: 1 };
  const draft = keyword(folder("all", "a_L.png", "a_R.png"), { port: "*_L.*", starboard: "*_R.*" });
  expect(toPayload(editCamera(draft, "port", { trackFile }))).toEqual({
    defaultDisplay: "port",
    sourcePath: "all",
    globList: { port: { glob: "*_L.*", trackFile }, starboard: { glob: "*_R.*", trackFile: undefined } },
    calibrationFile: undefined,
    type: "image-sequence",
  });
});

describe("annotation files that the server does not read", () => {
  /** The beginning of a picture of 64 x 48 pixels. */
  const png = new Uint8Array([
    ...[137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82],
    ...[0, 0, 0, 64, 0, 0, 0, 48, 8, 2, 0, 0, 0, 0, 0, 0, 0],
  ]);
  const port: CameraDraft = {
    name: "port",
    media: sourceOf([new File([png], "b.png"), new File([png], "a.png")]) as CameraDraft["media"],
    trackFile: undefined,
    mediaError: undefined,
  };
  const box = (name: string, id: number) =>
    `<image id="${id}" name="${name}" width="64" height="48"><box label="cod" xtl="1" ytl="2" xbr="30" ybr="40"/></image>`;
  const cvat = new File([`<annotations><version>1.1</version>${box("b.png", 0)}</annotations>`], "task.xml");

  test("they are sent as DIVE JSON, by the names of the camera's pictures", async () => {
    const sent = await sentTrackFile({ ...port, trackFile: cvat });
    expect(sent?.name).toBe("task.json");
    const { tracks } = JSON.parse((await sent?.text()) ?? "") as { tracks: Record<string, { begin: number }> };
    // `b.png` is the second picture here, whatever its number was there.
    expect(Object.values(tracks).map(({ begin }) => begin)).toEqual([1]);
    const csv = new File(["0,a.png,0,1,2,3,4,1,-1,cod,1\n"], "found.csv");
    expect(await sentTrackFile({ ...port, trackFile: csv })).toBe(csv);
  });

  test("nothing begins before one was looked into; one without annotations is refused by name", async () => {
    const looking = { ...port, trackFile: cvat, trackLook: "loading" as const };
    expect([isReading(looking), trackProblem(looking)]).toEqual([true, undefined]);
    const labels = { ...port, trackFile: new File(["fish\n"], "labels.txt") };
    expect(isReading(labels)).toBe(true);
    const looked = { ...labels, trackLook: await previewTrackFile(labels) };
    expect([isReading(looked), trackProblem(looked)]).toEqual([
      false,
      "labels.txt: Nothing in this file can be imported",
    ]);
    await expect(sentTrackFile(labels)).rejects.toThrow("labels.txt: Nothing in this file can be imported");
    const video = { ...port, trackFile: new File(["x"], "clip.mp4") };
    expect(trackProblem(video)).toBe("clip.mp4: File Types did not match JSON or CSV");
  });
});
