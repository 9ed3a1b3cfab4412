/** The log methods that these adapters use. */
export interface Logger {
  warn(details: object, message: string): void;
}
