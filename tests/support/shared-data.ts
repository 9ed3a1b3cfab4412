/**
 * Real test data outside of the repository: a folder `shared/data` next to it or one level higher, or the path in
 * WAKELINE_SHARED_DATA. Tests that need it report what they left out if it is missing.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Absolute path of a file or folder of the test data (`video/bikes.mp4`); `undefined` if it does not exist. */
export function sharedData(path: string): string | undefined {
  const found = roots().map((root) => resolve(root, path));
  return found.find((candidate) => existsSync(candidate));
}

function roots(): string[] {
  const named = process.env["WAKELINE_SHARED_DATA"];
  if (named !== undefined && named !== "") return [named];
  return [resolve(repository, "../shared/data"), resolve(repository, "../../shared/data")];
}
