/** `wakeline render`: what is drawn, looked for in the decoded pixels of the result, frame by frame. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { colorOfType } from "../../core-wasm/host/type-colors.ts";
import { drawNames } from "../../core-wasm/drawing/system-letters.ts";
import { pictureFiles } from "../../core-wasm/drawing/targets.ts";
import { readFrames } from "../../core-wasm/programs/raw-frames.ts";
import { makeBarCodeVideo, readNumbers } from "../support/bar-code-video.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const [width, height, frameCount] = [320, 180, 30];

let folder: string;
const at = (name: string): string => join(folder, name);
const ffmpeg = (...args: string[]): Buffer =>
  execFileSync(join(ensureFfmpeg(), "ffmpeg"), ["-v", "error", "-y", ...args], { maxBuffer: 1 << 28 });

/** A box that goes right by four pixels a frame, from frame 5 to frame 20. */
const moving = {
  id: 3,
  begin: 5,
  end: 20,
  confidencePairs: [["fish", 0.9]],
  attributes: {},
  features: [
    { frame: 5, bounds: [40, 80, 80, 120], keyframe: true, interpolate: true },
    { frame: 20, bounds: [100, 80, 140, 120], keyframe: true },
  ],
};
const square = (x: number, y: number) => [
  [
    [x, y],
    [x + 40, y],
    [x + 40, y + 40],
    [x, y + 40],
    [x, y],
  ],
];
/** A polygon on frame 0, in the lower right. */
const still = {
  id: 8,
  begin: 0,
  end: 0,
  confidencePairs: [["crab", 0.4]],
  attributes: {},
  features: [
    {
      frame: 0,
      bounds: [220, 110, 260, 150],
      keyframe: true,
      geometry: {
        type: "FeatureCollection",
        features: [
          { type: "Feature", properties: { key: "" }, geometry: { type: "Polygon", coordinates: square(220, 110) } },
        ],
      },
    },
  ],
};
const document = JSON.stringify({ version: 2, tracks: { 3: moving, 8: still }, groups: {} });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-render-"));
  const source = `color=c=0x404040:s=${width}x${height}:r=10`;
  ffmpeg("-f", "lavfi", "-i", source, "-frames:v", String(frameCount), "-pix_fmt", "yuv420p", at("plain.mp4"));
  writeFileSync(at("boxes.json"), document);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  return await runInProcess(["render", ...args], { env: { WAKELINE_FFMPEG: ensureFfmpeg() } });
}

/** The decoded pictures of a video or of a PNG, as red, green and blue bytes. */
function picturesOf(path: string): Buffer[] {
  const raw = ffmpeg("-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-");
  const size = width * height * 3;
  return Array.from({ length: raw.length / size }, (_, n) => raw.subarray(n * size, (n + 1) * size));
}

const pixel = (picture: Buffer, x: number, y: number): number[] => [
  ...picture.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];
const isNear = (found: readonly number[], wanted: readonly number[]): boolean =>
  found.every((value, n) => Math.abs(value - wanted[n]!) < 40);
