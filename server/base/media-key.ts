/** Names in a place of media: paths below it, with `/` on every system. */

/** Whether the text names something in the place itself, and says so in one way only. */
export function isMediaKey(key: string): boolean {
  if (/[\0\\]/.test(key) || (process.platform === "win32" && key.includes(":"))) return false;
  return key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** The order of buckets: by bytes. */
export const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
