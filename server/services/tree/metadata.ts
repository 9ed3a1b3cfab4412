/** Rules for the free-form metadata of folders, items and collections. */
import { isDeepStrictEqual } from "node:util";
import { ConflictError, ValidationError } from "../../base/errors.ts";
import type { Meta } from "../../ports/records.ts";

/** Deeper metadata is a mistake or an attack; every reader of it would have to recurse as deep. */
const maxDepth = 100;

/**
 * Merges the top level: `null` deletes a key unless `allowNull`.
 * @throws ValidationError for keys that clients of the API could not address
 */
export function mergeMeta(old: Meta, changes: Meta, allowNull = false): Meta {
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(changes)) {
    checkKey(key);
    checkDepth(key, value);
    if (value === null && !allowNull) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/**
 * @param was values as the caller has read them; `null`: missing
 * @throws ConflictError for a value that has changed since
 */
export function requireValues(meta: Meta, was: Meta): void {
  for (const [key, value] of Object.entries(was)) {
    if (isDeepStrictEqual(Object.hasOwn(meta, key) ? meta[key] : null, value)) continue;
    throw new ConflictError(`${key} has been changed by another request meanwhile.`, { key });
  }
}

export function deleteMetaKeys(old: Meta, keys: readonly string[]): Meta {
  for (const key of keys) checkKey(key);
  const doomed = new Set(keys);
  return Object.fromEntries(Object.entries(old).filter(([key]) => !doomed.has(key)));
}

function checkDepth(key: string, value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new ValidationError(`The value of ${key} is nested more than ${maxDepth} levels deep.`);
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
}

function checkKey(key: string): void {
  if (key === "") throw new ValidationError("Key names must not be empty.");
  if (key.includes(".")) throw new ValidationError(`Invalid key ${key}: keys must not contain the "." character.`);
  if (key.startsWith("$")) throw new ValidationError(`Invalid key ${key}: keys must not start with the "$" character.`);
}