const rgb = (color: string): number[] => [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
const gray = [0x40, 0x40, 0x40];

test("each frame has its own boxes, interpolated ones as well, and every picture stays", async () => {
  const { stderr, exitCode } = await run(
    at("plain.mp4"),
    "-a",
    at("boxes.json"),
    "-o",
    at("out.mp4"),
    "--labels",
    "none",
  );
  expect([stderr, exitCode]).toEqual([`Drew 17 detections into 30 frames. Wrote ${at("out.mp4")}.\n`, 0]);
  const pictures = picturesOf(at("out.mp4"));
  expect(pictures).toHaveLength(frameCount);
  for (const [frame, picture] of pictures.entries()) {
    const left = 40 + 4 * (frame - 5);
    const isThere = frame >= 5 && frame <= 20;
    // The left edge, and the middle of the box.
    const edge = pixel(picture, isThere ? left : 60, 100);
    expect([frame, isNear(edge, isThere ? rgb(colorOfType("fish")) : gray)]).toEqual([frame, true]);
    expect([frame, isNear(pixel(picture, isThere ? left + 20 : 80, 100), gray)]).toEqual([frame, true]);
  }
});

test("polygons are filled lightly, on their frame; labels stand above, types and thresholds choose", async () => {
  await run(at("plain.mp4"), "-a", at("boxes.json"), "-o", at("all.mkv"), "--labels", "ids");
  const [first, second] = picturesOf(at("all.mkv"));
  const crab = rgb(colorOfType("crab"));
  expect(isNear(pixel(first!, 220, 130), crab)).toBe(true);
  const inside = pixel(first!, 240, 130);
  expect(
    isNear(
      inside,
      gray.map((value, n) => value + (crab[n]! - value) * 0.2),
    ),
  ).toBe(true);
  expect(inside).not.toEqual(pixel(first!, 290, 130));
  expect(isNear(pixel(second!, 220, 130), gray)).toBe(true);
  // The plate of the label has the color of the type; letters are dark or light.
  const plate = Array.from({ length: 60 }, (_, x) => pixel(first!, 220 + x, 101));
  expect(plate.filter((one) => isNear(one, crab)).length).toBeGreaterThan(10);
  const only = await run(
    ...[
      at("plain.mp4"),
      "-a",
      at("boxes.json"),
      "-o",
      at("few.mp4"),
      "--threshold",
      "0.5",
      "--frames",
      "4-6",
      "--json",
    ],
  );
  expectOutput("render", JSON.parse(only.stdout));
  expect(JSON.parse(only.stdout)).toMatchObject({ frames: 3, detections: 2, unwritable: [], problems: [] });
  expect(picturesOf(at("few.mp4"))).toHaveLength(3);
  const unknown = await run(at("plain.mp4"), "-a", at("boxes.json"), "-o", at("no.mp4"), "--types", "whale");
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    'error: nothing has the type "whale"; there are fish, crab.\n',
  ]);
  expect(readdirSync(folder)).not.toContain("no.mp4");
});

test("styles of a configuration, tails, and letters that no font has", async () => {
  const styles = { fish: { color: "#0000ff", strokeWidth: 9 }, crab: { fill: true } };
  writeFileSync(at("config.json"), JSON.stringify({ version: 1, customTypeStyling: styles }));
  const tails = ["--tails", "20", "--labels", "none", "--config", at("config.json")];
  await run(at("plain.mp4"), "-a", at("boxes.json"), "-o", at("styled.webm"), ...tails);
  const picture = picturesOf(at("styled.webm"))[20]!;
  for (const dx of [-3, 0, 3]) expect(isNear(pixel(picture, 100 + dx, 90), [0, 0, 255])).toBe(true);
  // From the middle of the box on frame 5 to its middle now.
  const path = pixel(picture, 80, 100);
  expect(path[2]! - path[0]!).toBeGreaterThan(60);
  const named = document.replaceAll("fish", "\u{F1234}");
  writeFileSync(at("letters.json"), named);
  const { stderr } = await run(at("plain.mp4"), "-a", at("letters.json"), "-o", at("letters.mp4"), "--frames", "5");
  expect(stderr).toContain("Letters that no font here has are squares, in \u{F1234}.\n");
});

