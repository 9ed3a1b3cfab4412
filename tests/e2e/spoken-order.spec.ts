/**
 * The order in which screen readers speak the main pages, recorded in `expected/`: a change there is a change for
 * listeners. `npx playwright test tests/e2e/spoken-order --update-snapshots` accepts an intended change.
 */
import type { Locator } from "@playwright/test";

import { createFolder, expect, goToPage, test } from "./support/app.ts";
import { picture } from "./support/files.ts";
import { spokenOrder, toText, unclearStops } from "./support/spoken-order.ts";
import { dialogOf, openFolder, pick } from "./support/uploads.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const tracks = [
  { id: 0, type: "fish", confidence: 0.6, keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
] as const;

async function expectSpoken(root: Locator, where: string, minStops: number): Promise<void> {
  const stops = await spokenOrder(root);
  expect(stops.length, `${where}: nothing to listen to`).toBeGreaterThanOrEqual(minStops);
  expect.soft(unclearStops(stops), where).toEqual([]);
  expect.soft(toText(stops)).toMatchSnapshot(`${where}.txt`);
}

test("the log-in is spoken in its order, every control with a name of its own", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
  await expectSpoken(page.locator("body"), "log-in", 4);
});

test("data, jobs and the upload dialog are spoken in their order, every control with a name of its own", async ({
  page,
  user,
}) => {
  await createFolder(user, "Kelp");
  await createDataset(user, { tracks, name: "reef" });
  await page.goto(`/user/${user.id}`);
  await expect(page.getByRole("link", { name: "Kelp" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Launch annotator: reef" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Recent datasets" }).getByRole("link")).toBeVisible();
  await expectSpoken(page.locator("body"), "data", 10);
  await goToPage(page, "/jobs");
  await expect(page.getByRole("link", { name: "Learn more" })).toBeVisible();
  await expectSpoken(page.locator("body"), "jobs", 8);
  await openFolder(page, user);
  await pick(page, [picture("b.png", 80), picture("a.png", 40)]);
  await expect(dialogOf(page).getByRole("button", { name: "Leave out a.png" })).toBeVisible();
  await expect(dialogOf(page).getByRole("button", { name: "Start upload" })).toBeEnabled();
  await expectSpoken(dialogOf(page), "upload", 6);
});

test("the viewer is spoken in its order, every control with a name of its own", async ({ page, user }) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks, name: "reef" }));
  await viewer.press("ArrowDown");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "0");
  await expect(page.getByRole("slider", { name: /^Detections on each frame/ })).toBeVisible();
  await expectSpoken(page.locator("body"), "viewer", 40);
});
