/** Counts for log messages: `1 track`, `2 tracks`. */
export const counted = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? "" : "s"}`;
