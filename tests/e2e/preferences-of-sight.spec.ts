/** What the system is asked for by people who see or move differently: less motion, other colours, a larger page. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/app.ts";

/** Of what moves by itself for longer than one looks. */
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
  // The list never comes: what stands for it moves.
  await page.route("**/api/v1/folder?*", () => undefined);
  await page.goto(`/user/${user.id}`);
  const skeleton = page.locator(".mantine-Skeleton-root").first();
  await expect(skeleton).toBeVisible();
  await expect.poll(() => movements(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(() => movements(page)).toBe(0);
  await expect(skeleton).toBeVisible();
});
