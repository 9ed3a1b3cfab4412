/** `@wakeline/annotations` as installed: small, typed, and consistent with the command. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ruleTable } from "../../cli/offline/rule-table/index.ts";
import { convert, formatNames, readAnnotations, validate } from "../../cli/library/index.ts";
import { cleanFiles } from "../damage/clean.ts";
import { buildAnnotations } from "../tools/build-annotations.ts";
import { buildStale } from "../tools/build.ts";
import { repository } from "../tools/files.ts";
import { runInProcess } from "./in-process.ts";

let folder: string;
let installed: string;
/** The package itself and all its dependencies. */
let packages: readonly string[];
beforeAll(async () => {
  buildStale("core");
  folder = mkdtempSync(join(tmpdir(), "wakeline-annotations-"));
  installed = join(folder, "node_modules/@wakeline/annotations");
  await buildAnnotations(installed);
  packages = [installed, ...linkAll(installed)];
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Only declared dependencies can be found, and their own dependencies. */
function linkAll(start: string): readonly string[] {
  const found = new Set<string>();
  const open = [start];
  for (const path of open) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
      dependencies?: Readonly<Record<string, string>>;
    };
    for (const name of Object.keys(dependencies)) {
      const from = join(repository, "node_modules", name);
      if (found.has(from)) continue;
      found.add(from);
      open.push(from);
      const link = join(folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(from, link);
    }
  }
  return [...found];
}

const run = (node: string, ...args: string[]) => spawnSync(node, args, { cwd: folder, encoding: "utf8" });
const row = "0,image-0.png,0,1,2,3,4,0.5,-1,fish,0.5\n";

test("it is small, has no sources, and its docs lead nowhere that is not there", () => {
  const bytes = packages.flatMap((path) =>
    readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) => statSync(join(path, file)).size),
  );
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15e6);
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(files.filter((path) => /(?<!\.d)\.tsx?$|\.test\./.test(path))).toEqual([]);
  expect(files.filter((path) => path.startsWith("server"))).toEqual([]);
  const { man } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as { man: readonly string[] };
  expect(man).toContain("./man/wakeline-validate.1");
  expect(man.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  const pages = files.filter((path) => path.endsWith(".md"));
  expect(pages).toContain("docs/reference/rules.md");
  for (const page of pages) {
    const text = readFileSync(join(installed, page), "utf8");
    for (const [, target = ""] of text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g))
      expect([page, target, existsSync(join(installed, dirname(page), target))]).toEqual([page, target, true]);
  }
});

/** If a Node 22 is available, it is tested as well. */
const nodes = [process.execPath, ...(process.env["WAKELINE_NODE_22"]?.split(",") ?? [])];

test.each(nodes)("the command and the library work in an empty folder: %s", (node) => {
  const command = join(installed, "cli/annotations-bin.js");
  const wakeline = (...args: string[]) => run(node, command, ...args);
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
  expect(wakeline("--version")).toMatchObject({ stdout: `${version}\n`, stderr: "", status: 0 });
  for (const name of ["a.csv", "b.csv"]) writeFileSync(join(folder, name), row);
  expect(wakeline("validate", "a.csv", "b.csv", "--strict")).toMatchObject({ status: 0, stdout: "" });
  // With threads.
  const converted = wakeline("convert", "a.csv", "b.csv", "--to", "dive-json", "-o", "out", "--jobs", "2");
  expect(converted).toMatchObject({ status: 0 });
  expect(wakeline("diff", "a.csv", "out/a.json")).toMatchObject({ status: 0 });
  expect(wakeline("evaluate", "a.csv", "out/b.json", "--min-hota", "0.9")).toMatchObject({ status: 0 });
  expect(wakeline("serve")).toMatchObject({ status: 2, stderr: expect.stringContaining("is in the package wakeline") });
  writeFileSync(
    join(folder, "use.mjs"),
    `import { convert, readAnnotations, validate } from "@wakeline/annotations";
const text = ${JSON.stringify(row)};
const { bytes } = await convert(text, { to: "cvat-xml", imageSize: { width: 9, height: 9 } });
const { format, tracks } = await readAnnotations(bytes);
console.log(format, tracks[0].features[0].bounds.join(), (await validate(text)).ok);`,
  );
  expect(run(node, "use.mjs")).toMatchObject({ stdout: "cvat-xml 1,2,3,4 true\n", stderr: "", status: 0 });
});

test("its types are those of what it gives", () => {
  const use = (line: string): string =>
    `import { convert, readAnnotations, validate, type Track } from "@wakeline/annotations";
const { tracks } = await readAnnotations("");
const track: Track | undefined = tracks[0];
const left: number | undefined = track?.features[0]?.bounds?.[0];
const { findings } = await validate(new Uint8Array(), { all: true });
const lines: (number | undefined)[] = findings.map(({ line }) => line);
const { losses } = await convert("", { to: "coco" });
${line}
export { left, lines, losses };\n`;
  const compile = (line: string) => {
    writeFileSync(join(folder, "use.ts"), use(line));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const options = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2024",
      "--lib",
      "es2024,dom",
      "--types",
      "",
    ];
    return run(process.execPath, join(repository, "node_modules/typescript/bin/tsc"), ...options, "use.ts");
  };
  expect(compile("")).toMatchObject({ stdout: "", status: 0 });
  expect(compile('await convert("", { to: "cocoa" });').stdout).toContain("Type '\"cocoa\"' is not assignable");
});

test("the library finds what the command finds, at the same places", async () => {
  for (const group of ruleTable) {
    // Several files, a configuration, pictures, archives: not part of this test's input.
    if (["YOLO", "Configurations of datasets"].includes(group.title)) continue;
    for (const rule of group.rules) {
      if (rule.example === undefined || rule.options !== undefined || rule.foundBy !== undefined) continue;
      if (rule.files !== undefined || rule.isArchive === true) continue;
      const content = Buffer.from((rule.around ?? group.around)(rule.example), rule.encoding ?? "utf8");
      const path = join(folder, rule.name ?? group.name);
      writeFileSync(path, content);
      const { stdout } = await runInProcess(["validate", path, "--all", "--json", "--no-config"]);
      const [{ findings } = { findings: [] }] = (JSON.parse(stdout) as { files: { findings: object[] }[] }).files;
      const own = await validate(content, { all: true, name: rule.name ?? group.name });
      expect([rule.code, own.findings]).toEqual([rule.code, findings]);
      expect(own.findings.map(({ code }) => code)).toContain(rule.code);
    }
  }
});

test("every format is written and read again, with its names of files or as a set of files", async () => {
  const { text } = cleanFiles["dive-json"];
  const imageSize = { width: 640, height: 480 };
  const imageNames = ["a.png", "b.png", "c.png", "d.png"];
  for (const to of formatNames) {
    const { bytes } = await convert(text, { to, imageNames, imageSize });
    const read = await readAnnotations(new Blob([new Uint8Array(bytes)]), { imageNames, imageSize });
    expect([to, read.detectionCount]).toEqual([to, 24]);
  }
  const files = [
    { name: "a.txt", content: "0 0.5 0.5 0.1 0.1\n" },
    { name: "classes.txt", content: "fish\n" },
  ];
  const { tracks } = await readAnnotations(files, { imageSize });
  expect(tracks[0]?.confidencePairs).toEqual([["fish", 1]]);
  await expect(readAnnotations("nothing of the kind")).rejects.toMatchObject({ code: "not-annotations" });
  await expect(convert(text, { to: "yolo" })).rejects.toMatchObject({ code: "yolo-size-unknown" });
});
