/** Access levels on a document, and their names. */
import { AccessLevel } from "#schemas/access-level";

export { AccessLevel };

/** The name used in error messages. */
export function accessLevelName(level: AccessLevel): string {
  return level === AccessLevel.admin ? "Admin" : level === AccessLevel.write ? "Write" : "Read";
}
