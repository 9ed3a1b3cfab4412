/**
 * Passwords: Argon2id with the parameters that OWASP recommends (19 MiB, 2 passes, 1 lane), stored as a PHC string, so that
 * stronger parameters can follow without losing old accounts.
 */
import { randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";

import { ValidationError } from "../base/errors.ts";

const MEMORY_KIB = 19456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const MIN_LENGTH = 6;
/** Hashing works on any length; a megabyte of password is an attack. */
const MAX_LENGTH = 1000;

/** Argon2id: `password-work` has threads for it. */
export type DeriveKey = (parameters: Argon2Parameters) => Promise<Uint8Array>;

/** @throws ValidationError for a password that is too short or too long */
export function checkPasswordRules(password: string): void {
  if (password.length < MIN_LENGTH)
    throw new ValidationError(`Password must be at least ${MIN_LENGTH} characters long.`, "password");
  if (password.length > MAX_LENGTH)
    throw new ValidationError(`Password must be at most ${MAX_LENGTH} characters long.`, "password");
}

export async function hashPassword(password: string, deriveKey: DeriveKey): Promise<string> {
  const salt = randomBytes(16);
  const tag = await deriveKey(parametersOf(password, salt, MEMORY_KIB, PASSES, LANES));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(tag)}`;
}

/** Takes as long for an account without a password (or no account) as for a real one. */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  deriveKey: DeriveKey,
): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? "");
  if (match === null || password.length > MAX_LENGTH) {
    await deriveKey(parametersOf("nobody", Buffer.alloc(16), MEMORY_KIB, PASSES, LANES));
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
  // The same text typed on different systems may arrive composed or decomposed.
  const message = password.normalize("NFC");
  return { message, nonce, memory, passes, parallelism, tagLength: TAG_BYTES };
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
