/** A video of two boxes that move over noise, and their positions. */
import { execFileSync } from "node:child_process";

export const motionFrames = 80;
const [width, height] = [320, 180];
const size = 24;

/** Corners of box 0 or 1 on a frame. */
export function boxAt(box: number, frame: number): readonly [number, number, number, number] {
  const [x, y] = box === 0 ? [10 + 3 * frame, 40] : [280 - 2 * frame, 120 + 0.4 * frame];
  return [x, y, x + size, y + size];
}

/** 20 frames per second, 4 seconds. @returns the path */
export async function makeMotionVideo(path: string): Promise<string> {
  const pictures = Buffer.alloc(width * height * 3 * motionFrames);
  let seed = 7;
  const noise = (): number => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >> 16) % 7;
  };
  for (let frame = 0, at = 0; frame < motionFrames; frame++) {
    const boxes = [0, 1].map((box) => boxAt(box, frame));
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const inside = boxes.findIndex(([x1, y1, x2, y2]) => x >= x1 && x < x2 && y >= y1 && y < y2);
        const [red, green, blue] =
          inside === 0 ? [220, 60, 40] : inside === 1 ? [240, 240, 60] : [70, 100, 120 + y / 6];
        for (const value of [red, green, blue]) pictures[at++] = Number(value) + noise();
      }
    }
  }
  const input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", "20", "-i", "-"];
  const output = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", path];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...input, ...output], { input: pictures });
  return path;
}
