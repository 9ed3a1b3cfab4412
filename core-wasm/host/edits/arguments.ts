/** Checks arguments of edits before they are passed to the core. */
import { CoreError } from "../types.ts";

export const maxFrame = 2 ** 31 - 1;
export const maxId = 2 ** 32 - 2;

export function requireFrame(value: number): void {
  requireIndex("frame", value, maxFrame);
}

export function requireId(name: string, value: number): void {
  requireIndex(name, value, maxId);
}

/** Checks names of attributes and members, since callers without types may pass anything. */
export function requireName(code: string, name: unknown): asserts name is string {
  if (typeof name === "string" && name !== "") return;
  throw new CoreError(code, `A name must be a text that is not empty, not ${JSON.stringify(name)}.`);
}

function requireIndex(name: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return;
  throw new CoreError("bad-argument", `A ${name} must be an integer from 0 to ${max}, not ${value}.`);
}
