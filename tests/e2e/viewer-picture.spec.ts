/** How the picture is shown: image enhancements. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const slider = (page: Page, name: string) => page.getByRole("slider", { name, exact: true });

test("[V-ENHANCE-02] [V-ENHANCE-03] [V-PLAY-03] sliders enhance the picture at once, badge the button, and are remembered; Reset takes them back", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames: 3 });
  const viewer = await new ViewerPage(page).open(id);
  const button = page.getByTestId("enhancements").getByRole("button");
  const badge = page.getByTestId("enhancements").locator(".mantine-Indicator-indicator");
  await expect(button).toHaveAccessibleName("Image Enhancements");
  await expect(badge).toHaveCount(0);
  await button.click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await expect(panel.getByRole("slider")).toHaveCount(4);
  const reset = panel.getByRole("button", { name: "Reset" });
  await expect(reset).toBeDisabled();
  const plain = await viewer.colorAt(160, 120);
  expect(plain).toEqual([0, 60, 90]);

  for (const [name, value] of [
    ["Brightness", "1"],
    ["Contrast", "1"],
    ["Saturation", "1"],
    ["Sharpness", "0"],
  ] as const) {
    const thumb = slider(page, name);
    await expect(thumb).toHaveAttribute("aria-valuenow", value);
    await thumb.focus();
    await viewer.press("Home");
    await expect(thumb).toHaveAttribute("aria-valuenow", "0");
    await viewer.press("ArrowRight");
    await expect(thumb).toHaveAttribute("aria-valuenow", "0.1");
    await viewer.press("End");
    await expect(thumb).toHaveAttribute("aria-valuenow", name === "Sharpness" ? "4" : "3");
    await reset.click();
    await expect(thumb).toHaveAttribute("aria-valuenow", value);
    await expect(badge).toHaveCount(0);
  }

  await slider(page, "Brightness").focus();
  await viewer.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await expect.poll(() => viewer.colorAt(160, 120)).toEqual([0, 90, 135]);
  await expect(badge).toBeVisible();
  await expect(button).toHaveAccessibleName("Image Enhancements (modified)");
  // The next picture is enhanced too.
  await viewer.press("Tab");
  await page.getByRole("button", { name: "Next frame" }).click();
  await expect.poll(() => viewer.colorAt(160, 120)).toEqual([18, 90, 135]);
  await expect
    .poll(async () => (await user.client.call("dataset.get", { id })).imageEnhancements?.brightness)
    .toBe(1.5);

  await page.reload();
  await expect.poll(() => viewer.colorAt(160, 120)).toEqual([0, 90, 135]);
  await expect(slider(page, "Brightness")).toHaveAttribute("aria-valuenow", "1.5");
  // By the palette as well.
  await viewer.press("Control+k");
  await page.keyboard.type("reset image");
  await viewer.press("Enter");
  await expect.poll(() => viewer.colorAt(160, 120)).toEqual(plain);
  await expect(badge).toHaveCount(0);
  await expect
    .poll(async () => (await user.client.call("dataset.get", { id })).imageEnhancements)
    .toEqual({ brightness: 1, contrast: 1, saturation: 1, sharpen: 0 });
});
