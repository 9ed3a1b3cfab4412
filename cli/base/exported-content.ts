/**
 * Annotations on their way from the server to a file: passed on as they come, and read by a core meanwhile, which then knows
 * what is in them.
 */

import { annotationFormats } from "#core/formats/annotation-formats";
import type { AnnotationCore, AnnotationFormat, Statistics } from "#core/types";
import { openCore } from "./core.ts";
import { CliError, ExitCode } from "./errors.ts";
import { interrupted } from "./interrupt.ts";

export class ExportedContent implements AsyncIterable<Uint8Array> {
  readonly #response: Response;
  readonly #format: AnnotationFormat;
  readonly #url: string;
  #statistics: Statistics | undefined;

  constructor(response: Response, format: AnnotationFormat, url: string) {
    this.#response = response;
    this.#format = format;
    this.#url = url;
  }

  /** Known when everything has passed; never of a dataset of several cameras, which comes as an archive. */
  get statistics(): Statistics | undefined {
    return this.#statistics;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const reader =
      this.#response.headers.get("Content-Type")?.startsWith("application/zip") === true
        ? undefined
        : await openReader(this.#format);
    for await (const piece of this.#pieces()) {
      reader?.push(piece);
      yield piece;
    }
    this.#statistics = await reader?.end();
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

interface Reader {
  push(piece: Uint8Array): void;
  end(): Promise<Statistics>;
}

async function openReader(format: AnnotationFormat): Promise<Reader> {
  const core = await openCore();
  if (format === "viame-csv") {
    core.beginViameCsv({});
    return readerOf(
      core,
      (piece) => core.pushViameCsv(piece),
      () => core.endViameCsv(),
    );
  }
  if (format === "dive-json") {
    core.beginDiveJson({});
    return readerOf(
      core,
      (piece) => core.pushDiveJson(piece),
      () => core.endDiveJson(),
    );
  }
  const held: Uint8Array[] = [];
  return readerOf(
    core,
    (piece) => held.push(piece),
    () => annotationFormats[format].read(core, Buffer.concat(held), {}),
  );
}

function readerOf(core: AnnotationCore, push: (piece: Uint8Array) => void, end: () => unknown): Reader {
  return {
    push,
    end: async () => {
      await end();
      return core.statistics();
    },
  };
}
