/**
 * A fast, unchecked prototype of the core, if its sources are next to the repository (`shared/spike-core`, or the path
 * in WAKELINE_SPIKE): compiled into a temporary folder and measured in the same run. Trusted inputs only.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { main as compile } from "assemblyscript/asc";

interface SpikeExports {
  readonly memory: WebAssembly.Memory;
  mark(): number;
  release(mark: number): void;
  alloc(bytes: number): number;
  countByte(start: number, length: number, byte: number): number;
  parseCsv(start: number, length: number, level: number): number;
  buildTracks(): number;
  parseDive(start: number, length: number): number;
  buildIndex(shift: number): number;
  applyFilter(thresholds: number): number;
  queryFrame(frame: number, out: number): number;
  writeCsvSome(out: number, capacity: number, start: number): number;
  writeDiveSome(out: number, capacity: number, start: number): number;
  serNext(): number;
  parseMany(start: number, end: number, out: number): number;
  writeMany(source: number, count: number, out: number): number;
  /** 0 detections, 1 tracks. */
  count(what: number): number;
}

/** As in the core. A track must fit. */
const pieceBytes = 1 << 18;

export class Spike {
  readonly #exports: SpikeExports;
  readonly #empty: number;

  constructor(exports: SpikeExports) {
    this.#exports = exports;
    this.#empty = exports.mark();
  }

  readCsv(bytes: Uint8Array, isRich: boolean): void {
    this.#exports.parseCsv(this.#open(bytes), bytes.length, isRich ? 1 : 0);
    this.#exports.buildTracks();
  }

  readJson(bytes: Uint8Array): void {
    this.#exports.parseDive(this.#open(bytes), bytes.length);
  }

  countNewlines(bytes: Uint8Array): () => void {
    const start = this.#open(bytes);
    return () => this.#exports.countByte(start, bytes.length, 10);
  }

  /** Writes what was read last, in pieces that are invalidated by the next one. */
  *write(format: "csv" | "json"): Generator<Uint8Array> {
    const { alloc, mark, memory, release, count, serNext, writeCsvSome, writeDiveSome } = this.#exports;
    const before = mark();
    const out = alloc(pieceBytes);
    const end = format === "csv" ? count(0) : count(1);
    const write = format === "csv" ? writeCsvSome : writeDiveSome;
    for (let next = 0; next < end; next = serNext()) {
      yield new Uint8Array(memory.buffer, out, write(out, pieceBytes, next));
    }
    release(before);
  }

  /** Builds index and filter for what was read last; returns a frame query. */
  prepareQueries(): (frame: number) => number {
    this.#exports.buildIndex(4);
    this.#exports.applyFilter(this.#exports.alloc(8 * 4096));
    const out = this.#exports.alloc(20 * this.#exports.count(1));
    return (frame) => this.#exports.queryFrame(frame, out);
  }

  /** Builds only the index of frames. */
  buildIndex(): void {
    const before = this.#exports.mark();
    this.#exports.buildIndex(4);
    this.#exports.release(before);
  }

  /** Parses numbers separated by line feeds; prints them again. */
  prepareNumbers(text: Uint8Array, values: Float64Array): { readonly parse: () => void; readonly print: () => void } {
    const start = this.#open(text);
    const out = this.#exports.alloc(8 * values.length);
    const source = this.#exports.alloc(8 * values.length);
    const target = this.#exports.alloc(32 * values.length);
    new Float64Array(this.#exports.memory.buffer, source, values.length).set(values);
    return {
      parse: () => this.#exports.parseMany(start, start + text.length, out),
      print: () => this.#exports.writeMany(source, values.length, target),
    };
  }

  #open(bytes: Uint8Array): number {
    this.#exports.release(this.#empty);
    const start = this.#exports.alloc(bytes.length + 128);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, start);
    return start;
  }
}

/** Undefined when there is no prototype. */
export async function loadSpike(): Promise<Spike | undefined> {
  const source = findSource();
  if (source === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "wakeline-bench-"));
  try {
    const wasm = join(folder, "spike.wasm");
    const flags = ["-O3", "--noAssert", "--converge", "--runtime=stub", "--enable=simd", "--initialMemory=1"];
    const { error } = await compile([join(source, "index.ts"), "--outFile", wasm, "--maximumMemory=65536", ...flags]);
    if (error !== null) return undefined;
    const module = new WebAssembly.Module(readFileSync(wasm));
    const imports = { env: { parseFloatHost: () => NaN } };
    return new Spike(new WebAssembly.Instance(module, imports).exports as unknown as SpikeExports);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function findSource(): string | undefined {
  const named = process.env["WAKELINE_SPIKE"];
  const repository = resolve(import.meta.dirname, "../../..");
  const places = [named ?? "", ...["../shared", "../../shared"].map((path) => resolve(repository, path, "spike-core"))];
  return places.find((place) => place !== "" && existsSync(join(place, "index.ts")));
}
