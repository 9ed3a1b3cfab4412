/** The version of this command, as its package says. */

import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(findPackageJSON("..", import.meta.url) ?? "", "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
