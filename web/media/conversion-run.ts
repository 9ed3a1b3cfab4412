/** The input of both video converters, and the error they throw. */

export interface ConversionRun {
  readonly signal: AbortSignal;
  /** @param share 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** The file cannot be converted here; the message explains why in a full sentence. */
export class ConversionError extends Error {}
