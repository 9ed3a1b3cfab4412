/**
 * A thread for everything about annotations that takes CPU time: validating large saves, reading and writing annotation
 * files. Each piece of work is a session: a core, or records waiting to be fetched.
 */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { constants, createZstdCompress } from "node:zlib";

import { type AnnotationCore, CoreError, createCore } from "#core";
import { blameTrack } from "#core/diff/blame";
import { mergeSides, wireTrackOf } from "#core/consensus/consensus";
import { type ConsensusSide, consensusSide } from "#core/consensus/consensus-side";
import { type AgreementSide, agreementSide, measureAgreement } from "#core/metrics/agreement";
import { countedBoxes, scoredTracks, type ExcludedCounts } from "#core/metrics/counted";
import { measureCorrections } from "#core/metrics/corrections";
import type { ScoredTrack } from "#core/metrics/pool";
import { score, type ScoredPair } from "#core/metrics/scoring";
import { listMissing } from "#core/queries/completeness";
import { matchingTracks } from "#core/queries/matching-tracks";
import { readAnnotationFile, writeAnnotationPieces } from "#core/formats/annotation-formats";
import { readDiveConfiguration } from "#core/formats/dive-config/dive-configuration";
import { recognizeFile } from "#core/formats/recognize/recognize";
import { sourceOfFiles, type NamedBytes, type SourceContent } from "#core/formats/sources/source";

import { RequestError, ValidationError } from "../../../base/errors.ts";
import { answerCalls, Transferred } from "../../../../core-wasm/threads/thread-answers.ts";
import { type AnnotationKind, type AnnotationRecord, parseAnnotationSave } from "../../../domain/annotation-save.ts";
import { parseExactJsonDocument } from "../../../domain/json-document.ts";
import { ranksOf } from "../../../domain/track-ranks.ts";
import type { FileReport, SaveRequest, WorkCall, WorkErrorDetails } from "./protocol.ts";

/** Records per answer: receiving a message blocks the other thread. */
const recordsPerBatch = 1000;
/** Characters per answer. */
const batchLength = 4 * 1024 * 1024;
/** A file is sent in parts of at least this many bytes. */
const partBytes = 512 * 1024;
/** By how much the last piece of a part usually exceeds that. */
const spareBytes = 256 * 1024;

interface ScoredSide {
  readonly tracks: readonly ScoredTrack[];
  readonly types: readonly string[];
  readonly regions: ExcludedCounts["regions"][number];
}

interface Session {
  /** Only in a scoring: the pairs so far, and the side that waits for its truth. */
  pairs?: ScoredPair[];
  computed?: ScoredSide;
  /** Only in a measurement of agreement, by name. */
  sides?: ReadonlyMap<string, AgreementSide>;
  /** Only in a consensus. */
  consensus?: readonly ConsensusSide[];
  core?: AnnotationCore;
  records?: Iterator<AnnotationRecord>;
  pieces?: Iterator<Uint8Array<ArrayBuffer>>;
}
const sessions = new Map<number, Session>();

async function answer(call: WorkCall): Promise<unknown> {
  switch (call.kind) {
    case "parse-save": {
      const parsed = await parseAnnotationSave(parseExactJsonDocument(call.body) ?? {});
      if (!parsed.ok) throw new ValidationError(parsed.message);
      const { upsert, ...rest } = parsed.value;
      sessions.set(call.session, { records: upsert.values() });
      const hasChanges = upsert.some(({ change }) => change !== undefined);
      return { ...rest, hasChanges, upsert: upsert.map(({ kind, id }) => ({ kind, id })) } satisfies SaveRequest;
    }
    case "recognize":
      return recognizeFile(call.bytes, call.name);
    case "read-configuration":
      return readDiveConfiguration(call.bytes);
    case "blame":
      return blameTrack(call.versions, call.options);
    case "open": {
      const core = await createCore();
      core.reader.beginLoad(call.expectedBytes);
      sessions.set(call.session, { ...sessions.get(call.session), core });
      return undefined;
    }
    case "load": {
      const core = coreOf(call.session);
      if (call.of === "track") core.reader.loadTrackPage(call.page);
      else core.reader.loadGroupPage(call.page);
      return undefined;
    }
    case "end-load":
      coreOf(call.session).reader.endLoad();
      return undefined;
    case "read": {
      const core = coreOf(call.session);
      const report = await readAnnotationFile(core, contentOf(call.content), call.options);
      sessions.set(call.session, { core, records: recordsOf(core) });
      const counts = core.shown.typeCounts().toSorted((a, b) => b.trackCount - a.trackCount);
      return { ...report, types: counts.map(({ type }) => type) } satisfies FileReport;
    }
    case "write": {
      const core = coreOf(call.session);
      sessions.set(call.session, { pieces: writeAnnotationPieces(core, call.format, call.facts, call.options) });
      return undefined;
    }
    case "end-side":
      endSide(call.session, call.regionTypes);
      return undefined;
    case "end-agreement-side": {
      const { sides = [] } = sessions.get(call.session) ?? {};
      const side = agreementSide(coreOf(call.session), call.ranges);
      sessions.set(call.session, { sides: new Map([...sides, [call.name, side]]) });
      return undefined;
    }
    case "agreement": {
      const { sides } = sessions.get(call.session) ?? {};
      return measureAgreement(call.pieces.map(([own, other]) => [sides!.get(own)!, sides!.get(other)!]));
    }
    case "corrections": {
      const { sides } = sessions.get(call.session) ?? {};
      const [run, now] = [sides!.get(call.run)!, sides!.get(call.now)!];
      return measureCorrections(run.tracks, now.tracks, new Set(call.written));
    }
    case "end-consensus-side": {
      const { consensus = [] } = sessions.get(call.session) ?? {};
      const side = consensusSide(coreOf(call.session), call.ranges);
      sessions.set(call.session, { consensus: [...consensus, side] });
      return undefined;
    }
    case "consensus": {
      const { tracks, ...counts } = mergeSides(sessions.get(call.session)?.consensus ?? [], call.options);
      const records = tracks.map((track): AnnotationRecord => {
        const [begin, end] = [track.frames[0]!, track.frames.at(-1)!];
        const wire = wireTrackOf(track);
        return {
          kind: "track",
          id: track.id,
          begin,
          end,
          label: track.type,
          ranks: ranksOf(wire),
          payload: JSON.stringify(wire),
        };
      });
      sessions.set(call.session, { records: records.values() });
      return { ...counts, tracks: tracks.length, boxes: tracks.reduce((sum, { frames }) => sum + frames.length, 0) };
    }
    case "score":
      return score(sessions.get(call.session)?.pairs ?? [], call.params, call.frameCounts);
    case "missing":
      return listMissing(coreOf(call.session), call.asked, call.about);
    case "matching":
      return matchingTracks(coreOf(call.session), call.asked, call.about);
    case "image": {
      const file = await compress(coreOf(call.session).writer.writeImage(call.note));
      return new Transferred(file, [file.buffer]);
    }
    case "next-records":
      return nextRecords(sessions.get(call.session)?.records);
    case "next-bytes":
      return nextBytes(sessions.get(call.session)?.pieces);
    case "close":
      sessions.delete(call.session);
      return undefined;
  }
}

