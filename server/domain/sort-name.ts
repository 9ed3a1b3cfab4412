/**
 * Sort key of names in lists: ignores case, and compares numbers by value, so that "clone 2" comes before "clone 10".
 * Compared as text: a number becomes its count of digits, then its digits.
 */
export function sortNameOf(name: string): string {
  return name.toLowerCase().replaceAll(/[0-9]+/g, (run) => {
    const digits = run.replace(/^0+/, "");
    return String(Math.min(99, digits.length)).padStart(2, "0") + digits;
  });
}
