/** Random identifiers that also work on pages loaded without TLS, where `crypto.randomUUID` does not exist. */

/** 32 hex digits, 128 random bits. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
