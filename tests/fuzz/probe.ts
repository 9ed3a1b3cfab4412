/**
 * Invariants for any input: the core refuses it with a reason or reads it, its indexes are consistent afterwards,
 * every format can be written, DIVE JSON survives a round trip unchanged, and both builds agree.
 */
import { readFileSync } from "node:fs";
import { CoreError, type AnnotationCore, type AnnotationFormat, type ReadReport } from "#core";
import { WasmAnnotationCore } from "#core/annotation-core";
import { annotationFormats, writeAnnotationFile } from "#core/formats/annotation-formats";
import { formatNames } from "#core/formats/format-table";
import { CoreInstance } from "#core/instance";

/** Beyond this, formats without interpolation are skipped: a track of a billion frames is a file of as many rows. */
const maxRows = 200_000;
/** Limit for the growth of the core's memory while it reads. */
const memoryBytes = 64 << 20;
const memoryPerInputByte = 400;
/** Refusals with one of these codes are defects. */
const defects = new Set(["assertion-failed", "out-of-memory", "index-broken", "core-broken"]);

const build = (file: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(new URL(`../../core-wasm/build/${file}`, import.meta.url)));
const modules = { debug: build("core.debug.wasm"), release: build("core.wasm") };

const imageSize = { width: 1920, height: 1080 };
const facts = { type: "video", fps: 5, imageNames: [], datasetInfo: undefined, imageSize } as const;
const options = { exportedTime: "Fri Nov 20 15:13:24 2026" } as const;

/** Contains everything; the name is not that of a format. */
const compact = "compact DIVE JSON";

function writeJson(core: AnnotationCore, style: "compact" | "python"): string {
  const bytes =
    style === "compact"
      ? core.writer.writeDiveJson({ style }).bytes
      : writeAnnotationFile(core, "dive-json", facts, options).bytes;
  return Buffer.from(bytes).toString("latin1");
}

/** Upper bound of detections when everything is interpolated. */
function longestRows(core: AnnotationCore): number {
  let rows = 0;
  for (const { begin, end } of core.writer.trackRows()) rows += end - begin + 1;
  return rows;
}

/** A core and the size of its memory. */
class Probed {
  readonly instance: CoreInstance;
  readonly core: AnnotationCore;

  constructor(module: WebAssembly.Module) {
    this.instance = new CoreInstance(module);
    this.core = new WasmAnnotationCore(this.instance);
  }
}

export class Prober {
  #debug = new Probed(modules.debug);
  #release = new Probed(modules.release);
  #again = new Probed(modules.debug);

  /** Throws if an invariant is violated. Uses the cores of previous inputs unless `isFresh`. */
  async probe(bytes: Uint8Array, format: AnnotationFormat, isFresh: boolean): Promise<void> {
    if (isFresh) this.#renew();
    const debug = await this.#outputs(this.#debug, bytes, format);
    const release = await this.#outputs(this.#release, bytes, format);
    for (const [what, text] of debug) {
      if (text !== release.get(what)) throw new Error(`The builds differ in ${what}.`);
    }
    await this.#checkAgain(debug.get(compact), "compact");
    await this.#checkAgain(debug.get("dive-json"), "python");
    await this.#checkStrict(bytes, format);
  }

  #renew(): void {
    this.#debug = new Probed(modules.debug);
    this.#release = new Probed(modules.release);
    this.#again = new Probed(modules.debug);
  }

  /** The report and every file that can be written. */
  async #outputs(probed: Probed, bytes: Uint8Array, format: AnnotationFormat): Promise<ReadonlyMap<string, string>> {
    const { core, instance } = probed;
    const before = instance.exports.memory.buffer.byteLength;
    const report = await read(core, bytes, format, false);
    const grown = instance.exports.memory.buffer.byteLength - before;
    if (grown > memoryBytes + bytes.length * memoryPerInputByte) {
      throw new Error(`The core took ${grown} bytes more to read ${bytes.length}.`);
    }
    const outputs = new Map([["report", JSON.stringify(report)]]);
    core.assertIntegrity();
    if (report === undefined && core.trackCount > 0) throw new Error("The core kept tracks of a refused input.");
    if (report === undefined) return outputs;
    if (report.trackCount !== core.trackCount) throw new Error("The report counts other tracks than the core.");
    const isLong = longestRows(core) > maxRows;
    for (const target of formatNames) {
      if (isLong && target !== "dive-json") continue;
      const { bytes: file, losses } = writeAnnotationFile(core, target, facts, options);
      outputs.set(target, Buffer.from(file).toString("latin1"));
      outputs.set(`losses of ${target}`, JSON.stringify(losses));
    }
    outputs.set(compact, writeJson(core, "compact"));
    core.assertIntegrity();
    return outputs;
  }

  /** DIVE JSON loses nothing: reading what was written changes nothing. */
  async #checkAgain(json: string | undefined, style: "compact" | "python"): Promise<void> {
    if (json === undefined) return;
    JSON.parse(json);
    const { core } = this.#again;
    const report = await read(core, Buffer.from(json, "latin1"), "dive-json", false);
    if (report === undefined) throw new Error("The core refuses the DIVE JSON it has written.");
    core.assertIntegrity();
    if (writeJson(core, style) !== json) throw new Error("The DIVE JSON changes when it is read again.");
  }

  async #checkStrict(bytes: Uint8Array, format: AnnotationFormat): Promise<void> {
    const { core } = this.#debug;
    const report = await read(core, bytes, format, true);
    core.assertIntegrity();
    if (report?.problems.some(({ severity }) => severity === "error")) {
      throw new Error("A strict read went on after an error.");
    }
  }
}

/** Undefined if the input is refused with a reason. */
async function read(
  core: AnnotationCore,
  bytes: Uint8Array,
  format: AnnotationFormat,
  strict: boolean,
): Promise<ReadReport | undefined> {
  try {
    return await annotationFormats[format].read(core, bytes, { strict, imageSize });
  } catch (error) {
    if (error instanceof CoreError && !defects.has(error.code)) return undefined;
    throw error;
  }
}
