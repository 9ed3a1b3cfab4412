/**
 * Streams annotations from the server to a file. DIVE JSON, and the archives of datasets with several cameras, are
 * passed through; other formats are written by the core from DIVE JSON, with the ledger of what they cannot hold.
 */

import { writeAnnotationPieces } from "#core/formats/annotation-formats";
import { lossesOfExport } from "#core/formats/sent-form";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";
import type { AnnotationCore, AnnotationFormat, Loss, Statistics } from "#core/types";
import { openCore } from "./core.ts";
import { CliError, ExitCode } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

/** How a format other than DIVE JSON is written. */
export interface Rewriting {
  readonly format: AnnotationFormat;
  readonly facts: DatasetFacts;
  readonly options: WriteOptions;
}

export class ExportedContent implements AsyncIterable<Uint8Array> {
  readonly #response: Response;
  readonly #url: string;
  readonly #rewriting: Rewriting | undefined;
  #statistics: Statistics | undefined;
  #losses: readonly Loss[] = [];

  constructor(response: Response, url: string, rewriting?: Rewriting) {
    this.#response = response;
    this.#url = url;
    this.#rewriting = rewriting;
  }

  /** Available once everything has passed; never for a dataset of several cameras, which comes as an archive. */
  get statistics(): Statistics | undefined {
    return this.#statistics;
  }

  /** Losses of the format; complete once everything has been written. */
  get losses(): readonly Loss[] {
    return this.#losses;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.#response.headers.get("Content-Type")?.startsWith("application/zip") === true) {
      yield* this.#pieces();
      return;
    }
    const core = await openCore();
    core.reader.beginDiveJson({});
    for await (const piece of this.#pieces()) {
      core.reader.pushDiveJson(piece);
      if (this.#rewriting === undefined) yield piece;
    }
    core.reader.endDiveJson();
    this.#statistics = core.statistics();
    if (this.#rewriting !== undefined) yield* this.#write(core, this.#rewriting);
  }

  *#write(core: AnnotationCore, { format, facts, options }: Rewriting): Generator<Uint8Array> {
    const pieces = writeAnnotationPieces(core, format, facts, options);
    let step = pieces.next();
    for (; step.done !== true; step = pieces.next()) {
      interrupted.throwIfAborted();
      yield step.value;
    }
    this.#losses = lossesOfExport(step.value.losses, facts);
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#response.body ?? [];
    } catch (error) {
      if (interrupted.aborted) throw interrupted.reason;
      const message = `${this.#url} broke off in the middle of the file: nothing was written, try again.`;
      throw new CliError(ExitCode.server, message, { cause: error });
    }
  }
}
