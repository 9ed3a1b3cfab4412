/**
 * Known findings: how many of each code a file may have. Moving rows changes nothing; one more than known reports all
 * of that code again, since the new one cannot be distinguished from the others.
 */

import { readFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { isObject } from "#core/json";
import { fileError, usageError } from "../base/process/errors.ts";
import { writeOutput } from "../base/files/files.ts";
import type { Finding } from "../base/annotations/findings.ts";
import { systemPath } from "../base/files/system-path.ts";
import { type Checked, isJudged } from "./checked.ts";

/** By path below the baseline's folder, by code. */
type Known = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The known findings, and how many of them a check encounters. */
export class Baseline {
  readonly path: string;
  /** Number of findings left out so far. */
  knownCount = 0;
  readonly #known: Known | undefined;
  readonly #solved = new Set<string>();
  readonly #found = new Map<string, Readonly<Record<string, number>>>();

  /** @param known absent: all findings count as known */
  constructor(path: string, known?: Known) {
    this.path = path;
    this.#known = known;
  }

  /** Codes of which a file had fewer findings than known. */
  get solved(): readonly string[] {
    return [...this.#solved].toSorted();
  }

  /** Leaves out the known findings. Unreadable files are unchanged. */
  without(checked: Checked): Checked {
    if (!isJudged(checked)) return checked;
    const name = this.#nameOf(checked.path);
    const counts = countsOf(checked.findings);
    if (counts.size > 0) this.#found.set(name, Object.fromEntries([...counts].toSorted(inOrder)));
    const known = this.#known === undefined ? Object.fromEntries(counts) : (this.#known[name] ?? {});
    for (const [code, count] of Object.entries(known)) if ((counts.get(code) ?? 0) < count) this.#solved.add(code);
    const findings = checked.findings.filter(({ code }) => (counts.get(code) ?? 0) > (known[code] ?? 0));
    const leftOut = checked.findings.length - findings.length;
    this.knownCount += leftOut;
    return { ...checked, findings, findingCount: checked.findingCount - leftOut };
  }

  /** Writes the baseline: all current findings become known. */
  async write(): Promise<void> {
    const files = Object.fromEntries([...this.#found].toSorted(inOrder));
    const text = `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`;
    await writeOutput(this.path, new TextEncoder().encode(text));
  }

  #nameOf(file: string): string {
    return relative(dirname(resolve(this.path)), resolve(file))
      .split(sep)
      .join("/");
  }
}

/** A baseline to be written. */
export function newBaseline(path: string): Baseline {
  return new Baseline(path);
}

/** @throws CliError when it cannot be read */
export async function readBaseline(path: string): Promise<Baseline> {
  return new Baseline(path, parse(path, await readText(path)));
}

const inOrder = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** A finding that represents several counts as several. */
function countsOf(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code, count = 1 } of findings) counts.set(code, (counts.get(code) ?? 0) + count);
  return counts;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(systemPath(path), "utf8");
  } catch (error) {
    throw fileError("read", path, error);
  }
}

function parse(path: string, text: string): Known {
  const refused = usageError(`${path} is not a baseline: make one with \`--baseline ${path} --write-baseline\`.`);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw refused;
  }
  if (!isObject(document) || document["version"] !== 1 || !isObject(document["files"])) throw refused;
  const files = Object.entries(document["files"]).map(([name, counts]) => {
    if (!isObject(counts)) throw refused;
    const known = Object.entries(counts).map(([code, count]) => {
      if (typeof count !== "number") throw refused;
      return [code, count] as const;
    });
    return [name, Object.fromEntries(known)] as const;
  });
  return Object.fromEntries(files);
}
