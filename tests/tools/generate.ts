/**
 * `npm run generate`: writes every generated file; with `--check` reports outdated ones instead. A generated file is
 * committed, so that it can be read and reviewed, and made by exactly one script, which supports `--check`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { repository } from "./files.ts";
import type { CheckResult } from "./check-result.ts";

/** The scripts that write generated files. */
const generators: readonly string[] = [
  "schemas/tools/generate.ts",
  "core-wasm/generate.ts",
  "core-wasm/build-vision.ts",
  "core-wasm/print-problems.ts",
  "cli/manual/print-help.ts",
  "cli/offline/rule-table/print-rules.ts",
  "tests/editor/print-editor-docs.ts",
  "tests/contract/permissions/print-permissions.ts",
  "tests/tools/print-imports.ts",
  "tests/tools/print-third-party.ts",
];

export function checkGenerated(): CheckResult {
  const problems: string[] = [];
  for (const script of generators) {
    if (!existsSync(`${repository}${script}`)) {
      problems.push(`tests/tools/generate.ts: the generator ${script} does not exist.`);
      continue;
    }
    const { status, stdout, stderr } = runGenerator(script, ["--check"]);
    if (status !== 0) problems.push(`${script}: ${(stderr || stdout).trim()}`);
  }
  return { problems, looked: `${generators.length} generators` };
}

function runGenerator(
  script: string,
  args: readonly string[],
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [script, ...args], { cwd: repository, encoding: "utf8" });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const script of generators) {
    const { status, stdout, stderr } = runGenerator(script, process.argv.slice(2));
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    if (status !== 0) process.exitCode = 1;
  }
}
