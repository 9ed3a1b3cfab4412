/**
 * The types of the annotation core and its contract: inputs, outputs and their units. The types are in `types/`, all of
 * them exported here.
 *
 * Every array named `...s` that is a typed array is a view or a copy as its comment says; views are valid only until
 * the next call on the same core.
 */
import type { AnnotationEditor } from "./types/editor.ts";
import type { AnnotationQuery, AnnotationReader, AnnotationWriter, ShownTracks } from "./types/faces.ts";

export { DrawFlag, ShapeKind } from "./border.ts";
export * from "./types/basics.ts";
export * from "./types/problems.ts";
export * from "./types/reading.ts";
export * from "./types/writing.ts";
export * from "./types/queries.ts";
export * from "./types/issues.ts";
export * from "./types/statistics.ts";
export * from "./types/editing.ts";
export * from "./types/image.ts";
export * from "./types/faces.ts";
export * from "./types/editor.ts";

/**
 * The annotations of one camera of one dataset, in one WebAssembly instance. Created by `createCore()`; dropping the
 * last reference frees everything.
 */
export interface AnnotationCore extends AnnotationQuery, AnnotationEditor {
  readonly reader: AnnotationReader;
  readonly writer: AnnotationWriter;
  readonly shown: ShownTracks;
}
