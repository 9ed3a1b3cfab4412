/**
 * Checks what is seen: that a text is fully visible, since `toHaveText` also passes if a box cuts it off; and that a
 * text was shown, even if it is gone by the time a test looks.
 */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./app.ts";

/** No box between the text and the page cuts a part of it off. */
export async function expectWhole(element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  await expect.poll(() => element.evaluate(cutPx), { message: "CSS pixels of the text that are cut off" }).toBe(0);
}

/** Runs in the page. */
function cutPx(element: Element): number {
  const texts = document.createRange();
  texts.selectNodeContents(element);
  const whole = texts.getBoundingClientRect();
  let cut = 0;
  for (let box: Element | null = element; box !== null; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === "visible") continue;
    const { left, right } = box.getBoundingClientRect();
    cut = Math.max(cut, left - whole.left, whole.right - right);
  }
  // Fractions of a pixel are rounding.
  return Math.floor(cut);
}

/**
 * Call it before what shows the text: a fast machine may take a message away between two looks of a locator.
 *
 * @returns waits until the page has shown the text since
 */
export async function watchFor(page: Page, text: string): Promise<() => Promise<void>> {
  const shown = await page.evaluateHandle((wanted) => {
    const state = { isShown: false };
    new MutationObserver((_, observer) => {
      state.isShown = document.body.innerText.includes(wanted);
      if (state.isShown) observer.disconnect();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return state;
  }, text);
  return () =>
    expect.poll(() => shown.evaluate(({ isShown }) => isShown), { message: `"${text}" was shown` }).toBe(true);
}
