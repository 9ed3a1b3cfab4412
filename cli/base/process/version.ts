/** Facts from the package of this command. */

import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

export function readVersion(): string {
  return readManifest().version ?? "";
}

/** `wakeline`, or the package that contains a part of it. */
export function readPackageName(): string {
  return readManifest().name ?? "wakeline";
}

function readManifest(): { readonly name?: string; readonly version?: string } {
  const text = readFileSync(findPackageJSON("..", import.meta.url) ?? "", "utf8");
  return JSON.parse(text) as ReturnType<typeof readManifest>;
}
