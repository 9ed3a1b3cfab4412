/** Lets the page draw and answer input between two parts of something long. */

export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
