/**
 * Checks that the lockfile works on other machines: it lists every platform package that a dependency may need (npm
 * drops those that a registry does not offer, and `npm ci` then refuses the lockfile), versions are exact, and no entry
 * contains its download URL.
 */
import { readFileSync } from "node:fs";
import { repository } from "./files.ts";
import type { CheckResult } from "./check-result.ts";

export interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >;
}

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function checkLockfile(manifest: Manifest, lockfile: Lockfile): CheckResult {
  const problems: string[] = [];
  const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  for (const [name, version] of Object.entries(asked)) {
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`package.json: ${name} "${version}" is not exact.`);
  }
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (entry.resolved !== undefined) problems.push(`package-lock.json: ${path} names its download: ${entry.resolved}`);
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isListed(path, name, lockfile));
    if (missing.length === 0) continue;
    problems.push(
      `package-lock.json: ${path} lacks ${missing.length} platform packages (${missing[0]}, ...), so \`npm ci\` fails. ` +
        "Take a version whose platform packages are all published.",
    );
  }
  return { problems, looked: `${Object.keys(lockfile.packages).length} packages` };
}

export function checkProjectLockfile(): CheckResult {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${repository}${name}`, "utf8"));
  return checkLockfile(read("package.json") as Manifest, read("package-lock.json") as Lockfile);
}

/** Node's lookup: next to the package's own dependencies, then upwards. */
function isListed(path: string, name: string, { packages }: Lockfile): boolean {
  let folder = path;
  while (folder !== "") {
    if (packages[`${folder}/node_modules/${name}`] !== undefined) return true;
    const cut = folder.lastIndexOf("/node_modules/");
    folder = cut === -1 ? "" : folder.slice(0, cut);
  }
  return packages[`node_modules/${name}`] !== undefined;
}
