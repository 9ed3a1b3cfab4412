/** Tracks as CVAT writes them: shapes computed between keyframes, rotated boxes, skeletons; and handwritten files. */
import { expect, test } from "vitest";
import { createCores, text, utf8 } from "../../testing/cores.ts";
import { annotationFormats, writeAnnotationFile } from "../annotation-formats.ts";
import type { FrameNumber, ReadOptions, TrackId } from "../../types.ts";

const cores = await createCores(1);
const idOf = (id: number): TrackId => id as TrackId;
const frameOf = (frame: number): FrameNumber => frame as FrameNumber;
const facts = { type: "video", fps: undefined, imageNames: [], datasetInfo: undefined } as const;

async function read(content: string, options: ReadOptions = {}) {
  const core = cores();
  const xml = `<?xml version="1.0" encoding="utf-8"?><annotations><version>1.1</version>${content}</annotations>`;
  const { problems } = await annotationFormats["cvat-xml"].read(core, utf8(xml), options);
  const write = (): string => text(writeAnnotationFile(core, "cvat-xml", facts, {}).bytes);
  return { core, problems, codes: problems.map(({ code }) => code), write };
}

/** Frames 0 to `last`, with keyframes at both ends; outside after that. */
function track(last: number, element: (frame: number) => string): string {
  const shapes = Array.from({ length: last + 2 }, (_, frame) => {
    const [kind = "", ...others] = element(Math.min(frame, last)).split(" ");
    const isKeyframe = frame === 0 || frame >= last;
    return `<${kind} frame="${frame}" keyframe="${Number(isKeyframe)}" outside="${Number(frame > last)}" occluded="0" ${others.join(" ")} z_order="0"/>`;
  });
  return `<track id="0" label="fish">${shapes.join("")}</track>`;
}

const boxAt = (degrees: number): string =>
  `box xtl="100" ytl="100" xbr="200" ybr="120" rotation="${degrees.toFixed(2)}"`;

test("a rotated box keeps turn and size between keyframes, there and back", async () => {
  const { core, codes, write } = await read(track(10, (frame) => boxAt(frame * 9)));
  expect(codes).toEqual([]);
  expect([...core.keyframes(idOf(0))]).toEqual([0, 10]);
  const between = /<box frame="5" keyframe="0"[^>]*>/.exec(write())?.[0] ?? "";
  const numberOf = (name: string): number => Number(new RegExp(`${name}="([^"]*)"`).exec(between)?.[1]);
  expect(numberOf("rotation")).toBeCloseTo(45, 6);
  expect(["xtl", "ytl", "xbr", "ybr"].map(numberOf).map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
    100, 100, 200, 120,
  ]);
});

test("a rotated box that does not turn evenly keeps its frames as keyframes", async () => {
  const { core, codes } = await read(track(10, (frame) => boxAt(frame === 4 ? 80 : frame * 9)));
  expect([...core.keyframes(idOf(0))]).toEqual([0, 4, 10]);
  expect(codes).toEqual(["cvat-computed-shapes"]);
});

test("polygons between keyframes come back", async () => {
  const polygonAt = (frame: number): string => {
    const x = frame * 10;
    return `polygon points="${x},0;${x + 20},0;${x + 20},20;${x},20"`;
  };
  const { codes, write } = await read(track(10, polygonAt));
  expect(codes).toEqual(["cvat-computed-shapes"]);
  const written = write();
  expect(written.match(/<polygon [^>]*outside="0"/g)).toHaveLength(11);
  expect(written).toContain('points="50,0;70,0;70,20;50,20"');
});

test("a semicolon after the last point is allowed", async () => {
  const { core, codes } = await read(
    '<image id="0" name="a.png" width="9" height="9"><polygon label="fish" points="1,1; 9,1; 9,7;"/></image>',
  );
  expect(codes).toEqual([]);
  expect(core.shapes(idOf(0), frameOf(0)).map(({ paths }) => paths[0]?.length)).toEqual([4]);
});

test("a skeleton with a track for each point is one track", async () => {
  const points = (frame: number, at: string, more = ""): string =>
    `<points frame="${frame}" keyframe="1" outside="0" occluded="0" points="${at}"${more}/>`;
  const { core, codes } = await read(
    `<track id="3" label="person" source="manual">
      <track id="4" label="head">${points(0, "10,10")}${points(2, "14,10")}<points frame="5" keyframe="1" outside="1" occluded="0" points="14,10"/></track>
      <track id="5" label="tail">${points(0, "30,20")}<points frame="5" keyframe="1" outside="1" occluded="0" points="30,20"/></track>
    </track>`,
  );
  expect(codes).toEqual([]);
  expect([core.trackCount, core.types()]).toEqual([1, ["person"]]);
  const at = (frame: number) => core.shapes(idOf(3), frameOf(frame)).map(({ key, paths }) => [key, paths[0]?.[0]]);
  expect(at(0)).toEqual([
    ["head", [10, 10]],
    ["tail", [30, 20]],
  ]);
  expect(at(2)).toEqual([
    ["head", [14, 10]],
    ["tail", [30, 20]],
  ]);
  expect(core.track(idOf(3))).toMatchObject({ begin: 0, end: 4 });
});

test("pictures are found by their whole names first, and what could be two is named", async () => {
  const image = (id: number, name: string): string =>
    `<image id="${id}" name="${name}" width="9" height="9"><box label="fish" xtl="1" ytl="1" xbr="3" ybr="3"/></image>`;
  const both = image(0, "val/1.jpg") + image(1, "train/1.jpg");
  const known = await read(both, { imageNames: ["train/1.jpg", "val/1.jpg"] });
  expect([...known.core.writer.trackRows()].map(({ begin }) => begin)).toEqual([1, 0]);
  const flat = await read(both + image(2, "2.jpg"), { imageNames: ["1.jpg", "2.jpg"] });
  expect(flat.codes).toEqual(["picture-ambiguous", "picture-ambiguous"]);
  expect(flat.problems[0]?.message).toContain('"val/1.jpg" cannot be distinguished from "train/1.jpg"');
  expect([...flat.core.writer.trackRows()].map(({ begin }) => begin)).toEqual([1]);
});
