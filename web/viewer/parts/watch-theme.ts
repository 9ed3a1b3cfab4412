/** Notifies code that draws outside of React when the page's color scheme changes. */

/** Returns a function that stops watching. */
export function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
  return () => observer.disconnect();
}

/** The background color of an element as `#rrggbb`. */
export function backgroundOf(element: Element): string {
  const numbers = getComputedStyle(element).backgroundColor.match(/\d+(\.\d+)?/g) ?? [];
  const [red = 0, green = 0, blue = 0] = numbers.map(Number);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}
