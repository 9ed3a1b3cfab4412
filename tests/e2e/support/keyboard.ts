/** A page as people use it who have no mouse: Tab, arrows, Enter and letters. What no key reaches fails the test. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./app.ts";

/** More stops than any page has between two things that follow each other in a journey. */
const mostStops = 90;

export interface Keyboard {
  /** Goes there with Tab. */
  reach(target: Locator): Promise<void>;
  /** Goes there with Tab, and presses what activates it. */
  press(target: Locator, key?: string): Promise<void>;
  /** Goes there with Tab, and types in place of what is there. */
  type(target: Locator, text: string): Promise<void>;
  /** Goes on with an arrow key, within what is one stop for Tab. */
  walk(target: Locator, arrow?: "ArrowDown" | "ArrowRight"): Promise<void>;
  /** Goes to an entry of what is open with an arrow key, and presses Enter. */
  choose(target: Locator, arrow?: "ArrowDown" | "ArrowRight"): Promise<void>;
  keys(...keys: readonly string[]): Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const go = async (target: Locator, key: string): Promise<void> => {
    await expect(target).toBeVisible();
    // Looked for once, and again where the page has put another in its place: to find it takes longer than a key.
    let element = await target.elementHandle();
    for (let stops = 0; stops < mostStops; stops += 1) {
      const place = await element?.evaluate((it) => {
        if (!it.isConnected) return "gone";
        return it === document.activeElement ? "reached" : "elsewhere";
      });
      if (place === "reached") return;
      if (place === "elsewhere") await page.keyboard.press(key);
      else element = await target.elementHandle();
    }
    throw new Error(`${key} does not lead to ${String(target)}.`);
  };
  const keyboard: Keyboard = {
    reach: (target) => go(target, "Tab"),
    async press(target, key = "Enter") {
      await expect(target).toBeEnabled();
      await go(target, "Tab");
      await page.keyboard.press(key);
    },
    async type(target, text) {
      await go(target, "Tab");
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    },
    walk: (target, arrow = "ArrowDown") => go(target, arrow),
    async choose(target, arrow = "ArrowDown") {
      await go(target, arrow);
      await page.keyboard.press("Enter");
    },
    async keys(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
  return keyboard;
}
