/** Numbers in logs that people read: `1 track`, `2 tracks`. */
export const counted = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? "" : "s"}`;
