/** The state file of a working copy: what its files were made of. It is committed with them. */

import { join } from "node:path";
import { CliError, ExitCode, fileError, systemErrorCode, usageError } from "../base/process/errors.ts";
import { readWhole, writeOutput } from "../base/files/files.ts";

export const stateName = ".wakeline-copy.json";

/** One annotation set, and the file that has it. */
export interface CopiedSet {
  /** `null` is the default set. */
  readonly set: string | null;
  /** In the folder of the state file. */
  readonly file: string;
  /** The revision that the file was made of. */
  readonly revision: number;
  /** Of the set at that revision, as this folder would write it. */
  readonly sha256: string;
}

export interface CopyState {
  readonly version: 1;
  readonly server: string;
  readonly dataset: string;
  /** The dataset's name, for display. */
  readonly name: string;
  readonly sets: readonly CopiedSet[];
}

/** `undefined`: the folder is not a working copy. */
export async function readState(folder: string): Promise<CopyState | undefined> {
  const path = join(folder, stateName);
  let bytes: Uint8Array;
  try {
    bytes = await readWhole(path);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw fileError("read", path, error);
  }
  const state = parseState(bytes);
  if (state !== undefined) return state;
  const hasConflicts = /^<{7}/m.test(new TextDecoder().decode(bytes));
  const next = hasConflicts
    ? "git has left a conflict in it: run `wakeline git install`, then merge again"
    : "get it back from your version control, or pull into another folder";
  throw usageError(`${path} is not the state of a working copy: ${next}.`);
}

/** `undefined`: it is something else. */
export function parseState(bytes: Uint8Array): CopyState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { version, server, dataset, name, sets } = value as Partial<Record<keyof CopyState, unknown>>;
  const areTexts = [server, dataset, name].every((text) => typeof text === "string");
  if (version !== 1 || !areTexts || !Array.isArray(sets) || !sets.every(isCopiedSet)) return undefined;
  return value as CopyState;
}

function isCopiedSet(value: unknown): value is CopiedSet {
  if (typeof value !== "object" || value === null) return false;
  const { set, file, revision, sha256 } = value as Partial<Record<keyof CopiedSet, unknown>>;
  return (
    (set === null || typeof set === "string") &&
    // Another folder's file must not be replaced.
    typeof file === "string" &&
    /^[^/\\]+$/.test(file) &&
    !/^\.\.?$/.test(file) &&
    Number.isSafeInteger(revision) &&
    typeof sha256 === "string"
  );
}

export async function writeState(folder: string, state: CopyState): Promise<void> {
  await writeOutput(join(folder, stateName), stateBytes(state));
}

export function stateBytes(state: CopyState): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(state, undefined, 2)}\n`);
}

export function withSet(state: CopyState, changed: CopiedSet): CopyState {
  const isKnown = state.sets.some(({ set }) => set === changed.set);
  const sets = isKnown ? state.sets.map((one) => (one.set === changed.set ? changed : one)) : [...state.sets, changed];
  return { ...state, sets };
}

/**
 * The state of files that git has merged: changes up to the later revision are in both versions or in one of them.
 * `undefined`: the versions are of different datasets or files.
 */
export function mergeStates(ours: CopyState, theirs: CopyState): CopyState | undefined {
  if (ours.dataset !== theirs.dataset) return undefined;
  let merged = ours;
  for (const one of theirs.sets) {
    const own = ours.sets.find(({ set }) => set === one.set);
    if (own !== undefined && own.file !== one.file) return undefined;
    if (own === undefined || own.revision < one.revision) merged = withSet(merged, one);
  }
  return merged;
}

export function setText(set: string | null): string {
  return set === null ? "the default set" : `set ${set}`;
}

export function noCopy(folder: string): CliError {
  return new CliError(
    ExitCode.usage,
    `${folder} is not a working copy: \`wakeline annotation pull DATASET\` makes one, and --copy names another folder.`,
  );
}
