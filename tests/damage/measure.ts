/**
 * Inserts every kind of damage into clean files and runs `wakeline validate`: is it found, at its place, with exit code
 * 1?
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInProcess } from "../cli/in-process.ts";
import { Random } from "../fuzz/random.ts";
import { cleanFiles, type DamagedFormat } from "./clean.ts";
import { damages } from "./kinds/index.ts";

export interface Measured {
  readonly format: DamagedFormat;
  readonly kind: string;
  readonly isFound: boolean;
  readonly isPlaced: boolean;
  readonly isFailed: boolean;
  /** The findings with their places; and the damaged lines. */
  readonly said: readonly string[];
  readonly lines: readonly [number, number];
}

interface Answer {
  readonly files: readonly { readonly findings: readonly { line?: number; code: string; message: string }[] }[];
}

export async function measureDamage(seed: number): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-damage-"));
  const measured: Measured[] = [];
  try {
    const random = new Random(seed);
    for (const [format, kinds] of Object.entries(damages) as [DamagedFormat, (typeof damages)[DamagedFormat]][]) {
      for (const [kind, damage] of Object.entries(kinds)) {
        const { text, lines } = damage(random);
        const path = write(join(folder, String(measured.length)), format, text);
        const { stdout, exitCode } = await runInProcess(["validate", path, "--json"]);
        const findings = (JSON.parse(stdout) as Answer).files.flatMap((file) => file.findings);
        measured.push({
          format,
          kind,
          isFound: findings.length > 0,
          isPlaced: findings.some(({ line = 0 }) => line >= lines[0] && line <= lines[1]),
          isFailed: exitCode === 1,
          said: findings.map(({ line, code }) => `${line ?? "-"} ${code}`),
          lines,
        });
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return measured;
}

/** YOLO stores class names in a separate file. */
function write(folder: string, format: DamagedFormat, text: string): string {
  mkdirSync(folder);
  const { name } = cleanFiles[format];
  writeFileSync(join(folder, name), Buffer.from(text, "latin1"));
  if (format !== "yolo") return join(folder, name);
  writeFileSync(join(folder, "classes.txt"), "cod\nling\ncrab\n");
  return folder;
}

export interface Share {
  readonly format: string;
  readonly count: number;
  readonly found: number;
  readonly placed: number;
  readonly failed: number;
}

/** By format, and in total. */
export function sharesOf(measured: readonly Measured[]): readonly Share[] {
  const share = (format: string, of: readonly Measured[]): Share => {
    const part = (is: (one: Measured) => boolean): number => of.filter(is).length / of.length;
    return {
      format,
      count: of.length,
      found: part(({ isFound }) => isFound),
      placed: part(({ isPlaced }) => isPlaced),
      failed: part(({ isFailed }) => isFailed),
    };
  };
  const byFormat = Map.groupBy(measured, ({ format }) => format);
  return [...[...byFormat].map(([format, of]) => share(format, of)), share("all", measured)];
}
