/**
 * A page as users without a mouse operate it: Tab, arrows, Enter and letters. Controls that no key reaches fail the
 * test.
 */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./app.ts";

/** More tab stops than any page has between two successive targets of a journey. */
const maxStops = 90;

export interface Keyboard {
  /** Moves the focus there with Tab. */
  reach(target: Locator): Promise<void>;
  /** Moves the focus there with Tab, and presses the key that activates it. */
  press(target: Locator, key?: string): Promise<void>;
  /** Moves the focus there with Tab, and replaces its text. */
  type(target: Locator, text: string): Promise<void>;
  /** Moves on with an arrow key, within a single tab stop. */
  walk(target: Locator, arrow?: "ArrowDown" | "ArrowRight"): Promise<void>;
  /** Moves to an entry of an open menu with an arrow key, and presses Enter. */
  choose(target: Locator, arrow?: "ArrowDown" | "ArrowRight"): Promise<void>;
  keys(...keys: readonly string[]): Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const go = async (target: Locator, key: string): Promise<void> => {
    await expect(target).toBeVisible();
    // Looked up once, and again if the page has replaced the element: a lookup takes longer than a key.
    let element = await target.elementHandle();
    for (let stops = 0; stops < maxStops; stops += 1) {
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