test("labels in other scripts are written in the fonts of the system, and commands in a name are letters", async ({
  skip,
}) => {
  const program = join(ensureFfmpeg(), "ffmpeg");
  const draw = (...names: readonly string[]) => drawNames(names, program, new AbortController().signal);
  if ((await draw("س")).size === 0) skip("needs an Arabic font and libass");
  const joined = "سمكة";
  const apart = [...joined].join("\u200C");
  const commands = String.raw`سم{\pos(9,900)}\Nكة`;
  const glyphs = await draw(joined, apart, commands, "\u{F1234}");
  const widthOf = (name: string): number => glyphs.get(name)?.width ?? 0;
  expect(widthOf(joined)).toBeGreaterThan(20);
  // Letters that are not joined have their wider forms.
  expect(widthOf(apart)).toBeGreaterThan(widthOf(joined));
  expect(widthOf(commands)).toBeGreaterThan(widthOf(joined) + 100);
  expect(glyphs.has("\u{F1234}")).toBe(false);

  writeFileSync(at("arabic.json"), document.replaceAll("crab", joined));
  const [from, to] = [at("arabic.json"), at("arabic.mkv")];
  const { stderr } = await run(at("plain.mp4"), "-a", from, "-o", to, "--frames", "0", "--labels", "types");
  expect(stderr).toBe(`Drew 1 detection into 1 frame. Wrote ${to}.\n`);
  const [picture] = picturesOf(to);
  const plate = Array.from({ length: 18 }, (_, y) =>
    Array.from({ length: 30 }, (_, x) => pixel(picture!, 222 + x, 92 + y)),
  );
  const color = rgb(colorOfType(joined));
  expect(plate.flat().filter((one) => !isNear(one, color)).length).toBeGreaterThan(20);
});

test("picture n of the result is picture n of the video, at 29.97 pictures a second and at uneven times", async () => {
  writeFileSync(
    at("far.json"),
    JSON.stringify({ version: 2, tracks: {}, groups: {} }).replace("{}", JSON.stringify({ 8: still })),
  );
  const codec = ["-c:v", "libx264", "-bf", "2", "-g", "12"];
  makeBarCodeVideo(at("even.mp4"), { args: codec, rate: "30000/1001" });
  const uneven = "settb=1/1000,setpts='(N*40+if(mod(N,3),7,0))/1000/TB'";
  makeBarCodeVideo(at("uneven.mkv"), {
    args: [...codec, "-fps_mode", "passthrough", "-enc_time_base", "1:1000"],
    filters: [uneven],
  });
  for (const name of ["even.mp4", "uneven.mkv"]) {
    const { stderr } = await run(
      at(name),
      "-a",
      at("far.json"),
      "-o",
      at(`drawn-${name}`),
      "--no-boxes",
      "--labels",
      "none",
    );
    expect(readNumbers(at(`drawn-${name}`))).toEqual(readNumbers(at(name)));
    expect(stderr.includes("not evenly spaced")).toBe(name === "uneven.mkv");
  }
});

test("the sound is kept and fits the pictures; at uneven times, or on request, it is left out", async () => {
  const loudFrom = "volume='if(gte(t,1),1,0)':eval=frame";
  const tone = ["-f", "lavfi", "-i", "sine=frequency=440:duration=3", "-af", loudFrom];
  ffmpeg("-i", at("plain.mp4"), ...tone, "-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", "aac", at("loud.mp4"));
  /** Loudness of each tenth of a second, 0 to 1. */
  const heard = (name: string): number[] => {
    const raw = ffmpeg("-i", at(name), "-map", "0:a", "-ac", "1", "-ar", "8000", "-f", "s16le", "-");
    const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.length >> 1);
    return Array.from(
      { length: Math.floor(samples.length / 800) },
      (_, n) => Math.max(...samples.subarray(n * 800, (n + 1) * 800)) / 32768,
    );
  };
  const draw = (to: string, ...more: string[]) =>
    run(at("loud.mp4"), "-a", at("boxes.json"), "-o", at(to), "--json", ...more);
  for (const to of ["heard.mp4", "heard.webm", "heard.mkv"]) {
    expect(JSON.parse((await draw(to)).stdout)).toMatchObject({ frames: 30, sound: "kept" });
    expect(picturesOf(at(to))).toHaveLength(frameCount);
    const all = heard(to);
    expect([to, all.findIndex((loudness) => loudness > 0.05)]).toEqual([to, expect.closeTo(10, -0.5)]);
  }
  // From frame 8, which is shown at 0.8 seconds.
  await draw("part.mp4", "--frames", "8-19");
  const part = heard("part.mp4");
  expect(part.findIndex((loudness) => loudness > 0.05)).toBe(2);
  expect(part.length).toBeLessThanOrEqual(13);
  expect(JSON.parse((await draw("mute.mp4", "--no-sound")).stdout)).toMatchObject({ sound: "none" });
  const times = ["-vf", "settb=1/1000,setpts='(N*100+if(mod(N,3),40,0))/1000/TB'", "-fps_mode", "passthrough"];
  ffmpeg("-i", at("loud.mp4"), ...times, "-enc_time_base", "1:1000", "-c:a", "copy", at("shaky.mkv"));
  const shaky = await run(at("shaky.mkv"), "-a", at("boxes.json"), "-o", at("shaky.mp4"));
  expect(shaky.stderr).toContain("The sound is left out: it would not fit the pictures.\n");
  expect(picturesOf(at("shaky.mp4"))).toHaveLength(frameCount);
});

