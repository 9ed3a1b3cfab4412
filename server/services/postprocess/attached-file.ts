/** Annotations that came with media, and what happened to them. */
import type { AnnotationFormat } from "#core/types";
import type { NamedBytes } from "#core/formats/sources/source";
import type { MediaEntry } from "#schemas/media-ledger";

import type { FrameSpan } from "../../domain/frame-spans.ts";

/** Annotations that came with media, but not as a file in their folder. */
export interface AttachedFile {
  readonly name: string;
  readonly format: AnnotationFormat;
  /** Instead of a format: a table that is read by the names of its columns. */
  readonly isTable?: boolean;
  readonly content: Uint8Array | readonly NamedBytes[];
  /** Id of the save, so that it is stored once. */
  readonly saveId: string;
  /** The folder the pictures came in, and pictures of other datasets that the file also covers. */
  readonly place?: string;
  readonly elsewhere?: readonly string[];
  /** Frames on which previous files have annotations: this file is added to them. */
  readonly taken?: readonly FrameSpan[];
}

export interface Attached {
  /** `nothing`: none of it belongs to this dataset. `taken`: some of it is on frames where others have annotations. */
  readonly outcome: "stored" | "nothing" | "taken";
  readonly entries: readonly MediaEntry[];
  readonly spans: readonly FrameSpan[];
  readonly trackCount: number;
}
