/**
 * Writes THIRD-PARTY.md from the lockfile: each dependency that is not under a permissive license, and how it is used.
 * usage: node tests/tools/print-third-party.ts [--check]   (--check: fail if the committed file is outdated)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { repository } from "./files.ts";

export interface LicensedPackages {
  readonly packages: Readonly<Record<string, { readonly license?: string; readonly dev?: boolean }>>;
}

const permissive: ReadonlySet<string> = new Set([
  ...["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "CC0-1.0", "Zlib"],
]);

interface Use {
  readonly component: string;
  readonly licence: string;
  readonly how: string;
}

/** By prefix of the package's name. */
const uses: Readonly<Record<string, Use>> = {
  "@ffmpeg/core": {
    component: "`@ffmpeg/core` (ffmpeg in WebAssembly)",
    licence: "GPL 2.0 or later",
    how: "unmodified, as a program of its own ([why](docs/adr/0010-ffmpeg-as-separate-component.md))",
  },
  "@fontsource-variable/inter": {
    component: "`@fontsource-variable/inter` (the typeface Inter)",
    licence: "SIL Open Font License 1.1",
    how: "unmodified, served with the web app",
  },
  "@jmespath-community/jmespath": {
    component: "`@jmespath-community/jmespath` (queries of JSON)",
    licence: "MPL 2.0",
    how: "unmodified, by the command `api`; its source is in the npm package of the same version",
  },
  "@img/sharp-": {
    component: "`sharp` (libvips)",
    licence: "Apache 2.0; libvips LGPL 3.0 or later",
    how: "unmodified, as a shared library",
  },
  "gdal3.js": {
    component: "`gdal3.js` (GDAL in WebAssembly)",
    licence: "LGPL 2.1 or later; GDAL itself MIT",
    how: "unmodified, loaded at run time by the program that makes tiles ([why](docs/adr/0021-gdal-in-webassembly.md))",
  },
  mediabunny: {
    component: "`mediabunny` (video containers)",
    licence: "MPL 2.0",
    how: "unmodified, by the server and in the web app; its source is the npm package of the same version",
  },
};

/** @throws Error for a license that this file does not cover */
export function thirdPartyText({ packages }: LicensedPackages): string {
  const found = new Map<string, Use>();
  for (const [path, { license = "none", dev = false }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (path === "" || dev || license.split(/[()]| AND | OR /).every((one) => one === "" || permissive.has(one)))
      continue;
    const key = Object.keys(uses).find((start) => name.startsWith(start));
    if (key === undefined) {
      throw new Error(`${name} is under ${license}: say in tests/tools/print-third-party.ts how it is used.`);
    }
    found.set(key, uses[key]!);
  }
  const rows = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
  return `# Components under other licences

Wakeline is under the [Apache licence 2.0](LICENSE). \`npm ci\` fetches its dependencies, each under a license of its own,
named in its \`package.json\` and kept in its folder below \`node_modules\`. Most are under the MIT, ISC, BSD or Apache
licences. These are not:

| component | licence | how it is used |
|---|---|---|
${rows.map(({ component, licence, how }) => `| ${component} | ${licence} | ${how} |`).join("\n")}

Any of them may be replaced by another build of the same in \`node_modules\`. The table is made from the lockfile by
\`npm run generate\`.
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const path = `${repository}THIRD-PARTY.md`;
  const text = thirdPartyText(JSON.parse(readFileSync(`${repository}package-lock.json`, "utf8")) as LicensedPackages);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error("THIRD-PARTY.md is not fresh: run `npm run generate`.");
    process.exitCode = 1;
  }
}
