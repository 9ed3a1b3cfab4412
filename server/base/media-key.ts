/** Keys in a media source: paths below it, with `/` on every system. */

/** Whether the text is the canonical key of something inside the source. */
export function isMediaKey(key: string): boolean {
  if (/[\0\\]/.test(key) || (process.platform === "win32" && key.includes(":"))) return false;
  return key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** The sort order of buckets: by bytes. */
export const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
