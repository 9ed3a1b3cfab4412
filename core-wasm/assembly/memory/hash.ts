/**
 * Hashes with a secret of each core. Without it, a small file could be made whose ids or names all want the same place of a
 * table, and would take hours to read.
 */

/** Odd, since each step multiplies by it and must not lose anything. */
let secret: u64 = 0x9e3779b97f4a7c15;

/** To be called before anything is hashed. */
export function setHashSecret(random: u64): void {
  secret = random | 1;
}

/** Multiply-shift: for any two keys all places are alike, over all secrets (Dietzfelbinger 1996). */
export function hashNumber(key: u32): u32 {
  return <u32>((<u64>key * secret) >> 32);
}

/** Eight bytes at a time; reads up to 7 bytes past them. */
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
  // The last bytes have reached only the upper bits so far, and a table looks at the lower ones.
  return <u32>((hash * factor) >> 32);
}

function mixed(value: u64, factor: u64): u64 {
  const product = value * factor;
  return product ^ (product >> 32);
}
