/** The state of a core as bytes: in memory, and as a file that is read while it arrives. */

/** The complete state of a core. Can be sent to another thread as it is; the bytes can be transferred. */
export interface CoreImage {
  /** The used part of memory. */
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Size of memory, used or not. */
  readonly bytes: number;
  readonly values: readonly (number | bigint)[];
}

/** Reads an image from a file as it arrives. The core must not be used before `end`, nor ever again after an error. */
export interface ImageReading {
  /** The note stored in the file; `undefined` until it has arrived. */
  readonly note: string | undefined;
  /** Share of the file that has arrived, 0..1. */
  readonly share: number;
  /** Throws `CoreError` `image-refused`: not an image, from another version of the core, or damaged. */
  push(bytes: Uint8Array): void;
  /** Throws `CoreError` `image-refused` when something is missing. */
  end(): void;
}
