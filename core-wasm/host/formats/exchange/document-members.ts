/**
 * For callers that only have the interface of the core: a document's members other than tracks and groups, and an empty
 * document.
 */
import { parseJson, type JsonObject } from "../../json.ts";
import type { AnnotationCore, Loss } from "../../types.ts";

export interface DocumentMembers {
  readonly members: JsonObject;
  /** An additional loss of DIVE JSON: names of pictures. */
  readonly losses: readonly Loss[];
}

export function readDocumentMembers(core: AnnotationCore): DocumentMembers {
  const { bytes, losses } = core.writer.writeDiveJson({ style: "compact", filter: { types: [] } });
  const { tracks: _, groups: __, version: ___, ...members } = parseJson(new TextDecoder().decode(bytes)) as JsonObject;
  return { members, losses: losses.filter(({ kind }) => kind === "picture-name") };
}

/** Call it after a refused read in the mode `replace`. */
export function emptyCore(core: AnnotationCore): void {
  core.reader.beginLoad();
  core.reader.endLoad();
}
