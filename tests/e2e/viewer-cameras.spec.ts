/** Datasets with several cameras in the viewer: the cameras side by side, one playhead, one selection, one save. */
import type { Page } from "@playwright/test";
import { createMultiCamDataset, type MultiCamDataset } from "../support/multicam-dataset.ts";
import { expect, test, type TestUser } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const pane = (page: Page, camera: string) => page.locator(`[data-camera="${camera}"]`);
const activePane = (page: Page) => page.locator("[data-camera][data-active]");

async function createRig(user: TestUser): Promise<MultiCamDataset> {
  const cameras = ["left", "middle", "right"].map((name) => ({ name, images: 4 }));
  return await createMultiCamDataset(user.client, { cameras, defaultDisplay: "middle" });
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/viewer/${id}`);
  await expect(page.getByTestId("canvas").first()).toBeVisible({ timeout: 30_000 });
}

/** A drag over shares of a camera's pane. */
async function drag(page: Page, camera: string, from: readonly [number, number], to: readonly [number, number]) {
  const box = await pane(page, camera).boundingBox();
  if (box === null) throw new Error(`Camera ${camera} is not visible.`);
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

test("[V-LAYOUT-10] [V-PLAY-04] [V-KEYS-09] [V-MULTICAM-01] [V-MULTICAM-02] [V-MULTICAM-11] several cameras side by side: a selector, camera sync, drawing the same object on two, one save", async ({
  page,
  user,
}) => {
  const rig = await createRig(user);
  await open(page, rig.id);
  await expect(page.locator("[data-camera]")).toHaveCount(3);
  // The default camera of the dataset is the active one.
  const selector = page.getByRole("combobox", { name: "Camera" });
  await expect(selector).toHaveValue("middle");
  await expect(activePane(page)).toHaveAttribute("data-camera", "middle");
  await selector.click();
  await expect(page.getByRole("option")).toHaveText(["left", "middle", "right"]);
  await page.getByRole("option", { name: "left" }).click();
  await expect(activePane(page)).toHaveAttribute("data-camera", "left");

  // Drawn on one camera, selected on all, drawn as the same object on another.
  await page.keyboard.press("n");
  await drag(page, "left", [0.3, 0.3], [0.6, 0.6]);
  await expect(page.locator("[data-track][data-selected]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await pane(page, "right").click({ position: { x: 20, y: 60 } });
  await expect(activePane(page)).toHaveAttribute("data-camera", "right");
  await expect(page.locator("[data-track]")).toHaveCount(0);
  await selector.click();
  await page.getByRole("option", { name: "left" }).click();
  await page.locator("[data-track]").click();
  await selector.click();
  await page.getByRole("option", { name: "right" }).click();
  await page.keyboard.press("1");
  await drag(page, "right", [0.4, 0.4], [0.7, 0.7]);
  await expect(page.locator("[data-track][data-selected]")).toHaveCount(1);
  await page.keyboard.press("Control+s");
  await expect(page.getByTestId("save")).toContainText("Saved");
  const stored = await Promise.all(
    ["left", "middle", "right"].map((camera) => storedTracks(user, rig.cameras[camera] ?? "")),
  );
  expect(stored.map((tracks) => tracks.map(({ id }) => id))).toEqual([[0], [], [0]]);

  // One playhead over all.
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("textbox", { name: "Frame number" })).toHaveValue("1");

  // Sync: off, a wheel zooms one camera; on, all of them show the same part.
  const sync = page.getByRole("button", { name: "Sync pan and zoom of the cameras" });
  await expect(sync).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("l");
  await expect(sync).toHaveAttribute("aria-pressed", "true");
  await sync.click();
  await expect(sync).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "One large camera" }).click();
  const widths = await Promise.all(
    ["left", "right"].map(async (name) => (await pane(page, name).boundingBox())?.width),
  );
  expect(widths[1]).toBeGreaterThan(2 * (widths[0] ?? 0));
});

test("[V-LAYOUT-10] [V-PLAY-04] a single camera has no selector, no sync and no frame around it", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames: 2 });
  await new ViewerPage(page).open(id);
  await expect(page.getByRole("combobox", { name: "Camera" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Sync pan and zoom of the cameras" })).toHaveCount(0);
  await expect(page.getByTestId("camera-caption")).toHaveCount(0);
  await expect(activePane(page)).toHaveCount(0);
});
