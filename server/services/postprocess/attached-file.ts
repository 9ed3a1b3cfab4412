/** Annotations that came with media, and what became of them. */
import type { AnnotationFormat } from "#core/types";
import type { NamedBytes } from "#core/formats/sources/source";
import type { MediaEntry } from "#schemas/media-ledger";

import type { FrameSpan } from "../../domain/frame-spans.ts";

/** Annotations that came with media, but not as a file of their folder. */
export interface AttachedFile {
  readonly name: string;
  readonly format: AnnotationFormat;
  /** Instead of a format: a table whose columns say what they mean. */
  readonly isTable?: boolean;
  readonly content: Uint8Array | readonly NamedBytes[];
  /** Names the revision, so that it is stored once. */
  readonly saveId: string;
  /** The folder that the pictures came in, and pictures of other datasets that the file is about as well. */
  readonly place?: string;
  readonly elsewhere?: readonly string[];
  /** Where the files before it have annotations: it is added to them. */
  readonly taken?: readonly FrameSpan[];
}

export interface Attached {
  /** `nothing`: none of it is about this dataset. `taken`: some of it is where others have annotations. */
  readonly outcome: "stored" | "nothing" | "taken";
  readonly entries: readonly MediaEntry[];
  readonly spans: readonly FrameSpan[];
  readonly trackCount: number;
}
