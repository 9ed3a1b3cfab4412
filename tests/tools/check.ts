/**
 * `npm run check`: everything that can be found without running the product. Each step prints one line that says how
 * much it looked at; all steps run, so that one run shows all problems. `npm run check -- imports docs` runs only those.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildStale } from "./build.ts";
import { checkCitations } from "./check-citations.ts";
import { checkCommands } from "./check-commands.ts";
import { checkDocs, readTexts } from "./check-docs.ts";
import { checkImports, projectImportRules, projectSources } from "./check-imports.ts";
import { checkProjectLockfile } from "./check-lockfile.ts";
import type { CheckResult } from "./check-result.ts";
import { checkWords } from "./check-words.ts";
import { projectFiles, repository } from "./files.ts";
import { checkGenerated } from "./generate.ts";

const files = projectFiles();
const countOf = (pattern: RegExp): number => files.filter((file) => pattern.test(file)).length;

const steps: Readonly<Record<string, () => CheckResult | Promise<CheckResult>>> = {
  types: () => {
    // The declarations of the core's exports come out of its build.
    buildStale("core");
    return tool("tsc", ["-b", "--pretty"], `${countOf(/\.tsx?$/)} files`);
  },
  lint: () => tool("oxlint", ["--deny-warnings"], `${countOf(/\.(tsx?|m?js)$/)} files`),
  format: () => tool("oxfmt", ["--check"], `${countOf(/\.(tsx?|m?js|json|css|html|ya?ml)$/)} files`),
  imports: () => checkImports(projectSources(), projectImportRules()),
  docs: () => checkDocs(files, readTexts(files)),
  citations: () => checkCitations(files, readTexts(files)),
  commands: () => checkCommands(files, readTexts(files)),
  words: () => checkWords(readTexts(files)),
  lockfile: checkProjectLockfile,
  generated: checkGenerated,
};

function tool(name: string, args: readonly string[], looked: string): CheckResult {
  const { status, stdout, stderr, error } = spawnSync(join(repository, "node_modules", ".bin", name), args, {
    cwd: repository,
    encoding: "utf8",
    env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }) },
    shell: process.platform === "win32",
  });
  if (error !== undefined) throw error;
  return { problems: status === 0 ? [] : [`${stdout}${stderr}`.trim()], looked };
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => steps[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no check ${unknown}; there are ${Object.keys(steps).join(", ")}.`);
  process.exit(2);
}
let failed = 0;
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = performance.now();
  let result: CheckResult;
  try {
    result = await step();
  } catch (error) {
    result = { problems: [error instanceof Error ? error.message : String(error)], looked: "stopped" };
  }
  const problems = /^0 /.test(result.looked) ? [...result.problems, "looked at nothing"] : result.problems;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name.padEnd(10)} ${result.looked}, ${seconds} s`);
  for (const problem of problems) console.log(`  ${problem.replaceAll("\n", "\n  ")}`);
  if (problems.length > 0) failed++;
}
if (failed > 0) process.exitCode = 1;
