/** What both ways of converting are given, and what they throw. */

export interface ConversionRun {
  readonly signal: AbortSignal;
  /** @param share 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** The file cannot be converted here; the message says why, as a sentence of its own. */
export class ConversionError extends Error {}
