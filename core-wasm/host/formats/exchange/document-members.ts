/** For callers that have only the face of the core: a document's members besides tracks and groups, and none at all. */
import { parseJson, type JsonObject } from "../../json.ts";
import type { AnnotationCore, Loss } from "../../types.ts";

export interface DocumentMembers {
  readonly members: JsonObject;
  /** What DIVE JSON loses besides them: names of pictures. */
  readonly losses: readonly Loss[];
}

export function readDocumentMembers(core: AnnotationCore): DocumentMembers {
  const { bytes, losses } = core.writeDiveJson({ style: "compact", filter: { types: [] } });
  const { tracks: _, groups: __, version: ___, ...members } = parseJson(new TextDecoder().decode(bytes)) as JsonObject;
  return { members, losses: losses.filter(({ kind }) => kind === "picture-name") };
}

/** After a refused read that was to replace everything. */
export function emptyCore(core: AnnotationCore): void {
  core.beginLoad();
  core.endLoad();
}
