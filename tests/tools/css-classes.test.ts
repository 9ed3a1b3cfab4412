/** Components use only classes that their style sheets have: a missing one is not an error, but its styles are gone. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, repository } from "./files.ts";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");

test("style sheets have the classes that components use", () => {
  const missing: string[] = [];
  for (const path of projectFiles().filter((each) => /^web\/.*\.tsx?$/.test(each))) {
    const text = read(path);
    const code = text.replaceAll(/^import .*$/gm, "");
    for (const [, name, sheet = ""] of text.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)"/gm)) {
      const known = new Set(Array.from(read(join(dirname(path), sheet)).matchAll(/\.([\w-]+)/g), ([, each]) => each));
      for (const [, owner, used] of code.matchAll(/\b(\w+)\.(\w+)/g))
        if (owner === name && !known.has(used)) missing.push(`${path}: ${name}.${used}`);
    }
  }
  expect(missing).toEqual([]);
});
