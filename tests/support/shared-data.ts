/**
 * Real test data that is not part of the repository: a folder `shared/data` next to it or one level higher, or
 * wherever WAKELINE_SHARED_DATA points. Tests that need it say what they left out when it is missing.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Absolute path of a file or folder of the test data (`video/bikes.mp4`); `undefined` when it is not there. */
export function sharedData(path: string): string | undefined {
  const found = roots().map((root) => resolve(root, path));
  return found.find((candidate) => existsSync(candidate));
}

function roots(): string[] {
  const named = process.env["WAKELINE_SHARED_DATA"];
  if (named !== undefined && named !== "") return [named];
  return [resolve(repository, "../shared/data"), resolve(repository, "../../shared/data")];
}
