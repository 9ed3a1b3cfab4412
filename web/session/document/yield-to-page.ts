/** Lets the page draw and answer input between two parts of something long. */

/** Browsers delay nested timers by four milliseconds each; use the scheduler where there is one. */
const { scheduler } = globalThis as { readonly scheduler?: { yield?(): Promise<void> } };

export function yieldToPage(): Promise<void> {
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}
