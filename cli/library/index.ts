/**
 * `@wakeline/annotations`: reads, checks and converts annotation files in Node, in browsers and in workers, with the
 * same core as the viewer, the server and the command line.
 */

export { convert, type Converted, type ConvertOptions } from "./convert.ts";
export type { Content, FileContent, NamedFile } from "./content.ts";
export { type Annotations, readAnnotations, type ReadOptions } from "./read.ts";
export type { Detection, Group, Track } from "./types.ts";
export { validate, type ValidateOptions, type Validation } from "./validate.ts";
export { formatNames, formatTable } from "#core/formats/format-table";
export type { AnnotationFormat, ImageSize, Loss, Problem } from "#core/types";
export { CoreError } from "#core/types";
export { setCoreUrl } from "#core";
