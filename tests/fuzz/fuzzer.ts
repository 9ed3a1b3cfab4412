/** Feeds a format with broken files, up to a number or a time; failures are minimized and saved as files. */
import { fork, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnnotationFormat } from "#core";
import { mutate } from "./mutate.ts";
import type { ProbeAnswer, ProbeRequest } from "./probe-process.ts";
import { Random } from "./random.ts";
import { seedsOf } from "./seeds.ts";

/** Far more than any input of this size needs, even on a busy machine. */
const hangMs = 60_000;
/** Node stops the process beyond this heap size. */
const heapMb = 512;
const shrinkMs = 15_000;
/** Inputs read by the same core, to find what one leaves behind for the next. */
const inputsPerCore = 50;

export interface FuzzOptions {
  readonly format: AnnotationFormat;
  /** Stops after this time. */
  readonly seconds?: number;
  /** Stops after this many inputs. */
  readonly maxInputs?: number;
  readonly seed: number;
  /** Where failing inputs are written. */
  readonly folder: string;
  /** Stops after this many different failures. */
  readonly maxFailures?: number;
  /** Process that reads the inputs, if it is reused for other formats; by default a new one. */
  readonly prober?: ProbeProcess;
}

export interface FuzzFailure {
  /** First line of the failure. */
  readonly message: string;
  /** The inputs, in the order in which one core reads them. */
  readonly files: readonly string[];
  readonly repeat: string;
}

export interface FuzzResult {
  readonly inputs: number;
  readonly failures: readonly FuzzFailure[];
}

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { format, seconds = Infinity, maxInputs = Infinity, seed, folder, maxFailures = 5, prober: shared } = options;
  const seeds = await seedsOf(format);
  if (seeds.length === 0) throw new Error(`There are no files of ${format} to begin with.`);
  const failures = new Map<string, FuzzFailure>();
  const prober = shared ?? new ProbeProcess();
  const end = performance.now() + seconds * 1000;
  let inputs = 0;
  let sequence: Uint8Array[] = [];
  try {
    for (; inputs < maxInputs && performance.now() < end && failures.size < maxFailures; inputs++) {
      if (sequence.length === inputsPerCore) sequence = [];
      const random = new Random(seed * 0x9e3779b1 + inputs);
      // The unchanged seeds come first.
      const bytes = seeds[inputs] ?? mutate(random, random.pick(seeds), seeds);
      sequence.push(bytes);
      const reason = await prober.probe({ bytes, format, isFresh: sequence.length === 1 });
      if (reason === undefined) continue;
      const kind = kindOf(reason);
      if (!failures.has(kind)) {
        const fails = async (list: readonly Uint8Array[]): Promise<boolean> =>
          kindOf((await probeSequence(prober, list, format)) ?? "") === kind;
        failures.set(kind, keep(folder, format, await shrink(sequence, fails), reason));
      }
      sequence = [];
    }
  } finally {
    if (shared === undefined) prober.close();
  }
  return { inputs, failures: [...failures.values()] };
}

/** The failure for these inputs, read one after the other by the same core; undefined if everything holds. */
export async function probeFiles(inputs: readonly Uint8Array[], format: AnnotationFormat): Promise<string | undefined> {
  const prober = new ProbeProcess();
  try {
    return await probeSequence(prober, inputs, format);
  } finally {
    prober.close();
  }
}

async function probeSequence(
  prober: ProbeProcess,
  inputs: readonly Uint8Array[],
  format: AnnotationFormat,
): Promise<string | undefined> {
  for (const [index, bytes] of inputs.entries()) {
    const reason = await prober.probe({ bytes, format, isFresh: index === 0 });
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The same defect at another place or with other numbers has the same kind. */
function kindOf(reason: string): string {
  const [message = "", ...frames] = reason.split("\n");
  const place = frames.find((frame) => /wasm-function|core-wasm/.test(frame)) ?? "";
  return `${message.replaceAll(/\d+/g, "n").slice(0, 100)} ${place.replaceAll(/[:\d]+/g, "").trim()}`;
}

function keep(folder: string, format: AnnotationFormat, inputs: readonly Uint8Array[], reason: string): FuzzFailure {
  mkdirSync(folder, { recursive: true });
  const hash = createHash("sha256").update(Buffer.concat(inputs)).digest("hex").slice(0, 12);
  const files = inputs.map((bytes, index) => {
    const file = join(folder, `${format}-${hash}-${index + 1}`);
    writeFileSync(file, bytes);
    return file;
  });
  writeFileSync(join(folder, `${format}-${hash}.txt`), `${reason}\n`);
  const message = reason.split("\n")[0] ?? "";
  return { message, files, repeat: `npm run fuzz -- --format ${format} --repeat ${files.join(" ")}` };
}

type Fails = (inputs: readonly Uint8Array[]) => Promise<boolean>;

/** Removes inputs and parts of them, large ones first, as long as the same failure occurs. */
async function shrink(sequence: readonly Uint8Array[], fails: Fails): Promise<readonly Uint8Array[]> {
  const end = performance.now() + shrinkMs;
  let inputs = sequence;
  if (await fails(sequence.slice(-1))) inputs = sequence.slice(-1);
  for (let index = inputs.length - 2; index >= 0 && performance.now() < end; index--) {
    const fewer = inputs.toSpliced(index, 1);
    if (await fails(fewer)) inputs = fewer;
  }
  for (const [index, input] of inputs.entries()) {
    let small = input;
    for (let piece = small.length >> 1; piece > 0; piece >>= 1) {
      for (let from = 0; from < small.length && performance.now() < end;) {
        const shorter = Buffer.concat([small.subarray(0, from), small.subarray(from + piece)]);
        if (await fails(inputs.with(index, shorter))) {
          small = shorter;
          inputs = inputs.with(index, small);
        } else from += piece;
      }
    }
  }
  return inputs;
}

/**
 * A process that is replaced when it hangs or dies: whatever an input does to it, the tests continue and have the
 * input.
 */
export class ProbeProcess {
  #child: ChildProcess | undefined;

  async probe(request: ProbeRequest): Promise<string | undefined> {
    const child = (this.#child ??= start());
    const { promise, resolve } = Promise.withResolvers<ProbeAnswer>();
    const timer = setTimeout(() => resolve(`No answer within ${hangMs / 1000} seconds.`), hangMs);
    const onExit = (code: number | null, signal: string | null): void =>
      resolve(`The process died: ${signal ?? code}.`);
    child.once("message", resolve).once("exit", onExit);
    child.send(request);
    const reason = await promise;
    clearTimeout(timer);
    child.off("message", resolve).off("exit", onExit);
    // A core that failed must not be reused.
    if (reason !== null) this.close();
    return reason ?? undefined;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}

function start(): ChildProcess {
  return fork(new URL("probe-process.ts", import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: "advanced",
  });
}
