/** `wakeline git merge`: called by git to merge an annotation file; merges other files as git would. */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Command } from "commander";
import { mergeAnnotations } from "#core/diff/merge";
import { isAnnotationFormat } from "#core/formats/format-table";
import { openCore } from "../../base/annotations/core.ts";
import { compressedFor } from "../../base/files/compression.ts";
import { CliError, ExitCode } from "../../base/process/errors.ts";
import { exportedTimeOf } from "../../base/annotations/exported-time.ts";
import { writeOutput } from "../../base/files/files.ts";
import { readAnnotations } from "../../base/annotations/annotations.ts";
import { io } from "../../base/terminal/io.ts";
import { openInput } from "../../base/files/open-input.ts";
import { counted, note, warn } from "../../base/terminal/output.ts";
import { systemPath } from "../../base/files/system-path.ts";
import { mergeStates, parseState, stateBytes } from "../../working-copy/state.ts";
import { printConflicts } from "../../offline/conflicts.ts";
import { printLosses } from "../../offline/ledger.ts";
import { mergedContent } from "../../offline/merged-content.ts";
import type { Document } from "../../offline/read-document.ts";

const shownConflicts = 50;

export default new Command()
  .description(
    "Merges a file for git, by track, frame and field (see `wakeline git install`). Where both sides changed the same, " +
      "the file keeps ours, the conflicts are listed and git marks the file. What holds no annotations, or rows that " +
      "cannot be read, is merged line by line.",
  )
  .argument("<base>", "git's %O")
  .argument("<ours>", "git's %A, where the result goes")
  .argument("<theirs>", "git's %B")
  .argument("[path]", "git's %P, for messages")
  .action(mergeForGit);

async function mergeForGit(base: string, ours: string, theirs: string, path = ours): Promise<void> {
  if (await mergeCopyStates(ours, theirs)) return;
  const documents = await readAll([base, ours, theirs]);
  if (typeof documents === "string") {
    if (documents !== "") warn(`${path} is merged line by line: ${documents}.`);
    return mergeLines(base, ours, theirs);
  }
  const [inBase, inOurs, inTheirs] = documents.map(({ core }) => core);
  const result = mergeAnnotations(inBase!, inOurs!, inTheirs!, { listed: shownConflicts });
  const { conflicts, conflictCount, renumbered } = result;
  const { content, format, losses } = await mergedContent(result, documents, exportedTimeOf({}));
  // Git uses another name while merging; the name in `path` determines the compression.
  await writeOutput(ours, compressedFor(path, content));
  for (const [old, id] of renumbered.tracks)
    note(`${path}: their new track ${old} is track ${id} now, since ours has one of this id.`);
  printLosses([{ path, losses: [...content.report.losses, ...losses] }], format);
  if (conflictCount === 0) return;
  note(`${path}: ${counted(conflictCount, "conflict")}; A is ours and B theirs. The file keeps ours.`);
  printConflicts(conflicts, conflictCount);
  note("Take theirs instead with `wakeline merge --prefer b`, or edit the file; then `git add` it.");
  io().exitCode = ExitCode.findings;
}

/** Whether they are the state files of a working copy: the files next to them are merged up to the later revision. */
async function mergeCopyStates(ours: string, theirs: string): Promise<boolean> {
  const [own, other] = await Promise.all(
    [ours, theirs].map(async (path) => parseState(await readFile(systemPath(path)))),
  );
  const merged = own === undefined || other === undefined ? undefined : mergeStates(own, other);
  if (merged === undefined) return false;
  await writeOutput(ours, stateBytes(merged));
  return true;
}

/** All three, or why they cannot be merged as annotations; empty when they are something else. */
async function readAll(paths: readonly string[]): Promise<Document[] | string> {
  const documents: (Document | undefined)[] = [];
  for (const path of paths) {
    if ((await readFile(systemPath(path))).length === 0) {
      documents.push(undefined);
      continue;
    }
    const input = await openInput(path);
    if (!isAnnotationFormat(input.kind)) return "";
    const { loaded, findings } = await readAnnotations(path, input);
    const reason = findings[0]?.message ?? "it cannot be read";
    if (loaded === undefined || loaded.report.skippedCount > 0)
      return `a version of it has parts that cannot be read (${reason.replace(/\.$/, "")})`;
    documents.push({ path, kind: input.kind, ...loaded });
  }
  const other = documents.find((document) => document !== undefined);
  if (other === undefined) return "";
  // A file added by both sides has no base.
  const empty = async (): Promise<Document> => ({ ...other, core: await openCore() });
  return await Promise.all(documents.map((document) => document ?? empty()));
}

async function mergeLines(base: string, ours: string, theirs: string): Promise<void> {
  const labels = ["-L", "ours", "-L", "base", "-L", "theirs"];
  try {
    await promisify(execFile)("git", ["merge-file", ...labels, ours, base, theirs]);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== "number" || code > 127)
      throw new CliError(ExitCode.usage, `git merge-file failed: ${(error as Error).message}`);
    io().exitCode = ExitCode.findings;
  }
}
