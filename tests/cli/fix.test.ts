/** `wakeline validate --fix`: what it changes, what it never touches, and that its diffs are valid. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
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
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { replaceFile } from "../../cli/offline/fixes/replace-file.ts";
import { unifiedDiff } from "../../cli/offline/fixes/text-diff.ts";
import { cleanFiles } from "../damage/clean.ts";
import { damages } from "../damage/kinds/index.ts";
import { Random } from "../fuzz/random.ts";
import { runInProcess } from "./in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "wakeline-fix-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function place(name: string, content: string | Uint8Array): string {
  const own = join(folder, String(count++));
  mkdirSync(own);
  writeFileSync(join(own, name), content);
  return join(own, name);
}

interface Answer {
  readonly files: readonly {
    readonly trackCount: number;
    readonly detectionCount: number;
    readonly mended?: { readonly codes: readonly string[]; readonly diff: string };
    readonly findings: readonly { readonly code: string }[];
  }[];
}

async function validate(path: string, ...options: string[]): Promise<Answer["files"][number]> {
  const { stdout } = await runInProcess(["validate", path, "--no-config", "--json", ...options]);
  return (JSON.parse(stdout) as Answer).files[0]!;
}

test("a damaged file is never poorer after a fix, and a second fix finds nothing more to do", async () => {
  const random = new Random(5);
  let fixedCount = 0;
  for (const format of ["viame-csv", "mot", "dive-json", "coco"] as const) {
    for (const [kind, damage] of Object.entries(damages[format])) {
      const path = place(cleanFiles[format].name, Buffer.from(damage(random).text, "latin1"));
      const before = await validate(path);
      const content = readFileSync(path);
      const fixed = await validate(path, "--fix");
      const after = await validate(path);
      const name = `${format}: ${kind}`;
      expect([name, after.findings]).toEqual([name, fixed.findings]);
      expect([name, after.trackCount]).toEqual([name, Math.max(after.trackCount, before.trackCount)]);
      expect([name, after.detectionCount]).toEqual([name, Math.max(after.detectionCount, before.detectionCount)]);
      expect([name, readFileSync(path).equals(content)]).toEqual([name, fixed.mended === undefined]);
      if (fixed.mended !== undefined) fixedCount++;
      expect([name, (await validate(path, "--fix")).mended]).toEqual([name, undefined]);
    }
  }
  expect(fixedCount).toBeGreaterThanOrEqual(6);
});

test("ambiguous content stays unchanged", async () => {
  const row = "0,a.png,0,10,20,30,40,0.9,-1,fish,0.9";
  const texts = {
    "percent.csv": `${row}\n1,a.png,0,10,20,30,40,95,-1,fish,95\n`,
    "two-opinions.csv": `${row}\n${row.replace("30,40", "31,40")}\n`,
    "far.json":
      '{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"confidencePair":[["a",1]],"attributes":{},"features":[{"frame":0,"bounds":[1,2,3,4]}]}},"groups":{}}',
    "both.json":
      '{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"Confidence_Pairs":[["a",1]],"confidence_pairs":[["b",1]],"attributes":{},"features":[{"frame":0,"bounds":[1,2,3,4]}]}},"groups":{}}',
    // Rows without an id are separate objects, even if they are equal.
    "no-ids.txt": `${"1,-1,10,20,30,40,0.9\n".repeat(2)}${"2,5,10,20,30,40,0.9\n".repeat(2)}`,
    "cut.json": '{"version":2,"tracks":{"0":{"id":7,',
  };
  for (const [name, text] of Object.entries(texts)) {
    const path = place(name, text);
    const { findings, mended } = await validate(path, "--fix", "--all");
    expect([name, mended, readFileSync(path, "utf8")]).toEqual([name, undefined, text]);
    expect([name, findings.length > 0]).toEqual([name, true]);
  }
});

test("everything around a change stays, byte by byte: line ends, a mark, blanks, bytes that are not text", async () => {
  const text =
    '\xef\xbb\xbf0, a.png ,0,30,20,10,40,0.9,-1,  fish ,0.90\r\n# \xff note\r\n1,"b,.png",1, 5 ,9,6,1,0.5,-1,crab,0.5';
  const path = place("a.csv", Buffer.from(text, "latin1"));
  await validate(path, "--fix");
  const expected = text.replace("30,20,10,40", "10,20,30,40").replace(" 5 ,9,6,1", " 5 ,1,6,9");
  expect(readFileSync(path, "latin1")).toBe(expected);
});

test("a file keeps its permissions and a link its file; compressed files and those that cannot be written stay", async () => {
  const text = "0,a.png,0,30,20,10,40,0.9,-1,fish,0.9\n";
  const path = place("a.csv", text);
  chmodSync(path, 0o640);
  const link = join(folder, "link.csv");
  symlinkSync(path, link);
  expect((await validate(link, "--fix")).findings).toEqual([]);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readFileSync(path, "utf8")).toContain("10,20,30,40");
  expect(readdirSync(join(path, ".."))).toEqual(["a.csv"]);

  const packed = place("b.csv.gz", gzipSync(text));
  const { stderr } = await runInProcess(["validate", packed, "--fix"]);
  expect(stderr).toContain("b.csv.gz was not fixed: it is compressed.");
  expect(readFileSync(packed)).toEqual(gzipSync(text));
});

test("a file that has changed since it was read is left alone", async () => {
  const path = place("a.csv", "new\n");
  await expect(replaceFile(path, Buffer.from("old\n"), Buffer.from("fixed\n"))).rejects.toThrow(
    "was changed while it was mended",
  );
  expect(readFileSync(path, "utf8")).toBe("new\n");
  expect(readdirSync(join(path, ".."))).toEqual(["a.csv"]);
  await replaceFile(path, Buffer.from("new\n"), Buffer.from("fixed\n"));
  expect(readFileSync(path, "utf8")).toBe("fixed\n");
});

test("git applies the diffs of --dry-run, which changes nothing itself", async () => {
  const random = new Random(7);
  const line = (): string => `row ${random.below(9)}`;
  for (let round = 0; round < 40; round++) {
    const old = Array.from({ length: random.below(30) }, line);
    const now = old.flatMap((one) =>
      random.chance(0.2) ? [] : random.chance(0.2) ? [one, line()] : random.chance(0.1) ? [line()] : [one],
    );
    const [before, after] = [old, now].map(
      (lines) => lines.join("\n") + (random.chance(0.5) && lines.length > 0 ? "\n" : ""),
    ) as [string, string];
    const path = place("text", before);
    const diff = unifiedDiff("text", before, after);
    if (before === after) expect(diff).toEqual([]);
    // git treats an empty side as a new or deleted file.
    if (before === after || before === "" || after === "") continue;
    applyWithGit(join(path, ".."), diff.join("\n"));
    expect(readFileSync(path, "utf8")).toBe(after);
  }
  const text = cleanFiles["dive-json"].text.replace('"id": 3', '"id": 33');
  const path = place("a.json", text);
  const { stdout } = await runInProcess(["validate", "a.json", "--fix", "--dry-run", "--no-config"], {
    folder: join(path, ".."),
  });
  expect(readFileSync(path, "utf8")).toBe(text);
  applyWithGit(join(path, ".."), stdout);
  expect(readFileSync(path, "utf8")).not.toBe(text);
  expect((await validate(path)).findings).toEqual([]);
});

function applyWithGit(cwd: string, diff: string): void {
  const { status, stderr } = spawnSync("git", ["apply", "-p0", "--whitespace=nowarn", "-"], {
    cwd,
    input: `${diff}\n`,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
}
