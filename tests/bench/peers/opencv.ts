/** OpenCV in Python (`apt install python3-opencv`), in a separate process: measures its work, not its start. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./opencv.py", import.meta.url));
/** Any Python other than the system's rarely has it. */
const pythons = ["/usr/bin/python3", "python3"];

/** Undefined if no Python here has OpenCV. */
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