test("annotations at a lower rate are on all pictures of their frame", async () => {
  await run(at("plain.mp4"), "-a", at("boxes.json"), "-o", at("slow.mp4"), "--fps", "5", "--labels", "none");
  // Frame 5 of the annotations is pictures 10 and 11.
  const shown = picturesOf(at("slow.mp4")).map((picture) => isNear(pixel(picture, 40, 100), rgb(colorOfType("fish"))));
  expect(shown.flatMap((is, picture) => (is ? [picture] : []))).toEqual([10, 11]);
});

test("pictures become pictures of the same names, or a video", async () => {
  mkdirSync(at("reef"));
  const data = new Uint8Array(width * height * 3).fill(0x40);
  for (const name of ["a.png", "b.png", "c 100%.png"])
    writeFileSync(at(`reef/${name}`), encode({ width, height, data, channels: 3 }));
  writeFileSync(at("reef/broken.png"), "no picture");
  const result = await run(at("reef"), "-a", at("boxes.json"), "-o", at("drawn"), "--labels", "none");
  expect(readdirSync(at("drawn")).toSorted()).toEqual(["a.png", "b.png", "c 100%.png"]);
  expect([result.exitCode, result.stderr]).toEqual([
    1,
    `warning: broken.png cannot be decoded and is left out.\nDrew 1 detection into 3 frames. Wrote ${at("drawn")}.\n`,
  ]);
  const [drawn] = picturesOf(at("drawn/a.png"));
  expect(pixel(drawn!, 220, 130)).toEqual(rgb(colorOfType("crab")));
  expect(picturesOf(at("drawn/b.png"))[0]!.every((value) => value === 0x40)).toBe(true);
  await run(at("reef"), "-a", at("boxes.json"), "-o", at("reef.mp4"), "--fps", "2");
  expect(picturesOf(at("reef.mp4"))).toHaveLength(3);
});

test("source pictures are never replaced, by no name of their folder and through no link", async () => {
  for (const name of ["own", "links"]) mkdirSync(at(name));
  const data = new Uint8Array(width * height * 3).fill(0x40);
  const source = encode({ width, height, data, channels: 3 });
  writeFileSync(at("own/a.png"), source);
  symlinkSync(at("own"), at("alias"));
  symlinkSync(at("own/a.png"), at("links/a.png"));
  for (const output of ["own", "alias", "links"]) {
    const { exitCode, stderr } = await run(at("own"), "-a", at("boxes.json"), "-o", at(output));
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/name another folder|would replace the input/)]);
  }
  expect(readFileSync(at("own/a.png")).equals(source)).toBe(true);
  expect(readdirSync(at("own"))).toEqual(["a.png"]);
});

test("pictures that share a stem become a picture each", async () => {
  expect(pictureFiles(["a.jpg", "A.png", "a.jpg.bmp", "b.png"])).toEqual([
    ...["a.jpg.png", "A.png.png", "a.jpg-2.png", "b.png"],
  ]);
  mkdirSync(at("twins"));
  for (const name of ["a.jpg", "a.png"]) ffmpeg("-i", at("plain.mp4"), "-frames:v", "1", at(`twins/${name}`));
  expect((await run(at("twins"), "-a", at("boxes.json"), "-o", at("apart"))).exitCode).toBe(0);
  expect(readdirSync(at("apart")).toSorted()).toEqual(["a.jpg.png", "a.png.png"]);
});

