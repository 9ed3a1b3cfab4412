/**
 * Work on annotations in separate threads, so that a large save, import or export blocks no other request. Threads
 * start when first needed and are replaced when they end.
 */
import { type AnnotationFormat, CoreError, type Problem } from "#core";
import { blameTrack, type BlamedField, type BlameOptions, type TrackVersion } from "#core/diff/blame";
import type { ReadFileOptions } from "#core/formats/annotation-formats";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";
import type { ConfigurationFile } from "#core/formats/dive-config/dive-configuration";
import type { RecognizedFile } from "#core/formats/recognize/recognized";
import type { ConsensusOptions } from "#core/consensus/consensus";
import type { CompletenessContext, FrameRequirements, Missing } from "#core/queries/completeness";
import type { MatchContext, TrackMatch } from "#core/queries/matching-tracks";
import type { Agreement } from "#core/metrics/agreement";
import type { CorrectionNumbers } from "#core/metrics/corrections";
import type { Scoring } from "#core/metrics/scoring";
import type { ScoringParams } from "#core/metrics/scoring-params";
import type { NamedBytes } from "#core/formats/sources/source";

import { RequestError, ValidationError } from "../../../base/errors.ts";
import type { ThrownError } from "../../../../core-wasm/threads/thread-calls.ts";
import { ThreadPool } from "../../../../core-wasm/threads/thread-pool.ts";
import type { AnnotationKind, AnnotationRecord } from "../../../domain/annotation-save.ts";
import { parseAnnotationSave } from "../../../domain/annotation-save.ts";
import { parseExactJsonDocument } from "../../../domain/json-document.ts";
import type {
  Answer,
  Asked,
  ConsensusCounts,
  FileReport,
  SaveRequest,
  WorkErrorDetails,
  WorkKind,
  WorkMessage,
} from "./protocol.ts";

const threads = 2;
/** Below this many bytes, the caller's thread does the work itself: a few milliseconds. */
const smallSaveBytes = 64 * 1024;

/**
 * From this many bytes, the records of a save are fetched before anything else: a transaction would otherwise wait for
 * them.
 */
const largeSaveBytes = 4 * 1024 * 1024;

const opening = Buffer.from("[");
const closing = Buffer.from("]");

/** A core in a thread. Close it when done, or its memory stays. */
export interface CoreSession {
  /** @param piece records joined by commas */
  load(kind: AnnotationKind, piece: Uint8Array): Promise<void>;
  endLoad(): Promise<void>;
  /** A file, or the files of a set. Bytes are transferred. @throws CoreError when they are refused */
  read(content: Uint8Array | readonly NamedBytes[], options: ReadFileOptions): Promise<FileReport>;
  /** The content of the core after `read`. */
  records(): AsyncIterable<AnnotationRecord[]>;
  /** Starts writing the content as a file; `bytes` then returns it as it is written. */
  write(format: AnnotationFormat, facts: DatasetFacts, options: WriteOptions): Promise<void>;
  bytes(): AsyncIterable<Uint8Array>;
  /** Requirements of a task that the loaded annotations do not meet. */
  missing(asked: FrameRequirements, about: CompletenessContext): Promise<Missing[]>;
  /** Ids of the loaded tracks that match. */
  matching(asked: TrackMatch, about: MatchContext): Promise<number[]>;
  /**
   * The whole memory of the core, for another core to take over, compressed with zstd and a checksum. @param note is
   * sent along
   */
  image(note: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A scoring in a thread: for each pair, load the computed side first, then the truth. Close it when done. */
export interface ScoringSession extends Pick<CoreSession, "load" | "close"> {
  beginSide(): Promise<void>;
  /** @param regionTypes types of its dataset that are exclusion regions */
  endSide(regionTypes: readonly string[]): Promise<void>;
  /** @param frameCounts of a survey: the number of frames of each pair */
  score(params: ScoringParams, frameCounts?: readonly number[]): Promise<Scoring>;
}

/** Annotations of several people, each a side with a name, and how well they agree. Close it when done. */
export interface AgreementSession extends Pick<CoreSession, "load" | "close"> {
  beginSide(): Promise<void>;
  /** @param ranges only these frames count; empty: all */
  endSide(name: string, ranges: FrameRequirements["ranges"]): Promise<void>;
  measure(pieces: readonly (readonly [own: string, other: string])[]): Promise<Agreement>;
  /** Corrections to the result of a run: the side right after the run, the side now, and the ids of its tracks. */
  corrections(run: string, now: string, written: readonly number[]): Promise<readonly CorrectionNumbers[]>;
}

/** Merges what several people drew: load each one's annotations as a side. Close it when done. */
export interface ConsensusSession extends Pick<CoreSession, "load" | "close"> {
  beginSide(): Promise<void>;
  /** @param ranges the frames that this person was asked to annotate; empty: all */
  endSide(ranges: FrameRequirements["ranges"]): Promise<void>;
  merge(options: ConsensusOptions): Promise<ConsensusCounts>;
  /** Counts of the merged content. */
  records(): AsyncIterable<AnnotationRecord[]>;
}

export interface CheckedSave extends SaveRequest {
  /** For `upsert`. They are built while the transaction starts. */
  readonly records: Promise<readonly AnnotationRecord[]>;
}

export class AnnotationWork {
  readonly #threads = new ThreadPool({
    file: new URL("./annotation.worker.ts", import.meta.url),
    size: threads,
    translate: revive,
  });
  #lastSession = 0;

