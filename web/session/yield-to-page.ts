/** Lets the page draw and answer input between two parts of something long. */

/** Browsers hold timers of timers back for four milliseconds each; those that know a way without that are asked for it. */
const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };

export function yieldToPage(): Promise<void> {
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}
