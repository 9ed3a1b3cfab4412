/** Every example in the table of rules produces its finding, and what `--fix` repairs is clean afterwards. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import { afterAll, expect, test } from "vitest";
import { readerProblemKinds } from "#core/formats/problems/reader-problems";
import { problemKinds } from "#core/formats/problems/problems";
import { fixes } from "../../cli/offline/fixes/fixes.ts";
import { ruleTable } from "../../cli/offline/rule-table/index.ts";
import type { Rule, RuleGroup } from "../../cli/offline/rule-table/rule.ts";
import { runInProcess } from "./in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "wakeline-rules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;

async function place(rule: Rule, group: RuleGroup): Promise<{ path: string; options: readonly string[] }> {
  const { example = "", files = {}, name = group.name, around = group.around, encoding = "utf8" } = rule;
  const own = join(folder, String(count++));
  mkdirSync(own);
  const isIn = (file: string, option: string): boolean => file === option || file.startsWith(`${option}/`);
  const isNamed = (file: string): boolean => rule.options?.some((option) => isIn(file, option)) === true;
  const options = (rule.options ?? []).map((option) =>
    Object.keys(files).some((file) => isIn(file, option)) ? join(own, option) : option,
  );
  const content = Buffer.from(around(example), encoding);
  const others = Object.entries(files);
  for (const [file, text] of rule.isArchive === true ? others.filter(([file]) => isNamed(file)) : others) {
    mkdirSync(dirname(join(own, file)), { recursive: true });
    writeFileSync(join(own, file), text);
  }
  if (rule.isArchive === true) {
    const members = others.filter(([file]) => !isNamed(file));
    writeFileSync(join(own, "archive.zip"), await zipOf([...members, [name, content.toString()]], rule.archive));
    return { path: join(own, "archive.zip"), options };
  }
  writeFileSync(join(own, name), content);
  if (group.title === "YOLO") writeFileSync(join(own, "classes.txt"), "fish\n");
  return { path: group.title === "YOLO" ? own : join(own, name), options };
}

async function zipOf(files: readonly (readonly [string, string])[], archive: Rule["archive"]): Promise<Uint8Array> {
  const secret = archive === "encrypted" ? { password: "reef", zipCrypto: true } : {};
  const writer = new ZipWriter(new BlobWriter(), { ...(archive !== undefined && { level: 0 }), ...secret });
  for (const [name, text] of files) await writer.add(name, new TextReader(text));
  const bytes = Buffer.from(await (await writer.close()).arrayBuffer());
  // The first byte of a stored file; the method of its entry, there and in the directory.
  if (archive === "damaged") bytes[bytes.indexOf(files[0]![1])]! ^= 1;
  if (archive === "packed with BZip2") {
    bytes.writeUInt16LE(12, bytes.indexOf("PK\u0003\u0004") + 8);
    bytes.writeUInt16LE(12, bytes.indexOf("PK\u0001\u0002") + 10);
  }
  return bytes;
}

async function codesIn(path: string, options: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await runInProcess(["validate", path, "--no-config", "--all", "--json", ...options]);
  expect(stdout, stderr).not.toBe("");
  const { files } = JSON.parse(stdout) as { files: readonly { findings: readonly { code: string }[] }[] };
  return files.flatMap(({ findings }) => findings.map(({ code }) => code));
}

const examples = ruleTable.flatMap((group) =>
  group.rules.flatMap((rule) =>
    rule.example === undefined ? [] : [{ title: group.title, code: rule.code, rule, group }],
  ),
);
const withExample = examples.filter(({ rule }) => rule.foundBy === undefined);
const foundByConvert = examples.filter(({ rule }) => rule.foundBy === "convert");

test("every rule has an example", () => {
  const rules = ruleTable.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(200);
  expect(rules.filter(({ example, inWords }) => (example ?? inWords) === undefined)).toEqual([]);
});

test.each(foundByConvert)("$title: $code, found by convert", async ({ code, rule, group }) => {
  const { path, options } = await place(rule, group);
  const output = join(folder, `${count++}.json`);
  const { stdout, stderr } = await runInProcess([
    ...["convert", path, "--to", "dive-json", "--json", "-o", output],
    ...options,
  ]);
  expect(stdout, stderr).toContain(`"code":"${code}"`);
  expect(await codesIn(path, options)).not.toContain(code);
});

test.each(withExample)("$title: $code", async ({ code, rule, group }) => {
  const { path, options } = await place(rule, group);
  expect(await codesIn(path, options)).toContain(code);
  const isFixed = fixes.some((fix) => fix.codes.includes(code) && fix.kinds.some((kind) => group.kinds.includes(kind)));
  if (!isFixed) return;
  const before = readFileSync(path);
  await runInProcess(["validate", path, "--fix", "--select", code, "--no-config", ...options]);
  expect(readFileSync(path)).not.toEqual(before);
  expect(await codesIn(path, options)).not.toContain(code);
});

test("the table has every code once a format, and no other", () => {
  const known = [...problemKinds.map(({ code }) => code), ...Object.keys(readerProblemKinds)];
  const listed = ruleTable.flatMap((group) => group.rules.map(({ code }) => code));
  expect([...new Set(listed)].toSorted()).toEqual(known.toSorted());
  for (const { rules } of ruleTable) expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
});

test("every fix has an example", () => {
  for (const { codes, kinds } of fixes) {
    const examples = withExample.filter(
      ({ code, group }) => codes.includes(code) && group.kinds.some((kind) => kinds.some((one) => one === kind)),
    );
    expect([codes, examples.length > 0]).toEqual([codes, true]);
  }
});