  /**
   * Checks and normalizes the body of a save.
   * @throws RequestError when it is not JSON; ValidationError
   */
  async parseSave(body: Uint8Array): Promise<CheckedSave> {
    if (body.length <= smallSaveBytes) {
      const parsed = await parseAnnotationSave(parseExactJsonDocument(body) ?? {});
      if (!parsed.ok) throw new ValidationError(parsed.message);
      const { upsert } = parsed.value;
      const hasChanges = upsert.some(({ change }) => change !== undefined);
      return { ...parsed.value, hasChanges, records: Promise.resolve(upsert) };
    }
    const call = this.#session();
    const bytes = transferableBytes(body);
    const { length } = bytes;
    const request = await call("parse-save", { body: bytes }, [bytes.buffer]);
    const records = fetchRecords(call, request.upsert.length);
    if (length > largeSaveBytes) await records;
    // A caller that refuses the save does not wait for them.
    records.catch(() => undefined);
    return { ...request, records };
  }

  /** Recognizes a file by its beginning. The bytes are transferred. */
  async recognize(head: Uint8Array, name: string): Promise<RecognizedFile> {
    const bytes = transferableBytes(head);
    return await this.#session()("recognize", { bytes, name }, [bytes.buffer]);
  }

  /** The bytes are transferred. @throws CoreError if it is not a JSON object */
  async readConfiguration(file: Uint8Array): Promise<ConfigurationFile> {
    const bytes = transferableBytes(file);
    return await this.#session()("read-configuration", { bytes }, [bytes.buffer]);
  }

  /** @param length total characters of all versions */
  async blame(versions: readonly TrackVersion[], options: BlameOptions, length: number): Promise<BlamedField[]> {
    if (length <= smallSaveBytes) return blameTrack(versions, options);
    return await this.#session()("blame", { versions, options });
  }

