/**
 * Hashes with a secret per core. Without it, a small crafted file whose ids or names all hash to the same slot could
 * take hours to read.
 */

/** Odd, so that multiplying by it loses no information. */
let secret: u64 = 0x9e3779b97f4a7c15;

/** Call it before anything is hashed. */
export function setHashSecret(random: u64): void {
  secret = random | 1;
}

/** Multiply-shift: over all secrets, any two keys are equally likely to land in any slot (Dietzfelbinger 1996). */
export function hashNumber(key: u32): u32 {
  return <u32>((<u64>key * secret) >> 32);
}

/** Processes eight bytes at a time; reads up to 7 bytes past the end. */
export function hashBytes(start: usize, length: usize): u32 {
  const factor = secret;
  let hash: u64 = length;
  while (length >= 8) {
    hash = mixed(hash ^ load<u64>(start), factor);
    start += 8;
    length -= 8;
  }
  const unused: u64 = 64 - (<u64>length << 3);
  if (length != 0) hash = mixed(hash ^ (load<u64>(start) << unused), factor);
  // So far the last bytes have only reached the upper bits, while a table uses the lower ones.
  return <u32>((hash * factor) >> 32);
}

function mixed(value: u64, factor: u64): u64 {
  const product = value * factor;
  return product ^ (product >> 32);
}