/** Keeps only the loaded boxes, without those in exclusion regions of either side. */
function endSide(id: number, types: readonly string[]): void {
  const core = coreOf(id);
  const { pairs = [], computed } = sessions.get(id) ?? {};
  const side = { tracks: scoredTracks(core), types, regions: core.regions(types) };
  if (computed === undefined) {
    sessions.set(id, { pairs, computed: side });
    return;
  }
  const notCounted = { types: new Set([...computed.types, ...types]), regions: [computed.regions, side.regions] };
  const [found, truth] = [computed, side].map(({ tracks }) => countedBoxes(tracks, notCounted));
  sessions.set(id, { pairs: [...pairs, { computed: found ?? [], truth: truth ?? [] }] });
}

function contentOf(content: Uint8Array | readonly NamedBytes[]): SourceContent {
  return content instanceof Uint8Array ? content : sourceOfFiles(content);
}

/** With a checksum, which the reader verifies. */
async function compress(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
  const compressed = await buffer(Readable.from(pieces).pipe(createZstdCompress({ params })));
  return new Uint8Array(compressed);
}

function coreOf(session: number): AnnotationCore {
  const core = sessions.get(session)?.core;
  if (core === undefined) throw new Error(`session ${session} has no core`);
  return core;
}

function* recordsOf(core: AnnotationCore): Generator<AnnotationRecord> {
  const rows = { track: core.writer.trackRows(), group: core.writer.groupRows() };
  for (const kind of ["track", "group"] satisfies AnnotationKind[]) {
    for (const { id, begin, end, label, json, ...rest } of rows[kind]) {
      const ranks = "size" in rest ? { confidence: rest.confidence, size: rest.size } : undefined;
      yield { kind, id, begin, end, label, ranks, payload: json };
    }
  }
}

/** Their payloads are parts of one buffer, which is transferred. */
function nextRecords(records: Iterator<AnnotationRecord> | undefined): Transferred<AnnotationRecord[]> {
  const batch: AnnotationRecord[] = [];
  let length = 0;
  while (batch.length < recordsPerBatch && length < batchLength) {
    const next = records?.next();
    if (next === undefined || next.done === true) break;
    // Its payload is built here, once.
    const record = { ...next.value };
    batch.push(record);
    length += record.payload.length;
  }
  const bytes = Buffer.from(new ArrayBuffer(batch.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0)));
  let end = 0;
  const packed = batch.map((record): AnnotationRecord => {
    const begin = end;
    end += bytes.write(record.payload as string, begin);
    return { ...record, payload: new Uint8Array(bytes.buffer, begin, end - begin) };
  });
  return new Transferred(packed, [bytes.buffer]);
}

/** Several pieces of the file as one part, which is empty when the file is complete. */
function nextBytes(pieces: Iterator<Uint8Array<ArrayBuffer>> | undefined): Transferred<Uint8Array> {
  let part = new Uint8Array(partBytes + spareBytes);
  let length = 0;
  while (length < partBytes) {
    const next = pieces?.next();
    if (next === undefined || next.done === true) break;
    const needed = length + next.value.length;
    if (needed > part.length) {
      const larger = new Uint8Array(needed);
      larger.set(part.subarray(0, length));
      part = larger;
    }
    part.set(next.value, length);
    length = needed;
  }
  return new Transferred(part.subarray(0, length), [part.buffer]);
}

function detailsOf(error: Error): WorkErrorDetails {
  if (error instanceof CoreError) return { type: "core", code: error.code, problem: error.problem };
  if (error instanceof ValidationError) return { type: "validation" };
  if (error instanceof RequestError) return { type: "request" };
  return { type: "other", stack: error.stack };
}

answerCalls(
  (call) => answer(call as WorkCall),
  (error) => ({ ...detailsOf(error) }),
);
