/** Shares of one from scores of any size. */
export function softmaxOf(values: Float32Array): Float32Array {
  const max = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const powers = values.map((value) => Math.exp(value - max));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}
