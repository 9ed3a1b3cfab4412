/** Answers about files and saves, which need no core, and the work of a core. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { constants, createZstdCompress } from "node:zlib";

import { createCore } from "#core";
import { blameTrack } from "#core/diff/blame";
import { readAnnotationFile, writeAnnotationPieces } from "#core/formats/annotation-formats";
import { readDiveConfiguration } from "#core/formats/dive-config/dive-configuration";
import { recognizeFile } from "#core/formats/recognize/recognize";
import { sourceOfFiles, type NamedBytes, type SourceContent } from "#core/formats/sources/source";
import { listMissing } from "#core/queries/completeness";
import { matchingTracks } from "#core/queries/matching-tracks";

import { ValidationError } from "../../../base/errors.ts";
import { Transferred } from "../../../../core-wasm/threads/thread-answers.ts";
import { parseAnnotationSave } from "../../../domain/annotation-save.ts";
import { parseExactJsonDocument } from "../../../domain/json-document.ts";
import { recordsOf } from "./batches.ts";
import { type Answers, coreOf, sessions } from "./sessions.ts";

export const fileAnswers: Answers<"parse-save" | "recognize" | "read-configuration" | "blame"> = {
  async "parse-save"({ body }, session) {
    const parsed = await parseAnnotationSave(parseExactJsonDocument(body) ?? {});
    if (!parsed.ok) throw new ValidationError(parsed.message);
    const { upsert, ...rest } = parsed.value;
    sessions.set(session, { records: upsert.values() });
    const hasChanges = upsert.some(({ change }) => change !== undefined);
    return { ...rest, hasChanges, upsert: upsert.map(({ kind, id }) => ({ kind, id })) };
  },
  recognize: ({ bytes, name }) => recognizeFile(bytes, name),
  "read-configuration": ({ bytes }) => readDiveConfiguration(bytes),
  blame: ({ versions, options }) => blameTrack(versions, options),
};

export const coreAnswers: Answers<"open" | "load" | "end-load" | "read" | "write" | "missing" | "matching" | "image"> =
  {
    async open({ expectedBytes }, session) {
      const core = await createCore();
      core.reader.beginLoad(expectedBytes);
      sessions.set(session, { ...sessions.get(session), core });
    },
    load({ of, page }, session) {
      const { reader } = coreOf(session);
      if (of === "track") reader.loadTrackPage(page);
      else reader.loadGroupPage(page);
    },
    "end-load"(_asked, session) {
      coreOf(session).reader.endLoad();
    },
    async read({ content, options }, session) {
      const core = coreOf(session);
      const report = await readAnnotationFile(core, contentOf(content), options);
      sessions.set(session, { core, records: recordsOf(core) });
      const counts = core.shown.typeCounts().toSorted((a, b) => b.trackCount - a.trackCount);
      return { ...report, types: counts.map(({ type }) => type) };
    },
    write({ format, facts, options }, session) {
      sessions.set(session, { pieces: writeAnnotationPieces(coreOf(session), format, facts, options) });
    },
    missing: ({ asked, about }, session) => listMissing(coreOf(session), asked, about),
    matching: ({ asked, about }, session) => matchingTracks(coreOf(session), asked, about),
    async image({ note }, session) {
      const file = await compress(coreOf(session).writer.writeImage(note));
      return new Transferred(file, [file.buffer]);
    },
  };

function contentOf(content: Uint8Array | readonly NamedBytes[]): SourceContent {
  return content instanceof Uint8Array ? content : sourceOfFiles(content);
}

/** With a checksum, which the reader verifies. */
async function compress(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
  const compressed = await buffer(Readable.from(pieces).pipe(createZstdCompress({ params })));
  return new Uint8Array(compressed);
}
