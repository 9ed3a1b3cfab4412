/** Reads an engine's result as annotations of the dataset. */
import { readFile, stat } from "node:fs/promises";

import { CoreError } from "#core";
import type { PipelineOutput } from "../../ports/pipeline-engine.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationFileService, ImportedFile } from "../annotations/annotation-file.service.ts";
import { JobError } from "./job-error.ts";

/** Limit of a result, which is read as a whole. */
const maxResultBytes = 1024 * 1024 * 1024;

export async function readResult(
  files: AnnotationFileService,
  place: { readonly actor: Actor; readonly folder: FolderRecord },
  { path, format }: PipelineOutput,
): Promise<ImportedFile> {
  const { size } = await stat(path);
  if (size > maxResultBytes) throw new JobError(`Its result is larger than ${maxResultBytes} bytes.`);
  try {
    const file = { format, content: new Uint8Array(await readFile(path)) };
    const imported = await files.read(place, "", file, { additive: false, typePrefix: "" });
    const { trackCount, problemCount, problems } = imported.report;
    if (trackCount > 0 || problemCount === 0) return imported;
    throw new JobError(`Nothing in its result could be read: ${problems[0]?.message ?? ""}`);
  } catch (error) {
    throw error instanceof CoreError ? new JobError(`Its result cannot be read: ${error.message}`) : error;
  }
}
