/**
 * Powers of ten, for parsing and printing. The large table is computed when the module starts, which takes less than a
 * millisecond; stored as data it would be a fifth of the download.
 */

/** The exponents of the first and the last entry of POWERS_OF_TEN_128. */
export const FIRST_POWER: i32 = -342;
const LAST_POWER: i32 = 324;

/**
 * 16 bytes per entry: high word, low word of the 128-bit number g(k) in [2^127, 2^128) with g(k) = ceil(10^k * 2^s) for
 * the one fitting s, which is the same for powers of five.
 */
export const POWERS_OF_TEN_128: usize = memory.data(10672, 16);

/** 10^0 .. 10^22, which f64 represents exactly. */
export const EXACT_POWERS: usize = memory.data<f64>([1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22]);

/** 5^55 is the last power of five that fits in 128 bits; larger ones and those below one are rounded. */
const LAST_EXACT_POWER: u32 = 55;

/** One integer, little endian, preceded by zeros, which `storePower` reads. */
const INTEGER: usize = memory.data(160, 8) + 32;
/** 2^1023 / 5^342 still has more than 128 bits. */
const INTEGER_BYTES: usize = 128;

/** Fills the table; called once when the module starts. */
export function preparePowers(): void {
  store<u32>(INTEGER, 1);
  for (let k = 0; k <= LAST_POWER; k++) {
    storePower(k);
    multiplyByFive();
  }
  memory.fill(INTEGER, 0, INTEGER_BYTES);
  store<u32>(INTEGER + INTEGER_BYTES - 4, 0x80000000);
  for (let k = -1; k >= FIRST_POWER; k--) {
    divideByFive();
    storePower(k);
  }
}

function multiplyByFive(): void {
  let carry: u64 = 0;
  for (let p = INTEGER; p < INTEGER + INTEGER_BYTES; p += 4) {
    carry += <u64>load<u32>(p) * 5;
    store<u32>(p, <u32>carry);
    carry >>= 32;
  }
}

/** Bits cut off here would be cut off later anyway. */
function divideByFive(): void {
  let rest: u64 = 0;
  for (let p = INTEGER + INTEGER_BYTES; p > INTEGER; ) {
    p -= 4;
    const dividend = (rest << 32) | <u64>load<u32>(p);
    store<u32>(p, <u32>(dividend / 5));
    rest = dividend % 5;
  }
}

/** Stores the highest 128 bits of the integer, rounded up. */
function storePower(k: i32): void {
  let end = INTEGER + INTEGER_BYTES;
  while (load<u32>(end - 4) == 0) end -= 4;
  const shift = <u64>clz(load<u32>(end - 4));
  const middle = load<u64>(end - 16);
  // In two steps, since a shift by 64 is a shift by 0.
  let high = (load<u64>(end - 8) << shift) | ((middle >> 1) >> (63 - shift));
  let low = (middle << shift) | ((load<u64>(end - 24) >> 1) >> (63 - shift));
  if (<u32>k > LAST_EXACT_POWER) low++;
  if (<u32>k > LAST_EXACT_POWER && low == 0) high++;
  const entry = POWERS_OF_TEN_128 + ((<usize>(k - FIRST_POWER)) << 4);
  store<u64>(entry, high);
  store<u64>(entry, low, 8);
}
