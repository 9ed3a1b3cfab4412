/** Input for a core: whole files, files in pieces, pages of the server. A refused one leaves no partial state. */
import type { CoreState } from "./core-state.ts";
import { PageLoad } from "./formats/dive-json/page-load.ts";
import { CsvReading } from "./formats/viame-csv/read-csv.ts";
import { JsonReading } from "./formats/dive-json/read-json.ts";
import type { PieceReadOptions, ReadOptions, ReadReport } from "./types.ts";
import { CoreError } from "./types.ts";

type PieceFormat = "viame-csv" | "dive-json";

/** A file that arrives in pieces. */
interface OpenFile {
  readonly format: PieceFormat;
  readonly reading: CsvReading | JsonReading;
  readonly options: PieceReadOptions;
  /** Turns the added records into a step. */
  readonly finish: () => void;
}

export class Readings {
  readonly #state: CoreState;
  #load: PageLoad | undefined;
  #open: OpenFile | undefined;

  constructor(state: CoreState) {
    this.#state = state;
  }

  /**
   * A read that replaces creates a new state: the start of the op log, with its own types. A read that adds to existing
   * content is a step. A refused read leaves no state, or the one that it should have been added to.
   */
  whole(options: ReadOptions, read: () => ReadReport): ReadReport {
    this.#state.log.requireNoTransaction();
    if (options.mode === "additive") return this.#state.changing(() => this.#state.log.add("import", read));
    const report = this.#refusable(options, read);
    this.#state.started();
    return report;
  }

  begin(format: PieceFormat, options: PieceReadOptions): void {
    this.#state.log.requireNoTransaction();
    this.#open?.reading.abandon();
    const finish = options.mode === "additive" ? this.#state.log.beginAdd("import") : () => {};
    const reading =
      format === "viame-csv"
        ? new CsvReading(this.#state.instance, options)
        : new JsonReading(this.#state.instance, options);
    this.#open = { format, reading, options, finish };
    if (options.mode !== "additive") this.#state.started();
  }

  push(format: PieceFormat, bytes: Uint8Array): void {
    const { reading, options } = this.#requireOpen(format);
    this.#refusable(options, () => reading.push(bytes));
  }

  end(format: PieceFormat): ReadReport {
    const { reading, options, finish } = this.#requireOpen(format);
    this.#open = undefined;
    const report = this.#refusable(options, () => reading.end());
    if (options.mode === "additive") this.#state.changing(finish);
    else this.#state.started();
    return report;
  }

  beginLoad(expectedBytes?: number): void {
    this.#state.log.requireNoTransaction();
    this.#load = new PageLoad(this.#state.instance, expectedBytes);
    this.#state.started();
  }

  loadPage(kind: "tracks" | "groups", bytes: Uint8Array): void {
    const load = this.#requireLoad();
    // A refused page ends the load.
    this.#load = undefined;
    this.#refusable({}, () => load.add(kind, bytes));
    this.#load = load;
  }

  endLoad(): ReadReport {
    const load = this.#requireLoad();
    this.#load = undefined;
    return this.whole({}, () => load.finish());
  }

  #requireLoad(): PageLoad {
    if (this.#load === undefined) throw new CoreError("no-load", "Call beginLoad() before pages are loaded.");
    return this.#load;
  }

  #requireOpen(format: PieceFormat): OpenFile {
    if (this.#open?.format === format) return this.#open;
    const begin = format === "viame-csv" ? "beginViameCsv" : "beginDiveJson";
    throw new CoreError("no-open-file", `Call ${begin}() before pieces are read.`);
  }

  #refusable<T>({ mode }: ReadOptions, read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.#open = undefined;
      if (mode !== "additive") {
        this.#state.instance.exports.core_clear();
        this.#state.started();
      }
      throw error;
    }
  }
}