test("an interrupt that comes before the first picture ends the reading, not only its last one", async () => {
  const input = ["-i", at("plain.mp4")];
  const [program, signal] = [join(ensureFfmpeg(), "ffmpeg"), AbortSignal.abort(new Error("stopped"))];
  const frames = readFrames({ ffmpeg: program, source: at("plain.mp4"), input, filter: "null", width, height, signal });
  await expect(frames.next()).rejects.toThrow("stopped");
});

test("an input is never replaced, and nothing is left of a video that could not be read", async () => {
  const same = await run(at("plain.mp4"), "-a", at("boxes.json"), "-o", at("plain.mp4"));
  expect(same.exitCode).toBe(2);
  writeFileSync(at("broken.mp4"), "no video");
  const broken = await run(at("broken.mp4"), "-a", at("boxes.json"), "-o", at("never.mp4"));
  expect([broken.exitCode, broken.stderr]).toEqual([1, expect.stringContaining("no picture that can be decoded")]);
  expect(readdirSync(folder).filter((name) => name.includes("never"))).toEqual([]);
});

test("a dataset on a server is drawn with its styles, at a revision", async () => {
  const server: TestServer = await startTestServer();
  try {
    const env = { WAKELINE_TOKEN: server.token, WAKELINE_SERVER: server.url, WAKELINE_FFMPEG: ensureFfmpeg() };
    const cli = (...args: string[]) => runInProcess(args, { env });
    const made = await cli("upload", at("plain.mp4"), "--annotations", at("boxes.json"), "--json");
    const { id } = JSON.parse(made.stdout.split("\n")[0]!) as { id: string };
    await cli("dataset", "config", id, "--set", 'customTypeStyling={"fish":{"color":"#ff0000"}}');
    const drawn = await cli("render", "--dataset", id, "-o", at("dataset.mp4"), "--labels", "none");
    expect([drawn.exitCode, drawn.stderr]).toEqual([0, expect.stringContaining("Drew 17 detections into 30 frames.")]);
    expect(isNear(pixel(picturesOf(at("dataset.mp4"))[10]!, 60, 100), [255, 0, 0])).toBe(true);
    const empty = await cli("render", "--dataset", id, "--revision", "0", "-o", at("empty.mp4"));
    expect(empty.stderr).toContain("None of the annotations is on these frames, or all are filtered out.");
    const pair = ["--camera", `left=${at("plain.mp4")}`, "--camera", `right=${at("plain.mp4")}`];
    const rig = await cli("upload", "--name", "rig", ...pair, "--json");
    const cameras = JSON.parse(rig.stdout.split("\n")[0]!) as { id: string };
    expect([rig.stderr, rig.exitCode]).toEqual([expect.any(String), 0]);
    const place = { parentType: "folder", parentId: cameras.id, limit: 0 } as const;
    const right = (await server.client.call("folder.list", place)).find(({ name }) => name === "right")!;
    await cli("import", right._id, at("boxes.json"));
    await cli("render", "--dataset", cameras.id, "-o", at("rig.mkv"), "--labels", "none");
    const raw = ffmpeg("-i", at("rig.mkv"), "-f", "rawvideo", "-pix_fmt", "rgb24", "-");
    expect(raw.length).toBe(frameCount * 2 * width * height * 3);
    const seen = (x: number): number[] => [...raw.subarray(((10 * height + 100) * 2 * width + x) * 3).subarray(0, 3)];
    // The left edge of the box on frame 10, on the right camera only.
    const drawnAt = (x: number): boolean => !isNear(seen(x), gray);
    expect([drawnAt(60), drawnAt(width + 60)]).toEqual([false, true]);
    const both = await cli("render", at("plain.mp4"), "--dataset", id, "-o", at("both.mp4"));
    expect(both.exitCode).toBe(2);
  } finally {
    await server.close();
  }
});
