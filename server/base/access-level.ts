/** How much a user may do with a document; the numbers are those of the wire. */

export const AccessLevel = { none: -1, read: 0, write: 1, admin: 2 } as const;
export type AccessLevel = (typeof AccessLevel)[keyof typeof AccessLevel];

/** The word that refusals use. */
export function accessLevelName(level: AccessLevel): string {
  return level === AccessLevel.admin ? "Admin" : level === AccessLevel.write ? "Write" : "Read";
}
