/** The pictures of a video as decoded by ffmpeg, and proof that ffmpeg decoded the right ones. */
import { readFileSync } from "node:fs";
import { runSystemFfmpeg } from "../../support/system-ffmpeg.ts";

export interface Reference {
  /** Presentation time of each picture, seconds. */
  readonly pts: readonly number[];
  /** MD5 of each picture in its native pixel format. */
  readonly md5: readonly string[];
  /** Size of the pictures below: the stored size, halved until they are small enough to process quickly. */
  readonly width: number;
  readonly height: number;
  /** Luma 0..255 of one picture, row by row. */
  luma(picture: number): Uint8Array;
}

const maxWidth = 1600;

export async function decodeReference(path: string): Promise<Reference> {
  const halvings = Math.max(0, Math.ceil(Math.log2(readWidth(path) / maxWidth)));
  const bytes = new Uint8Array(readFileSync(path));
  const picture = ["-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "-1"];
  const outputs = await runSystemFfmpeg({
    inputs: [{ name: "in.mp4", bytes, options: ["-noautorotate", "-copyts"] }],
    args: [
      ...picture,
      ...["-f", "framemd5", "out.framemd5"],
      ...picture,
      ...["-vf", `scale=iw/${2 ** halvings}:ih/${2 ** halvings}:flags=area`, "-pix_fmt", "gray"],
      ...["-f", "rawvideo", "out.gray"],
    ],
    outputs: ["out.framemd5", "out.gray"],
  });
  const { pts, md5, width: stored, height: storedHeight } = parseFrameMd5(text(outputs.get("out.framemd5")!));
  const width = stored / 2 ** halvings;
  const height = storedHeight / 2 ** halvings;
  const gray = outputs.get("out.gray")!;
  const size = width * height;
  if (gray.length !== size * pts.length)
    throw new Error(`ffmpeg gave ${gray.length} bytes for ${pts.length} pictures.`);
  return { pts, md5, width, height, luma: (i) => gray.subarray(i * size, (i + 1) * size) };
}

interface FrameMd5 {
  readonly pts: readonly number[];
  readonly md5: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** The `.framemd5` file next to a video: its ground truth. */
export function readFrameMd5(videoPath: string): FrameMd5 {
  return parseFrameMd5(readFileSync(`${videoPath}.framemd5`, "utf8"));
}

function readWidth(videoPath: string): number {
  return readFrameMd5(videoPath).width;
}

function parseFrameMd5(content: string): FrameMd5 {
  const header = (name: string): [number, number] => {
    const match = new RegExp(`^#${name} 0: (\\d+)[/x](\\d+)$`, "m").exec(content);
    if (match === null) throw new Error(`The framemd5 listing has no ${name}.`);
    return [Number(match[1]), Number(match[2])];
  };
  const [numerator, denominator] = header("tb");
  const [width, height] = header("dimensions");
  const rows = content.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const cells = rows.map((line) => line.split(",").map((cell) => cell.trim()));
  return {
    pts: cells.map((row) => (Number(row[2]) * numerator) / denominator),
    md5: cells.map((row) => row[5] ?? ""),
    width,
    height,
  };
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
