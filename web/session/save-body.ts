/** The body of a save, put together from the core's bytes without parsing them. */

import type { AnnotationCore, ChangeSet } from "#core/types";

export interface SaveParts {
  readonly saveId: string;
  readonly baseRevision: number;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
}

/** How many tracks and groups a change set names. */
export function countChanges({ tracks, groups }: ChangeSet): number {
  return tracks.upsert.length + tracks.delete.length + groups.upsert.length + groups.delete.length;
}

/** JSON bytes of `SaveAnnotationsBody`. */
export function buildSaveBody(core: AnnotationCore, changes: ChangeSet, parts: SaveParts): Uint8Array<ArrayBuffer> {
  const { saveId, baseRevision, setName } = parts;
  const head = JSON.stringify({ saveId, baseRevision, ...(setName !== undefined && { set: setName }) });
  return concat([
    `${head.slice(0, -1)},"tracks":{"delete":${JSON.stringify(changes.tracks.delete)},"upsert":`,
    core.writeTrackList(changes.tracks.upsert),
    `},"groups":{"delete":${JSON.stringify(changes.groups.delete)},"upsert":`,
    changes.groups.upsert.length === 0 ? "[]" : core.writeGroupList(changes.groups.upsert),
    "}}",
  ]);
}

function concat(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const chunks = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
