/** How much later a picture is than the instant of its slot, as text: "+12 ms". */
export function differenceText(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  return `${ms > 0 ? "+" : ms < 0 ? "−" : "±"}${Math.abs(ms)} ms`;
}
