/**
 * Accessibility of the viewer: no serious finding in either theme, and the list as the canvas's accessible counterpart.
 */
import { expectAccessible, partOf } from "./support/accessibility.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const tracks = [
  { id: 0, type: "fish", confidence: 0.6, keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
] as const;

test("the viewer has no serious accessibility finding in either theme", async ({ page, user }) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks, name: "reef 7" }));
  await expect(page).toHaveTitle(/^reef 7 · /);
  await viewer.press("ArrowDown");
  await viewer.draw([200, 100, 260, 160]);
  await viewer.canvas.click({ button: "right", position: { x: 5, y: 5 } });
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "a box that was drawn, and the menu of the canvas");
  await viewer.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await page.getByRole("button", { name: "Track settings" }).click();
  await expect(viewer.dialog).toBeVisible();
  await expectAccessible(page, "track settings", partOf.dialog);
  await viewer.press("Escape");
  await page.getByRole("button", { name: "Image enhancements" }).first().click();
  await page.getByRole("button", { name: "Locked camera" }).click();
  await page.getByRole("switch", { name: "Transition" }).click();
  await expectAccessible(page, "image enhancements and locked camera");
  await viewer.press("Escape", "Escape", "?");
  await page.getByRole("button", { name: "Change shortcuts" }).click();
  await page.getByRole("button", { name: "Add a key: Next frame" }).click();
  await viewer.press("n");
  await expect(page.getByText("N is already used by “New track”.")).toBeVisible();
  await expectAccessible(page, "a conflict of keys", partOf.dialog);
  await viewer.press("Escape", "Escape", "Escape", "Escape");
  await expect(viewer.dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Threshold controls" }).click();
  await page.getByRole("tab", { name: "Attributes" }).click();
  await viewer.press("ArrowDown");
  await expectAccessible(page, "thresholds and attributes");
  await page.getByRole("button", { name: "Hide the timeline" }).click();
  await page.setViewportSize({ width: 720, height: 900 });
  await expectAccessible(page, "720 pixels wide");
});

test("the track list tells what is on the picture", async ({ page, user }) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
  const list = page.getByRole("list", { name: "Tracks" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("button", { name: "Track 0, fish, frames 0 to 8" })).toBeVisible();
  await list.getByRole("button", { name: "Track 1, crab, frames 0 to 0" }).focus();
  await viewer.press("Enter");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");
});
