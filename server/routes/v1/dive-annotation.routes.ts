/** `dive_annotation/*`: reading, saving and exporting annotations. */
import { Readable } from "node:stream";

import type { Revision } from "#schemas";

import { RequestError } from "../../base/errors.ts";
import type { AnnotationKind } from "../../domain/annotation-save.ts";
import type { AnnotationSort, RevisionRecord } from "../../ports/annotation.repository.ts";
import type { AnnotationServices } from "../../services/annotations/annotation-services.ts";
import type { DatasetServices } from "../../services/datasets/dataset-services.ts";
import { addVary } from "../../plugins/api-headers.ts";
import { acceptsZstd } from "../../plugins/compression.ts";
import { sendZip } from "../download.ts";
import { type Call, type RegisterRoute, sendPaged } from "../registry.ts";
import { pieceStream } from "../piece-stream.ts";
import { alreadySent } from "../sent.ts";
import { readPage, readSort } from "./paging.ts";
import { readTexts } from "./text-list.ts";
import { wireDate } from "./wire.ts";

const sortFields: readonly AnnotationSort[] = ["id", "begin", "end", "label"];

export function registerAnnotationRoutes(
  register: RegisterRoute,
  {
    annotationChanges,
    annotations,
    annotationImages,
    datasetArchives,
    labelSummaries,
    saves,
  }: Pick<AnnotationServices, "annotationChanges" | "annotations" | "annotationImages" | "saves"> &
    Pick<DatasetServices, "datasetArchives" | "labelSummaries">,
): void {
  const read = async (
    call: Call<"annotation.tracks"> | Call<"annotation.groups">,
    kind: AnnotationKind,
  ): Promise<Readable> => {
    const { actor, parameters, reply } = call;
    const { folderId, revision, set } = parameters;
    const { total, pieces } = await annotations.read(actor, folderId, {
      ...readPage(parameters, 0),
      ...readSort(parameters, sortFields, "id"),
      kind,
      revision,
      setName: set,
    });
    reply.header("Girder-Total-Count", total);
    return pieceStream(jsonArray(pieces));
  };
  register("annotation.tracks", (call) => read(call, "track"));
  register("annotation.groups", (call) => read(call, "group"));

  register("annotation.image", async ({ actor, parameters, request, reply }) => {
    const { folderId, revision, set } = parameters;
    const acceptsImage = acceptsZstd(request);
    const stored = await annotationImages.find(actor, folderId, { revision, setName: set, acceptsImage });
    reply.header("wakeline-revision", String(stored.revision));
    addVary(reply, "Accept-Encoding");
    if (stored.image === undefined) {
      reply.code(204).send();
      return alreadySent;
    }
    reply.header("wakeline-set-revision", String(stored.ofSet));
    reply.header("content-type", "application/octet-stream");
    reply.header("content-encoding", "zstd");
    reply.header("content-length", stored.image.length);
    return Readable.from(stored.image.stream(), { objectMode: false });
  });

  register("annotation.sets", async ({ actor, parameters }) => {
    const names = await annotations.listSets(actor, parameters.folderId);
    return names.map((name) => (name === "" ? null : name));
  });

  register("annotation.removeSet", async ({ actor, parameters: { folderId, set } }) => {
    await annotations.removeSet(actor, folderId, set);
    return null;
  });

  register("annotation.revisions", async ({ actor, parameters, reply }) => {
    const { descending } = readSort(parameters, ["revision"] as const, "revision");
    const query = { ...readPage(parameters, 20), descending, setName: parameters.set };
    const page = await annotations.listRevisions(actor, parameters.folderId, query);
    return sendPaged(reply, page.total, page.rows.map(wireRevision));
  });

  register("annotation.changes", async ({ actor, parameters: { folderId, since, set }, reply }) => {
    const pieces = await annotationChanges.since(actor, folderId, since, set);
    reply.header("content-type", "application/json");
    return Readable.from(pieces, { objectMode: false });
  });

  register("annotation.blame", async ({ actor, parameters }) => {
    const { folderId, trackId, revision, set, frames = [] } = parameters;
    const blame = await annotations.blame(actor, folderId, {
      trackId,
      revision,
      setName: set,
      frames: frames.map(readFrame),
    });
    const fields = blame.fields.map(({ path, frame = null, ...rest }) => ({ path, frame, ...rest }));
    return { fields, revisions: blame.revisions.map(wireRevision) };
  });

  register("annotation.labels", async ({ actor, parameters }) => {
    const { published = true, shared = true, own = false } = parameters;
    const labels = await labelSummaries.summarize(actor, { published, shared, own });
    return labels.map(({ label, count, datasets }) => ({ _id: label, count, datasets }));
  });

  register("annotation.save", ({ actor, parameters, readJson }) => saves.save(actor, parameters.folderId, readJson));

  register("annotation.rollback", async ({ actor, parameters }) => {
    await annotations.rollback(actor, parameters.folderId, parameters.revision);
    return null;
  });

  register("annotation.export", async ({ actor, parameters, request, reply, signal }) => {
    const { folderId, format = "viame_csv", revisionId, excludeBelowThreshold = false, typeFilter } = parameters;
    const { exportedTime } = parameters;
    const options = {
      format,
      revision: revisionId,
      excludeBelowThreshold,
      types: typeFilter === undefined ? undefined : readTexts("typeFilter", typeFilter),
      exportedTime,
    };
    const exported = await datasetArchives.exportOf(actor, folderId, options, signal);
    if ("archive" in exported) return sendZip(request, reply, exported.archive.name, exported.archive.entries);
    const { file } = exported;
    reply.header("wakeline-revision", String(file.revision));
    reply.header("content-type", file.mimeType);
    reply.header("content-disposition", `attachment; filename="${file.name}"`);
    return Readable.from(file.pieces, { objectMode: false });
  });
}

function readFrame(frame: unknown): number {
  if (typeof frame === "number" && Number.isSafeInteger(frame)) return frame;
  throw new RequestError("Invalid value for parameter frames: it is a list of whole numbers.");
}

async function* jsonArray(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  let separator = "[";
  for await (const piece of pieces) {
    yield separator;
    yield piece;
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

function wireRevision(record: RevisionRecord): Revision {
  return {
    dataset: record.datasetId,
    author_id: record.authorId,
    author_name: record.authorName,
    revision: record.revision,
    additions: record.additions,
    deletions: record.deletions,
    created: wireDate(record.createdMs),
    description: record.description,
    set: record.setName === "" ? null : record.setName,
  };
}
