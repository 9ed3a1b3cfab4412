/** Shared by all measurements: a core, the prototype, inputs made on first use, and comparisons. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnnotationCore } from "#core";
import { makeTracks, toCsv, toJson, type BenchTrack } from "./generate.ts";
import { measure, type Contestant } from "./measure.ts";
import type { Spike } from "./peers/spike.ts";
import type { Goal, Row } from "./row.ts";

/** A measurement with a name. */
export interface Bench {
  readonly name: string;
  run(context: BenchContext): Promise<readonly Row[]>;
}

export interface Peer extends Contestant {
  /** Minimum ratio. */
  readonly goal?: number;
}

export interface Comparison {
  readonly name: string;
  readonly core: () => unknown;
  readonly before?: () => unknown;
  /** Undefined ones are not available here. */
  readonly peers?: Readonly<Record<string, Peer | undefined>>;
  /** `MB/s`: `amount` is bytes; `us`, `ns` or `ms`: `amount` is the number of repetitions in one run. */
  readonly unit: "MB/s" | "ms" | "us" | "ns";
  readonly amount: number;
  /** Minimum or maximum of the value. */
  readonly goal?: Omit<Goal, "of">;
  readonly rounds?: number;
}

const units = { ms: 1, us: 1e3, ns: 1e6 } as const;

export class BenchContext {
  readonly core: AnnotationCore;
  readonly spike: Spike | undefined;
  /** Number of detections of a plain input. */
  readonly size: number;
  /** Peers that could not be measured, with the reason. */
  readonly missing = new Set<string>();
  readonly #cache = new Map<string, unknown>();
  readonly #endings: (() => Promise<void>)[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "wakeline-bench-"));

  constructor(core: AnnotationCore, spike: Spike | undefined, size: number) {
    this.core = core;
    this.spike = spike;
    this.size = size;
  }

  plain(size = this.size): readonly BenchTrack[] {
    return this.#once(`plain ${size}`, () => makeTracks(size));
  }

  rich(): readonly BenchTrack[] {
    return this.#once("rich", () => makeTracks(this.size * 0.4, { rich: true }));
  }

  csv(kind: "plain" | "by frame" | "rich", size = this.size): Uint8Array<ArrayBuffer> {
    return this.#once(`csv ${kind} ${size}`, () => {
      const tracks = kind === "rich" ? this.rich() : this.plain(size);
      return toCsv(tracks, kind === "by frame" ? "frame" : "track");
    });
  }

  json(kind: "plain" | "rich", size = this.size): Uint8Array<ArrayBuffer> {
    return this.#once(`json ${kind} ${size}`, () => toJson(kind === "rich" ? this.rich() : this.plain(size)));
  }

  /** The same bytes as a file, for peers that read files. */
  file(name: string, bytes: () => Uint8Array): string {
    return this.#once(`file ${name}`, () => {
      const path = join(this.#folder, name);
      writeFileSync(path, bytes());
      return path;
    });
  }

  /** Frees the inputs made so far. */
  forget(): void {
    this.#cache.clear();
  }

  /** Called when everything has been measured, also after a failure. */
  atEnd(action: () => Promise<void>): void {
    this.#endings.push(action);
  }

  async close(): Promise<void> {
    for (const end of this.#endings) await end();
    rmSync(this.#folder, { recursive: true });
  }

  /** One row for the core, and one for each peer. */
  async compare(comparison: Comparison): Promise<readonly Row[]> {
    const { name, core, before, peers = {}, unit, amount, goal, rounds = 7 } = comparison;
    const contestants = new Map<string, Peer>([["core", { run: core, ...(before && { before }) }]]);
    for (const [peer, contestant] of Object.entries(peers)) if (contestant) contestants.set(peer, contestant);
    const times = await measure(contestants, rounds);
    const ours = times.get("core")?.fastest ?? NaN;
    const value = unit === "MB/s" ? amount / 1e3 / ours : (ours * units[unit]) / amount;
    const rows: Row[] = [{ name, value, unit, ...(goal && { goal: { of: "value", ...goal } }) }];
    for (const [peer, { goal: min }] of contestants) {
      if (peer === "core") continue;
      const ratio = (times.get(peer)?.fastest ?? NaN) / ours;
      rows.push({ name, value, unit, peer, ratio, ...(min !== undefined && { goal: { of: "ratio", min } }) });
    }
    return rows;
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#cache.has(key)) this.#cache.set(key, make());
    return this.#cache.get(key) as T;
  }
}
