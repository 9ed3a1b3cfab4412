/**
 * f64 to the shortest decimal digits that read back as the same f64, and of these the nearest to it: Raffaello
 * Giulietti's Schubfach ("The Schubfach way to render doubles", 2021). The names v, c, q, k, h, g are those of the
 * paper.
 */
import { FIRST_POWER, POWERS_OF_TEN_128 } from "./powers";
import { multiplyHigh } from "./wide";

const FRACTION_BITS: i32 = 52;
const IMPLICIT_BIT: u64 = 1 << 52;

/** The result of `shortestDecimal`: value = digits * 10^exponent. Only integers have trailing zeros. */
export let decimalDigits: u64 = 0;
export let decimalExponent: i32 = 0;

/** For finite values > 0. */
export function shortestDecimal(value: f64): void {
  const bits = reinterpret<u64>(value);
  const fraction = bits & (IMPLICIT_BIT - 1);
  const biased = <i32>(bits >> FRACTION_BITS) & 0x7ff;
  const isNormal = biased != 0;
  const c = isNormal ? fraction | IMPLICIT_BIT : fraction;
  const q = isNormal ? biased - 1075 : -1074;
  if (isNormal && q <= 0 && q > -53 && (c & (((<u64>1) << -q) - 1)) == 0) {
    decimalDigits = c >> -q;
    decimalExponent = 0;
    return;
  }
  schubfach(c, q, fraction == 0 && biased > 1);
  // Digits such as 1230 occur when the exponent is not 0.
  if (decimalExponent == 0) return;
  while (decimalDigits % 10 == 0) {
    decimalDigits /= 10;
    decimalExponent++;
  }
}

/** value = c * 2^q; `lowerIsCloser`: the next smaller f64 is half as far away as the next larger one. */
function schubfach(c: u64, q: i32, lowerIsCloser: bool): void {
  const odd = c & 1;
  const left = 4 * c - 2 + <u64>lowerIsCloser;
  const middle = 4 * c;
  const right = 4 * c + 2;
  // floor(log10(2^q)), or of 3/4 * 2^q.
  const k = (q * 1262611 - (lowerIsCloser ? 524031 : 0)) >> 22;
  // floor(log2(10^-k)) by a fixed-point product.
  const h = q + ((-k * 1741647) >> 19) + 1;
  const entry = POWERS_OF_TEN_128 + (<usize>(-k - FIRST_POWER) << 4);
  const gHigh = load<u64>(entry);
  const gLow = load<u64>(entry, 8);
  const lower = roundToOdd(gHigh, gLow, left << h) + odd;
  const v = roundToOdd(gHigh, gLow, middle << h);
  const upper = roundToOdd(gHigh, gLow, right << h) - odd;
  const s = v >> 2;
  if (s >= 10) {
    const tens = s / 10;
    const downFits = lower <= 40 * tens;
    const upFits = 40 * tens + 40 <= upper;
    if (downFits != upFits) {
      decimalDigits = tens + <u64>upFits;
      decimalExponent = k + 1;
      return;
    }
  }
  decimalExponent = k;
  const downFits = lower <= 4 * s;
  const upFits = 4 * s + 4 <= upper;
  if (downFits != upFits) {
    decimalDigits = s + <u64>upFits;
    return;
  }
  const half = 4 * s + 2;
  decimalDigits = s + <u64>(v > half || (v == half && (s & 1) != 0));
}

/** The top 64 bits of g * x, with the lowest bit set when anything was cut off. */
function roundToOdd(gHigh: u64, gLow: u64, x: u64): u64 {
  const carry = multiplyHigh(gLow, x);
  const low = gHigh * x + carry;
  const high = multiplyHigh(gHigh, x) + <u64>(low < carry);
  return high | <u64>(low > 1);
}
