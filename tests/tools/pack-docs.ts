/** The docs of a package. Links to missing pages become plain text, so that none is broken. */
import { globSync, statSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { repository } from "./files.ts";

export interface PackedDocs {
  /** Globs of files of the repository. */
  readonly pages: readonly string[];
  /** The page that becomes the README of the package. */
  readonly readme?: string;
}

export async function packDocs(folder: string, { pages, readme }: PackedDocs): Promise<void> {
  const paths = globSync([...pages], { cwd: repository })
    .filter((path) => statSync(join(repository, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"));
  const packed = new Set(paths);
  for (const path of paths) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    if (path.endsWith(".md")) await writeFile(target, linked(await readPage(path), path, path, packed));
    else await cp(join(repository, path), target);
  }
  if (readme !== undefined)
    await writeFile(join(folder, "README.md"), linked(await readPage(readme), readme, "README.md", packed));
}

async function readPage(path: string): Promise<string> {
  return await readFile(join(repository, path), "utf8");
}

/** The links of page `from`, adapted to its place `to`. */
function linked(text: string, from: string, to: string, packed: ReadonlySet<string>): string {
  return text.replaceAll(
    /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (link: string, image: string, label: string, target: string) => {
      if (/^([a-z]+:|#)/.test(target)) return link;
      const [path = "", ...anchor] = target.split("#");
      const full = posix.join(posix.dirname(from), path);
      if (!packed.has(full)) return image === "" ? label : "";
      return `[${label}](${[posix.relative(posix.dirname(to), full), ...anchor].join("#")})`;
    },
  );
}
