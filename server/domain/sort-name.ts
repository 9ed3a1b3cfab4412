/**
 * What names are sorted by in lists: letters in one case, and numbers by their value, so that "clone 2" comes before
 * "clone 10". Compared as text: a number is its length in digits, then its digits.
 */
export function sortNameOf(name: string): string {
  return name.toLowerCase().replaceAll(/[0-9]+/g, (run) => {
    const digits = run.replace(/^0+/, "");
    return String(Math.min(99, digits.length)).padStart(2, "0") + digits;
  });
}
