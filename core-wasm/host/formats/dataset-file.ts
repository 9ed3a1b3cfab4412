/** What a writer of annotation files is told: facts of the dataset, and what the caller wants. */
import type { DiveJsonOptions, ExportFilter, ViameCsvOptions } from "../types.ts";

export { writeAnnotationFile as writeDatasetFile } from "./annotation-formats.ts";

export interface DatasetFacts {
  readonly type: "video" | "image-sequence" | "large-image";
  /** Annotation frames per second. */
  readonly fps: number | undefined;
  /** Names of the pictures in frame order; needed for an image sequence. */
  readonly imageNames: readonly string[];
  readonly datasetInfo: Readonly<Record<string, unknown>> | undefined;
  /** What people call the dataset. */
  readonly name?: string;
}

/** Formats take what concerns them. */
export interface WriteOptions {
  readonly filter?: ExportFilter;
  /** Named in the header of a CSV when a past revision is written. */
  readonly revision?: number | undefined;
  /** C `ctime` text for the header of a CSV. Default now, in UTC. */
  readonly exportedTime?: string;
  /** Of VIAME CSV. */
  readonly dialect?: NonNullable<ViameCsvOptions["dialect"]>;
  /** Of JSON. */
  readonly style?: NonNullable<DiveJsonOptions["style"]>;
}
