import { expect, test } from "vitest";
import { runFfmpeg } from "./run-ffmpeg.ts";

/** Ten gray pictures of 16 x 16, raw. */
const raw = (): { name: string; bytes: Uint8Array<ArrayBuffer>; options: string[] } => ({
  name: "in.yuv",
  bytes: new Uint8Array(16 * 16 * 1.5 * 10).fill(128),
  options: ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "16x16", "-r", "10"],
});

test("encodes H.264 and pictures in one command", async () => {
  const { outputs } = await runFfmpeg({
    inputs: [raw()],
    args: ["-c:v", "libx264", "out.mp4", "-vf", "select=not(mod(n\\,5))", "-fps_mode", "passthrough", "p_%02d.bmp"],
    outputs: ["out.mp4", /^p_\d+\.bmp$/],
  });
  expect([...outputs.keys()]).toEqual(["out.mp4", "p_01.bmp", "p_02.bmp"]);
  expect(Buffer.from(outputs.get("out.mp4")!.subarray(4, 8)).toString()).toBe("ftyp");
});

test("says what went wrong", async () => {
  const notAVideo = { name: "in.mp4", bytes: new Uint8Array(100) };
  await expect(runFfmpeg({ inputs: [notAVideo], args: ["out.mp4"], outputs: ["out.mp4"] })).rejects.toThrow(
    /in\.mp4|Invalid data/,
  );
});

test.each([
  ["in.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.ts\n#EXT-X-ENDLIST\n"],
  ["in.ffconcat", "ffconcat version 1.0\nfile other.ts\n"],
])("a playlist reaches no other file, not even one that is there: %s", async (name, content) => {
  const made = await runFfmpeg({ inputs: [raw()], args: ["-c:v", "libx264", "other.ts"], outputs: ["other.ts"] });
  const other = { name: "other.ts", bytes: made.outputs.get("other.ts")! };
  const playlist = { name, bytes: new TextEncoder().encode(content) };
  const args = ["-map", "1:v", "-c", "copy", "out.mp4"];
  await expect(runFfmpeg({ inputs: [other, playlist], args, outputs: ["out.mp4"] })).rejects.toMatchObject({
    log: expect.arrayContaining([expect.stringMatching(/whitelist|Invalid data/)]),
  });
});

test("limits and cancelling", async () => {
  const args = ["-c:v", "libx264", "out.mp4"];
  await expect(runFfmpeg({ inputs: [raw()], args, outputs: ["out.mp4"], timeoutMs: 1 })).rejects.toThrow(
    "stopped after",
  );
  await expect(runFfmpeg({ inputs: [raw()], args, outputs: ["out.mp4"], maxOutputBytes: 10 })).rejects.toThrow(
    "the limit is 10",
  );
  await expect(runFfmpeg({ inputs: [raw()], args, outputs: ["out.mp4"], signal: AbortSignal.abort() })).rejects.toThrow(
    "cancelled",
  );
  const path = { name: "../x", bytes: new Uint8Array(1) };
  await expect(runFfmpeg({ inputs: [path], args, outputs: [] })).rejects.toThrow("Not a plain file name");
});
