/** A set of annotations as a core: at a revision of the server, or from a file; and the form that files have. */

import { createHash } from "node:crypto";
import { documentFields } from "#core/diff/diff";
import type { AnnotationCore, ReadReport } from "#core/types";
import { readAnnotations } from "../base/annotations/annotations.ts";
import type { Connection } from "../base/connection/connection.ts";
import { openCore } from "../base/annotations/core.ts";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { formatFinding } from "../base/annotations/findings.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { io } from "../base/terminal/io.ts";
import { openInput } from "../base/files/open-input.ts";
import { note } from "../base/terminal/output.ts";

/** Tracks asked for at once. */
const tracksPerPage = 4000;
const encoder = new TextEncoder();

/** @param set `null` is the default set */
export async function loadSet(
  { client }: Connection,
  folderId: string,
  set: string | null,
  revision: number,
): Promise<AnnotationCore> {
  return (await readSet({ client }, folderId, set, revision)).core;
}

export async function readSet(
  { client }: Pick<Connection, "client">,
  folderId: string,
  set: string | null,
  revision: number,
): Promise<{ readonly core: AnnotationCore; readonly report: ReadReport }> {
  const query = { folderId, revision, ...(set !== null && { set }) };
  const options = { signal: interrupted };
  const core = await openCore();
  core.reader.beginLoad();
  for (let offset = 0, total = 1; offset < total; offset += tracksPerPage) {
    const response = await client.fetch("annotation.tracks", { ...query, limit: tracksPerPage, offset }, options);
    total = Number(response.headers.get("Girder-Total-Count") ?? 0);
    core.reader.loadTrackPage(new Uint8Array(await response.arrayBuffer()));
  }
  const groups = await client.fetch("annotation.groups", query, options);
  core.reader.loadGroupPage(new Uint8Array(await groups.arrayBuffer()));
  return { core, report: core.reader.endLoad() };
}

/** The newest revision of a set, or of all sets; 0 before the first. */
export async function headOf({ client }: Connection, folderId: string, set?: string | null): Promise<number> {
  const query = {
    folderId,
    ...(set !== undefined && { set: set ?? "" }),
    limit: 1,
    sort: "revision",
    sortdir: -1,
  } as const;
  const [newest] = await client.call("annotation.revisions", query, { signal: interrupted });
  return newest?.revision ?? 0;
}

export interface ReadFile {
  readonly core: AnnotationCore;
  /** Members of the document other than tracks and groups: servers keep none. */
  readonly dropped: readonly string[];
}

/**
 * The content of a file of the copy. A file with broken parts is refused: what could not be read would be deleted on the
 * server.
 */
export async function readSetFile(path: string, bytes: Uint8Array): Promise<ReadFile> {
  const input = await openInput(path, "dive-json", bytes);
  const file = await readAnnotations(path, input);
  const isBroken = file.findings.some(({ severity }) => severity === "error");
  if (file.loaded === undefined || isBroken || file.loaded.report.skippedCount > 0) {
    for (const finding of file.findings) note(formatFinding(io().err, finding));
    throw new CliError(
      ExitCode.findings,
      "it has parts that cannot be read, which would be lost: mend them, then give the command again.",
    );
  }
  const { core } = file.loaded;
  return { core, dropped: [...documentFields(core).keys()] };
}

/** DIVE JSON with a line for each track and group, in the order of their ids. */
export function setBytes(core: AnnotationCore): Uint8Array {
  const rows = (list: Iterable<{ readonly id: number; readonly json: string }>): string =>
    [...list].map(({ id, json }) => `"${id}": ${json}`).join(",\n");
  const block = (text: string): string => (text === "" ? "{}" : `{\n${text}\n}`);
  const tracks = block(rows(core.writer.trackRows()));
  const groups = block(rows(core.writer.groupRows()));
  return encoder.encode(`{"tracks": ${tracks},\n"groups": ${groups},\n"version": 2}\n`);
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
