/** Where results are written: one file, or a folder with a file for every input. */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { nameInside } from "../base/files/compression.ts";
import { usageError } from "../base/process/errors.ts";
import { standardStream } from "../base/files/files.ts";
import { systemPath } from "../base/files/system-path.ts";
import type { InputFile, Inputs } from "./inputs.ts";

/**
 * One path for every input, in order. Refuses two results with the same name, and a result that would replace an input.
 */
export async function planTargets({ files, isSingle }: Inputs, output: string, extension: string): Promise<string[]> {
  const isFolder = output !== standardStream && (!isSingle || /[/\\]$/.test(output) || (await isDirectory(output)));
  if (!isSingle && output === standardStream)
    throw usageError("standard output holds one result: name a folder with -o.");
  if (isFolder && (await exists(output)) && !(await isDirectory(output)))
    throw usageError(`${output} is a file, and there are several results: name a folder with -o.`);
  const targets = files.map((file) => (isFolder ? join(output, targetName(file, extension)) : output));
  refuseSameTargets(files, targets);
  await refuseInputs(
    files.map(({ path }) => path),
    targets,
  );
  return targets;
}

function targetName({ path, name }: InputFile, extension: string): string {
  if (path === standardStream) throw usageError("standard input has no name: name a file with -o.");
  return nameInside(name).replace(/(?<=[^/])(\.kpf\.ya?ml|\.config\.json|\.[^./]*)$/i, "") + extension;
}

function refuseSameTargets(files: readonly InputFile[], targets: readonly string[]): void {
  const taken = new Map<string, string>();
  for (const [index, target] of targets.entries()) {
    const path = files[index]?.path ?? "";
    // Some file systems treat `A` and `a` as the same name.
    const key = target.toLowerCase();
    const other = taken.get(key);
    if (other !== undefined) throw usageError(`${other} and ${path} would both become ${target}: convert them apart.`);
    taken.set(key, path);
  }
}

/** Follows links: files are compared, not their names. @throws CliError when a target is one of the inputs */
export async function refuseInputs(paths: readonly string[], targets: readonly string[], option = "-o"): Promise<void> {
  const inputs = new Map<string, string>();
  for (const path of paths) {
    const id = path === standardStream ? undefined : await fileId(path);
    if (id !== undefined) inputs.set(id, path);
  }
  for (const target of targets) {
    const input = target === standardStream ? undefined : inputs.get((await fileId(target)) ?? "");
    if (input !== undefined)
      throw usageError(`${target} would replace the input ${input}: choose another name with ${option}.`);
  }
}

async function fileId(path: string): Promise<string | undefined> {
  const facts = await stat(systemPath(path), { bigint: true }).catch(() => undefined);
  return facts?.isFile() === true ? `${facts.dev}:${facts.ino}` : undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(systemPath(path)).catch(() => undefined)) !== undefined;
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(systemPath(path)).catch(() => undefined))?.isDirectory() === true;
}
