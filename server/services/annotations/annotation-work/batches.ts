/** Records and bytes of a session are fetched in batches: receiving a large message blocks the other thread. */
import type { AnnotationCore } from "#core";

import { Transferred } from "../../../../core-wasm/threads/thread-answers.ts";
import type { AnnotationKind, AnnotationRecord } from "../../../domain/annotation-save.ts";
import { type Answers, sessions } from "./sessions.ts";

/** Records per answer. */
const recordsPerBatch = 1000;
/** Characters per answer. */
const batchLength = 4 * 1024 * 1024;
/** A file is sent in parts of at least this many bytes. */
const partBytes = 512 * 1024;
/** By how much the last piece of a part usually exceeds that. */
const spareBytes = 256 * 1024;

export const batchAnswers: Answers<"next-records" | "next-bytes" | "close"> = {
  "next-records": (_asked, session) => nextRecords(sessions.get(session)?.records),
  "next-bytes": (_asked, session) => nextBytes(sessions.get(session)?.pieces),
  close: (_asked, session) => void sessions.delete(session),
};

export function* recordsOf(core: AnnotationCore): Generator<AnnotationRecord> {
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
