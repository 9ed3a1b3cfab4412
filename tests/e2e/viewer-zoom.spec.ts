/** Dialogs of the viewer in a window of 720 x 450 pixels: one of 1440 x 900 at a zoom of 200 %. */
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";
import { beyondReach } from "./support/within-reach.ts";

test.use({ viewport: { width: 720, height: 450 } });

test("at 200 %, every control in a dialog of the viewer is within reach, and the button that carries it out in sight", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [{ id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } }] });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.press("ArrowDown");
  const hidden: string[] = [];
  async function look(where: string): Promise<void> {
    await expect(viewer.dialog.last()).toBeVisible();
    await expect(viewer.dialog.locator(".mantine-Skeleton-root, [aria-busy=true]")).toHaveCount(0);
    for (const control of await beyondReach(page)) hidden.push(`${where}: ${control}`);
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(viewer.dialog).toHaveCount(0, { timeout: 400 });
    }).toPass({ timeout: 10_000 });
  }
  for (const command of [
    "Import annotations",
    "Clone the dataset",
    "Change keyboard shortcuts",
    "Keyboard shortcuts",
  ]) {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Run a command, jump to a page or a frame").fill(command);
    await viewer.dialog.getByText(command, { exact: true }).first().click();
    await expect(page.getByPlaceholder("Run a command, jump to a page or a frame")).toHaveCount(0);
    const carryOut = /^(Import|Choose a destination folder...)$/;
    if (command === "Import annotations" || command === "Clone the dataset")
      await expect(viewer.dialog.getByRole("button", { name: carryOut })).toBeInViewport({ ratio: 1 });
    await look(command);
  }
  await page.getByRole("button", { name: "Visibility", exact: true }).click();
  await look("Visibility");
  await page.getByRole("button", { name: "Show the sidebar" }).click();
  for (const name of ["Type settings", "Track settings", "Edit fish", "Delete visible items"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.scrollIntoViewIfNeeded();
    await button.click();
    await look(name);
  }
  expect(hidden).toEqual([]);
});
