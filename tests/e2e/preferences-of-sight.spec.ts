/** System preferences of users who see or move differently: less motion, other colors, a larger page. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

/** Animations that run on their own for longer than a glance. */
const movements = (page: Page) =>
  page.evaluate(() => {
    const lasting = document.getAnimations().filter(({ effect, playState }) => {
      const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {};
      return playState === "running" && Number(duration) * iterations > 1;
    });
    return lasting.length;
  });

test("nothing moves by itself where less motion is wanted", async ({ page, user }) => {
  await user.client.call("folder.create", { parentType: "user", parentId: user.id, name: "Survey" });
  // The list never arrives: its skeleton is animated.
  await page.route("**/api/v1/folder?*", () => undefined);
  await page.goto(`/user/${user.id}`);
  const skeleton = page.locator(".mantine-Skeleton-root").first();
  await expect(skeleton).toBeVisible();
  await expect.poll(() => movements(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(() => movements(page)).toBe(0);
  await expect(skeleton).toBeVisible();
});

test("what is on, chosen and colored stays distinct where the system chooses the colors", async ({ page, user }) => {
  const tracks = [
    { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } },
    { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
  ] as const;
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
  const swatch = page.locator("[data-type=fish] span[style*=background]");
  const color = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.emulateMedia({ forcedColors: "active" });
  await viewer.press("ArrowDown");
  const row = (id: number) => page.locator(`[data-track="${id}"]`);
  const look = (locator: Locator) =>
    locator.evaluate((element) => {
      const { backgroundColor, outlineStyle, outlineColor } = getComputedStyle(element);
      return `${backgroundColor} ${outlineStyle === "none" ? "" : outlineColor}`;
    });
  expect(await look(row(0))).not.toBe(await look(row(1)));
  const shown = row(0).getByRole("checkbox");
  const on = await look(shown);
  await row(1).getByRole("checkbox").uncheck();
  expect(await look(row(1).getByRole("checkbox"))).not.toBe(on);
  expect(await swatch.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(color);
  const tab = (name: string) => page.getByRole("tab", { name });
  expect(await look(tab("Tracks"))).not.toBe(await look(tab("Attributes")));
});

/** The contrast of the line around what has the focus with the page; 1 where there is none. */
const focusContrast = (page: Page) =>
  page.evaluate(() => {
    const light = (color: string): number => {
      const channels = color
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map((text) => Number(text) / 255);
      const [red = 0, green = 0, blue = 0] = channels.map((c) =>
        c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const focused = document.activeElement!;
    const field = focused.closest(".mantine-Input-input") ?? focused;
    const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(field);
    const line = outlineStyle === "none" ? /rgb\([^)]*\)/.exec(boxShadow)?.[0] : outlineColor;
    if (line === undefined) return 1;
    const [a, b] = [light(line), light(getComputedStyle(document.body).backgroundColor)];
    return Math.max(a, b) / Math.min(a, b);
  });

test("where the focus is shows at every stop of the log-in, in both themes", async ({ browser, server }) => {
  for (const colorScheme of ["dark", "light"] as const) {
    const page = await browser.newPage({ baseURL: server.url, colorScheme });
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
    const language = page.getByRole("combobox", { name: "Language" });
    for (let stop = 1; !(await language.evaluate((element) => element === document.activeElement)); stop++) {
      expect(stop).toBeLessThan(8);
      await page.keyboard.press("Tab");
      expect.soft(await focusContrast(page), `stop ${stop}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    }
    await page.close();
  }
});

test("a menu that is higher than the window keeps all its entries within reach, as at 200 %", async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 720, height: 360 });
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks: [], frames: 2 }));
  await viewer.draw([10, 10, 60, 60]);
  await viewer.press("Escape");
  await viewer.canvas.click({ button: "right", position: { x: 8, y: 8 } });
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  const entries = menu.getByRole("menuitem");
  for (const entry of [entries.first(), entries.last()]) {
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => [scrollX, scrollY, document.documentElement.scrollTop])).toEqual([0, 0, 0]);
});
