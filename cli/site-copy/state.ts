/**
 * The progress of a copy: a file of JSON lines; a step is appended once the target has completed it. A line truncated
 * by a kill is dropped. Steps that were completed but not recorded are recognized by their mark on the target, so the
 * file may be incomplete, but never wrong.
 */
import { type FileHandle, open, readFile, truncate } from "node:fs/promises";
import { hostname } from "node:os";
import { fileError, systemErrorCode, usageError } from "../base/process/errors.ts";
import { isRunning } from "../base/process/processes.ts";

export interface Loss {
  /** Path of the folder, dataset, user or group at the source. */
  readonly where: string;
  readonly what: string;
}

type Kind = "folder" | "user" | "group" | "collection";

type Line =
  | {
      readonly head: {
        readonly source: string;
        readonly target: string;
        readonly what: string;
      };
    }
  | {
      readonly kind: Kind;
      readonly from: string;
      readonly to: string;
      readonly made?: boolean;
    }
  /** The writing process. */
  | { readonly run: { readonly host: string; readonly pid: number } }
  | { readonly cloning: string }
  | { readonly upload: string; readonly id: string }
  | { readonly saved: string; readonly revision: number }
  | { readonly opened: string }
  | {
      readonly done: string;
      readonly bytes: number;
      readonly losses: readonly Loss[];
    };

export class CopyState {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #ids: Record<Kind, Map<string, string>> = {
    folder: new Map(),
    user: new Map(),
    group: new Map(),
    collection: new Map(),
  };
  /** New folders, users, groups and collections. */
  readonly #made = new Set<string>();
  readonly #cloning = new Set<string>();
  readonly #uploads = new Map<string, string>();
  readonly #saved = new Map<string, number>();
  /** Folders whose access has been set as at the source. */
  readonly #opened = new Set<string>();
  readonly #done = new Map<string, readonly Loss[]>();
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(path: string, file: FileHandle, lines: readonly Line[]) {
    this.#path = path;
    this.#file = file;
    for (const line of lines) this.#apply(line);
  }

  /** @throws CliError when the file belongs to another copy, or cannot be written */
  static async open(path: string, head: { source: string; target: string; what: string }): Promise<CopyState> {
    let text = "";
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") throw fileError("read", path, error);
    }
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const lines = parseLines(path, whole);
    const [first] = lines;
    if (first !== undefined && (!("head" in first) || JSON.stringify(first.head) !== JSON.stringify(head))) {
      throw usageError(
        `${path} is about another copy${"head" in first ? ` (${first.head.source} to ${first.head.target}, ${first.head.what})` : ""}: ` +
          "name another file with --state, or delete it.",
      );
    }
    refuseOther(path, lines);
    try {
      if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
      const state = new CopyState(path, await open(path, "a", 0o600), lines);
      if (first === undefined) await state.#add({ head });
      await state.#add({ run: { host: hostname(), pid: process.pid } });
      return state;
    } catch (error) {
      throw fileError("write", path, error);
    }
  }

  find(kind: Kind, from: string): string | undefined {
    return this.#ids[kind].get(from);
  }

  wasMade(from: string): boolean {
    return this.#made.has(from);
  }

  isCloning(from: string): boolean {
    return this.#cloning.has(from);
  }

  uploadOf(fileId: string): string | undefined {
    return this.#uploads.get(fileId);
  }

  /** The last revision of the source that the target has; 0: none. */
  savedRevision(from: string): number {
    return this.#saved.get(from) ?? 0;
  }

  isOpened(from: string): boolean {
    return this.#opened.has(from);
  }

  isDone(from: string): boolean {
    return this.#done.has(from);
  }

  get losses(): readonly Loss[] {
    return [...this.#done.values()].flat();
  }

  async add(line: Exclude<Line, { head: unknown } | { run: unknown }>): Promise<void> {
    await this.#add(line);
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.close();
  }

  async #add(line: Line): Promise<void> {
    this.#apply(line);
    const write = (): Promise<void> => this.#file.appendFile(`${JSON.stringify(line)}\n`);
    this.#writing = this.#writing.then(write, write);
    try {
      await this.#writing;
    } catch (error) {
      throw fileError("write", this.#path, error);
    }
  }

  #apply(line: Line): void {
    if ("kind" in line) {
      this.#ids[line.kind].set(line.from, line.to);
      if (line.made === true) this.#made.add(line.from);
    } else if ("cloning" in line) this.#cloning.add(line.cloning);
    else if ("upload" in line) this.#uploads.set(line.upload, line.id);
    else if ("saved" in line) this.#saved.set(line.saved, line.revision);
    else if ("opened" in line) this.#opened.add(line.opened);
    else if ("done" in line) this.#done.set(line.done, line.losses);
  }
}

/** Two commands with the same state would create everything twice. */
function refuseOther(path: string, lines: readonly Line[]): void {
  const last = lines.findLast((line) => "run" in line)?.run;
  if (last === undefined || last.host !== hostname() || last.pid === process.pid || !isRunning(last.pid)) return;
  throw usageError(
    `${path} belongs to a copy that is under way (process ${last.pid}): wait for it, or stop it first. ` +
      "If that is another program, name a new file with --state: what was copied is found again.",
  );
}

function parseLines(path: string, text: string): readonly Line[] {
  try {
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
  } catch (error) {
    throw usageError(`${path} is not the state of a copy: name another file with --state.`, error);
  }
}
