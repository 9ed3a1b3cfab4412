/**
 * Passwords: Argon2id with the parameters that OWASP recommends (19 MiB, 2 passes, 1 lane), stored as a PHC string, so that
 * stronger parameters can follow without losing old accounts.
 */
import { randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";

import { ValidationError } from "../../base/errors.ts";

const memoryKib = 19456;
const passCount = 2;
const laneCount = 1;
const tagBytes = 32;
const minLength = 6;
/** Any length can be hashed, but a megabyte of password is an attack. */
const maxLength = 1000;

/** Runs Argon2id; `password-work` has threads for it. */
export type DeriveKey = (parameters: Argon2Parameters) => Promise<Uint8Array>;

/** @throws ValidationError if a password is too short or too long */
export function checkPasswordRules(password: string): void {
  if (password.length < minLength)
    throw new ValidationError(`Password must be at least ${minLength} characters long.`, "password");
  if (password.length > maxLength)
    throw new ValidationError(`Password must be at most ${maxLength} characters long.`, "password");
}

export async function hashPassword(password: string, deriveKey: DeriveKey): Promise<string> {
  const salt = randomBytes(16);
  const tag = await deriveKey(parametersOf(password, salt, memoryKib, passCount, laneCount));
  return `$argon2id$v=19$m=${memoryKib},t=${passCount},p=${laneCount}$${encode(salt)}$${encode(tag)}`;
}

/** Takes equally long for accounts without a password, missing accounts and real ones. */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  deriveKey: DeriveKey,
): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? "");
  if (match === null || password.length > maxLength) {
    await deriveKey(parametersOf("unknown", Buffer.alloc(16), memoryKib, passCount, laneCount));
    return false;
  }
  const [, memory, passes, lanes, salt = "", tag = ""] = match;
  const expected = Buffer.from(tag, "base64");
  const nonce = Buffer.from(salt, "base64");
  const actual = await deriveKey(parametersOf(password, nonce, Number(memory), Number(passes), Number(lanes)));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function parametersOf(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
): Argon2Parameters {
  // Different systems may send the same text composed or decomposed.
  const message = password.normalize("NFC");
  return { message, nonce, memory, passes, parallelism, tagLength: tagBytes };
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
