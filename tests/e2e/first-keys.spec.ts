/** Keys pressed while a page is still loading what opens over it: the first one counts, and none goes to the page. */
import type { Page } from "@playwright/test";
import { createFolder, expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const paletteField = (page: Page) => page.getByPlaceholder("Run a command, jump to a page or a frame");

/** Holds back application files until the returned function is called. */
async function holdBack(page: Page, files: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("the first key on a page counts, also when its code is still being fetched; the keys after it do nothing else", async ({
  page,
  user,
}) => {
  await createFolder(user, "Kelp");
  const release = await holdBack(page, "**/assets/CommandPalette-*.js");
  await page.goto("/");
  const row = page.getByRole("row", { name: /Kelp/ });
  await expect(row).toBeVisible();
  // Nothing has the focus yet: Down goes into the list, past all the controls above it.
  await page.keyboard.press("ArrowDown");
  await expect(row).toBeFocused();
  await page.keyboard.press("Control+k");
  // On the page, it would open the shortcut sheet.
  await page.keyboard.press("?");
  release();
  await expect(paletteField(page)).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.type("show jobs");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/jobs");
  // The row that had the focus has gone: Tab goes on in the page, not at the top.
  await expect(page.getByRole("main")).toBeFocused();
});

test("Escape takes back what has not come yet, and gives the keys back to the page", async ({ page, user }) => {
  await createFolder(user, "Kelp");
  const release = await holdBack(page, "**/assets/CommandPalette-*.js");
  await page.goto("/");
  await page.getByRole("row", { name: /Kelp/ }).focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  release();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Pressed again, it opens.
  await page.keyboard.press("Control+k");
  await expect(paletteField(page)).toBeFocused();
});

test("a question that cannot be drawn yet keeps the keys from the page, comes as soon as it can, and may be taken back", async ({
  page,
  user,
}) => {
  const viewer = new ViewerPage(page);
  const release = await holdBack(page, "**/assets/Dialogs-*.js");
  await viewer.open(
    await createDataset(user, { tracks: [{ id: 0, keyframes: { 0: [10, 10, 60, 60], 6: [20, 10, 70, 60] } }] }),
  );
  await viewer.press("ArrowDown", "ArrowRight");
  await viewer.expectFrame(1);
  await viewer.press("x", "ArrowRight", "Escape", "ArrowRight");
  await viewer.expectFrame(2);
  await viewer.press("x", "ArrowRight");
  release();
  await expect(viewer.dialog.getByRole("button", { name: "Split" })).toBeFocused();
  await expect(viewer.dialog).toContainText("2");
  await viewer.press("Enter");
  await expect(viewer.rows).toHaveCount(2);
});

test("in a viewer that was just loaded the first key counts, and what is typed right after Shift+Enter is a type", async ({
  page,
  user,
}) => {
  const viewer = new ViewerPage(page);
  await viewer.open(
    await createDataset(user, { tracks: [{ id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } }] }),
  );
  await page.keyboard.press("ArrowRight");
  await viewer.expectFrame(1);
  await page.reload();
  await viewer.ready();
  await page.keyboard.press("ArrowDown");
  await expect(viewer.selectedRow).toHaveCount(1);
  // Both keys before the page can draw.
  const typed = await page.evaluate(() => {
    const press = (init: KeyboardEventInit): boolean | undefined =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));
    press({ key: "Enter", code: "Enter", shiftKey: true });
    const field = document.activeElement;
    press({ key: "n", code: "KeyN" });
    return field?.getAttribute("aria-label");
  });
  expect(typed).toBe("Type of track 0");
  await expect(viewer.mode).toHaveText("Not editing");
  await page.keyboard.type("crab");
  await page.keyboard.press("Enter");
  await expect(viewer.row(0).getByRole("button", { name: /^Type of track/ })).toHaveText("crab");
});

test("a type typed at once after drawing a track loses no letter, and the key after it is a command again", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { frames: 3 }));
  const plain = (key: string) => ({ key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key });
  for (const [at, type] of ["person", "dog"].entries()) {
    await viewer.draw([20 + 90 * at, 20, 80 + 90 * at, 80]);
    const letters = [...type].map(plain);
    await viewer.pressAtOnce({ ...plain("Enter"), shiftKey: true }, ...letters, plain("Enter"), plain("ArrowRight"));
    await expect(viewer.row(at).getByRole("button", { name: /^Type of track/ })).toHaveText(type);
    await viewer.expectFrame(at + 1);
  }
});
