/** The files of docs/ci are valid for their systems, and their steps find errors, as far as they can run here. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { buildAnnotations } from "../tools/build-annotations.ts";
import { buildStale } from "../tools/build.ts";
import { repository } from "../tools/files.ts";

const row = (confidence: string) => `0,a.png,0,1,2,30,40,${confidence},-1,fish,${confidence}\n`;

let folder: string;
beforeAll(async () => {
  buildStale("core");
  folder = mkdtempSync(join(tmpdir(), "wakeline-ci-"));
  const installed = join(folder, ".wakeline/node_modules/@wakeline/annotations");
  await buildAnnotations(installed);
  const { dependencies, bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
    bin: { wakeline: string };
  };
  // The result of `npm install` with the tarball, without a registry.
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, ".wakeline/node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), link);
  }
  mkdirSync(join(folder, ".wakeline/node_modules/.bin"));
  // Our Node in place of the one that the systems bring.
  const start = `#!/bin/sh\nexec "${process.execPath}" "${join(installed, bin.wakeline)}" "$@"\n`;
  writeFileSync(join(folder, ".wakeline/node_modules/.bin/wakeline"), start, { mode: 0o755 });
  symlinkSync(join(folder, ".wakeline/node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "annotations"));
  writeFileSync(join(folder, "annotations/good.csv"), row("0.5"));
  writeFileSync(join(folder, "annotations/bad.csv"), row("0.5") + row("x"));
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string): unknown => parse(readFileSync(join(repository, "docs/ci", path), "utf8"));
const run = (script: string, env: Record<string, string>) =>
  spawnSync("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
/** A name would be looked up in a registry, where anyone could have taken it. */
const installsFile = /npm install --no-save .*--prefix "\$\w+\/\.?wakeline" "\$(WAKELINE_)?PACKAGE"$/;

test("the GitHub action installs the given tarball and reports findings as annotations", () => {
  const action = read("github-action/action.yml") as {
    runs: { using: string; steps: readonly { run?: string; uses?: string; shell?: string }[] };
    inputs: Record<string, { required?: boolean; default?: string }>;
  };
  expect(action.runs.using).toBe("composite");
  expect(action.inputs["package"]).toMatchObject({ required: true });
  const steps = action.runs.steps.filter(({ run: script }) => script !== undefined);
  expect(steps.every(({ shell }) => shell === "bash")).toBe(true);
  const [install = "", validate = ""] = steps.map(({ run: script = "" }) => script);
  expect(install).toMatch(installsFile);
  symlinkSync(join(folder, ".wakeline"), join(folder, "wakeline"));
  const found = run(validate, { RUNNER_TEMP: folder, OPTIONS: "", FILES: "annotations/" });
  expect(found.status).toBe(1);
  expect(found.stdout).toMatch(/^::error file=annotations\/bad\.csv,line=2,/m);
  expect(run(validate, { RUNNER_TEMP: folder, OPTIONS: "", FILES: "annotations/good.csv" }).status).toBe(0);
});

test("the GitLab job leaves a code quality report, also when it fails", () => {
  const { "validate-annotations": job } = read("gitlab/validate-annotations.yml") as {
    "validate-annotations": {
      script: readonly string[];
      artifacts: { when: string; reports: { codequality: string } };
    };
  };
  const [install = "", validate = ""] = job.script;
  expect(install).toMatch(installsFile);
  expect(job.artifacts.when).toBe("always");
  const found = run(validate, { WAKELINE_OPTIONS: "", WAKELINE_FILES: "annotations/" });
  expect(found.status).toBe(1);
  const report = JSON.parse(readFileSync(join(folder, job.artifacts.reports.codequality), "utf8")) as unknown;
  expect(report).toContainEqual(
    expect.objectContaining({
      severity: "major",
      check_name: "csv-confidence-not-a-number",
      location: { path: "annotations/bad.csv", lines: { begin: 2 } },
    }),
  );
});

test("the pre-commit hook checks annotation files and no others", () => {
  const config = read("pre-commit/pre-commit-config.yaml") as {
    repos: readonly { repo: string; hooks: readonly { language: string; entry: string; files: string }[] }[];
  };
  const [hook] = config.repos[0]?.hooks ?? [];
  expect(config.repos[0]?.repo).toBe("local");
  const names = ["annotations/bad.csv", "annotations/good.csv", "README.md", "annotations/a.png"];
  const checked = names.filter((name) => new RegExp(hook?.files ?? "$^").test(name));
  expect(checked).toEqual(["annotations/bad.csv", "annotations/good.csv"]);
  const found = run(`${hook?.entry} ${checked.join(" ")}`, {});
  expect(found.status).toBe(1);
  expect(found.stdout + found.stderr).toContain("bad.csv");
});
