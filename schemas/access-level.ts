/** Access levels on a document; the numbers are those of the API. */
export const AccessLevel = { none: -1, read: 0, write: 1, admin: 2 } as const;
export type AccessLevel = (typeof AccessLevel)[keyof typeof AccessLevel];
