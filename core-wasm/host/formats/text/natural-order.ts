/** Natural order of names: `2.png` before `10.png`. */

/** Numbers by their value, everything else by its characters. */
export function compareNatural(a: string, b: string): number {
  const wide = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(20, "0"));
  const [left, right] = [wide(a), wide(b)];
  return left < right ? -1 : Number(left > right);
}
