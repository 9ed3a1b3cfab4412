/** Manual pages of a package. The command line makes them itself, in a process of its own. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./files.ts";

/** @returns where they are, as `man` of a manifest says it */
export function packManuals(folder: string, ...options: readonly string[]): readonly string[] {
  const target = join(folder, "man");
  const { status, stderr } = spawnSync(process.execPath, ["cli/manual/print-manual.ts", target, ...options], {
    cwd: repository,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The manual pages cannot be made: ${stderr}`);
  return readdirSync(target)
    .toSorted()
    .map((name) => `./man/${name}`);
}
