/** 64 x 64-bit multiplication: WebAssembly provides only the low half. */
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const low = aLow * bLow;
  const middle1 = aHigh * bLow + (low >> 32);
  const middle2 = aLow * bHigh + (middle1 & 0xffffffff);
  return aHigh * bHigh + (middle1 >> 32) + (middle2 >> 32);
}
