/** Keys of CVAT that were refused: a hint names the key to press here, and offers CVAT's keys. */
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

test("a refused key that does something else in CVAT leads to the key to press; CVAT's keys can be chosen there, and the hint goes for good", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [{ id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } }] });
  const viewer = await new ViewerPage(page).open(id);
  const hint = page.getByRole("note").filter({ hasText: "CVAT" });
  // Refused, but the key has no other meaning in CVAT.
  await page.keyboard.press("k");
  await expect(page.getByText("Select a track first.").first()).toBeVisible();
  await expect(hint).toHaveCount(0);
  await page.keyboard.press("v");
  await expect(hint).toContainText("Its key V is PageDown here: Ten frames forward.");
  await viewer.expectFrame(0);
  await page.keyboard.press("o");
  await expect(hint).toContainText("Its key O is U here: End or continue the track here.");

  await hint.getByRole("button", { name: "Use the keys of CVAT" }).click();
  await expect(hint).toContainText("CVAT's keys now work here.");
  await page.keyboard.press("v");
  await viewer.expectFrame(10);
  await hint.getByRole("button", { name: "Do not show this hint again" }).click();
  await expect(hint).toHaveCount(0);

  // Not again, also with the default keys.
  await page.evaluate(() => localStorage.removeItem("wakeline.keys"));
  await page.reload();
  await viewer.ready();
  await page.keyboard.press("PageDown");
  await viewer.expectFrame(10);
  await page.keyboard.press("v");
  await expect(page.getByText("Select a track first.").first()).toBeVisible();
  await expect(hint).toHaveCount(0);
});
