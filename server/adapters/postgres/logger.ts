/** The little that the adapters here want of a log. */
export interface Logger {
  warn(details: object, message: string): void;
}
