/** Checks that a text is fully visible: `toHaveText` also passes if a box cuts it off. */
import type { Locator } from "@playwright/test";
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
