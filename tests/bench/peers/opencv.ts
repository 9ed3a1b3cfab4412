/**
 * OpenCV by Python (`apt install python3-opencv`), in a process of its own: the time is that of its work, not of its
 * start.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./opencv.py", import.meta.url));
/** Another Python than the system's rarely has it. */
const pythons = ["/usr/bin/python3", "python3"];

/** Undefined when no Python here has OpenCV. */
export function findOpenCv(): ((args: readonly string[]) => { frames: number; ms: number }) | undefined {
  const python = pythons.find((one) => {
    try {
      execFileSync(one, ["-c", "import cv2; cv2.TrackerKCF_create"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
  if (python === undefined) return undefined;
  return (args) => JSON.parse(execFileSync(python, [script, ...args]).toString()) as { frames: number; ms: number };
}
