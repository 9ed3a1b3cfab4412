/** Every example in the table of rules produces its finding, and what `--fix` repairs is clean afterwards. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

function place({ example = "", ...rule }: Rule, group: RuleGroup): { path: string; options: readonly string[] } {
  const own = join(folder, String(count++));
  mkdirSync(own);
  const path = join(own, rule.name ?? group.name);
  writeFileSync(path, Buffer.from((rule.around ?? group.around)(example), rule.encoding ?? "utf8"));
  for (const [name, text] of Object.entries(rule.files ?? {})) writeFileSync(join(own, name), text);
  if (group.title === "YOLO") writeFileSync(join(own, "classes.txt"), "fish\n");
  const options = (rule.options ?? []).map((option) =>
    rule.files?.[option] === undefined ? option : join(own, option),
  );
  return { path: group.title === "YOLO" ? own : path, options };
}

async function codesIn(path: string, options: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await runInProcess(["validate", path, "--no-config", "--all", "--json", ...options]);
  expect(stdout, stderr).not.toBe("");
  const { files } = JSON.parse(stdout) as { files: readonly { findings: readonly { code: string }[] }[] };
  return files.flatMap(({ findings }) => findings.map(({ code }) => code));
}

const withExample = ruleTable.flatMap((group) =>
  group.rules.flatMap((rule) =>
    rule.example === undefined ? [] : [{ title: group.title, code: rule.code, rule, group }],
  ),
);

test.each(withExample)("$title: $code", async ({ code, rule, group }) => {
  const { path, options } = place(rule, group);
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
