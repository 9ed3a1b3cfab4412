/** `wakeline git install`: sets up git to merge and compare annotations in a repository. */

import { exec, execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { Command } from "commander";
import { CliError, ExitCode, fileError, systemErrorCode, usageError } from "../../base/process/errors.ts";
import { io } from "../../base/terminal/io.ts";
import { note } from "../../base/terminal/output.ts";

interface Options {
  readonly command: string;
}

const allPatterns = ["*.csv", "*.json"];

export default new Command()
  .description(
    "Sets up git in this repository: files of annotations are merged by track, frame and field, and `git diff` shows " +
      "their tracks and detections. Writes .gitattributes, which you commit, and git's configuration of this clone; " +
      "everyone runs it once in theirs. Files that hold no annotations are merged and compared as before.",
  )
  .argument("[pattern...]", `files, as .gitattributes names them (default: ${allPatterns.join(" ")})`)
  .option("--command <command>", "how git calls this command, for example `npx wakeline`", "wakeline")
  .action(install);

async function install(patterns: readonly string[], { command }: Options): Promise<void> {
  const root = (await git("rev-parse", "--show-toplevel")).trim();
  await requireRunnable(command, root);
  for (const [name, value] of [
    ["merge.wakeline.name", "Wakeline annotations"],
    ["merge.wakeline.driver", `${command} git merge %O %A %B %P`],
    ["diff.wakeline.textconv", `${command} git text`],
  ] as const) {
    await git("config", name, value);
  }
  const path = join(root, ".gitattributes");
  const before = await readIfExists(path);
  const lines = (patterns.length > 0 ? patterns : allPatterns).map(
    (pattern) => `${pattern} merge=wakeline diff=wakeline`,
  );
  const missing = lines.filter((line) => !before.split(/\r?\n/).includes(line));
  if (missing.length > 0) {
    const separator = before === "" || before.endsWith("\n") ? "" : "\n";
    await writeFile(path, `${before}${separator}${missing.join("\n")}\n`).catch((error: unknown) => {
      throw fileError("write", path, error);
    });
  }
  note("git merges and compares annotations in this clone with `wakeline git`.");
  if (missing.length > 0) note(`Added to .gitattributes, to be committed: ${missing.join(", ")}.`);
}

/** Where a driver fails, git keeps our version, and only a line in between says that theirs was not merged. */
async function requireRunnable(command: string, root: string): Promise<void> {
  const { PATH = "", npm_command: byNpm } = io().env;
  // npx and npm add these folders for this command only, not for git.
  const isForGit = (folder: string): boolean => byNpm === undefined || !/node_modules[\\/]\.bin$/.test(folder);
  const env = { ...io().env, PATH: PATH.split(delimiter).filter(isForGit).join(delimiter) };
  try {
    await promisify(exec)(`${command} --version`, { cwd: root, env });
  } catch {
    throw usageError(
      `git cannot run \`${command}\` in ${root}, so nothing was set up. Name the command with --command: for a package that is ` +
        'installed in the project, `--command "npx wakeline"`.',
    );
  }
}

async function git(...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)("git", args)).stdout;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") throw new CliError(ExitCode.usage, "git is not installed.");
    const [first = ""] = String((error as { stderr?: unknown }).stderr).split("\n");
    throw new CliError(ExitCode.usage, `git ${args[0]} failed: ${first.replace(/^fatal: /, "").trim()}`);
  }
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return "";
    throw fileError("read", path, error);
  }
}