  /** @param expectedBytes of the records to load, if known: columns are allocated at once */
  async openCore(expectedBytes = NaN): Promise<CoreSession> {
    const call = this.#session();
    await call("open", { expectedBytes });
    return {
      load: loaderOf(call),
      endLoad: () => call("end-load", {}),
      read: async (content, options) => {
        if (content instanceof Uint8Array) {
          const bytes = transferableBytes(content);
          return await call("read", { content: bytes, options }, [bytes.buffer]);
        }
        const files = content.map(({ name, bytes }) => ({ name, bytes: transferableBytes(bytes) }));
        const buffers = new Set(files.map(({ bytes }) => bytes.buffer));
        return await call("read", { content: files, options }, [...buffers]);
      },
      records: () => batches(() => call("next-records", {})),
      write: (format, facts, options) => call("write", { format, facts, options }),
      missing: (asked, about) => call("missing", { asked, about }),
      matching: (asked, about) => call("matching", { asked, about }),
      bytes: () => batches(() => call("next-bytes", {})),
      image: (note) => call("image", { note }),
      close: () => call("close", {}),
    };
  }

  openScoring(): ScoringSession {
    const call = this.#session();
    return {
      beginSide: () => call("open", { expectedBytes: NaN }),
      load: loaderOf(call),
      endSide: async (regionTypes) => {
        await call("end-load", {});
        await call("end-side", { regionTypes });
      },
      score: (params, frameCounts = []) => call("score", { params, frameCounts }),
      close: () => call("close", {}),
    };
  }

  openAgreement(): AgreementSession {
    const call = this.#session();
    return {
      beginSide: () => call("open", { expectedBytes: NaN }),
      load: loaderOf(call),
      endSide: async (name, ranges) => {
        await call("end-load", {});
        await call("end-agreement-side", { name, ranges });
      },
      measure: (pieces) => call("agreement", { pieces }),
      corrections: (run, now, written) => call("corrections", { run, now, written }),
      close: () => call("close", {}),
    };
  }

  openConsensus(): ConsensusSession {
    const call = this.#session();
    return {
      beginSide: () => call("open", { expectedBytes: NaN }),
      load: loaderOf(call),
      endSide: async (ranges) => {
        await call("end-load", {});
        await call("end-consensus-side", { ranges });
      },
      merge: (options) => call("consensus", { options }),
      records: () => batches(() => call("next-records", {})),
      close: () => call("close", {}),
    };
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }

  /** Calls of one session all go to the same thread. */
  #session(): SessionCall {
    const session = ++this.#lastSession;
    const thread = this.#threads.thread();
    return async <K extends WorkKind>(kind: K, asked: Asked<K>, transfer: readonly ArrayBuffer[] = []) =>
      // The thread answers each kind as `WorkCalls` says.
      (await thread.call({ session, kind, asked } satisfies WorkMessage<K>, transfer)) as Answer<K>;
  }
}

const loaderOf =
  (call: SessionCall): CoreSession["load"] =>
  async (of, piece) => {
    const page = transferableBytes(Buffer.concat([opening, piece, closing]));
    await call("load", { of, page }, [page.buffer]);
  };

/** Returns bytes that can be transferred: small Buffers, for example, share their memory. */
function transferableBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

type SessionCall = <K extends WorkKind>(
  kind: K,
  asked: Asked<K>,
  transfer?: readonly ArrayBuffer[],
) => Promise<Answer<K>>;

async function fetchRecords(call: SessionCall, count: number): Promise<AnnotationRecord[]> {
  const records: AnnotationRecord[] = [];
  try {
    while (records.length < count) records.push(...(await call("next-records", {})));
    return records;
  } finally {
    await call("close", {});
  }
}

/** Fetches batches one after the other until an empty one arrives. */
async function* batches<T extends { readonly length: number }>(next: () => Promise<T>): AsyncGenerator<T> {
  while (true) {
    const batch = await next();
    if (batch.length === 0) return;
    yield batch;
  }
}

/** The error that was thrown in the thread. */
function revive({ message, details }: ThrownError): Error {
  const known = details as unknown as WorkErrorDetails;
  switch (known.type) {
    case "core":
      return new CoreError(known.code, message, known.problem as Problem | undefined);
    case "validation":
      return new ValidationError(message);
    case "request":
      return new RequestError(message);
    case "other":
      return Object.assign(new Error(message), known.stack === undefined ? {} : { stack: known.stack });
  }
}
