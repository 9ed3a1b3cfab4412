/** By how much a picture is later than the instant of its slot, for people: "+12 ms". */
export function differenceText(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  return `${ms > 0 ? "+" : ms < 0 ? "−" : "±"}${Math.abs(ms)} ms`;
}
