/**
 * Document ids: 24 lower-case hex digits, as clients of the API expect. 4 bytes of Unix seconds, 5 random bytes per
 * process, a 3-byte counter: unique across processes, and sorting by id sorts by age to the second.
 */
import { randomBytes, randomInt } from "node:crypto";

import { ValidationError } from "./errors.ts";

const processPart = randomBytes(5).toString("hex");
let counter = randomInt(0x1000000);

export function newObjectId(nowMs: number = Date.now()): string {
  const seconds = Math.floor(nowMs / 1000) >>> 0;
  counter = (counter + 1) & 0xffffff;
  return seconds.toString(16).padStart(8, "0") + processPart + counter.toString(16).padStart(6, "0");
}

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{24}$/i.test(text);
}

/** The id in its canonical form. @throws ValidationError if it is not one */
export function requireObjectId(text: string, field = "id"): string {
  if (!isObjectId(text)) {
    throw new ValidationError(`Invalid ObjectId: ${text.slice(0, 100)}`, field, "missing");
  }
  return text.toLowerCase();
}

/** When an id was created, to the second; milliseconds since 1970. */
export function createdMsOf(id: string): number {
  return parseInt(id.slice(0, 8), 16) * 1000;
}
