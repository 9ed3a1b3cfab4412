/** The panel of problems: rules, their places, and what mends them. */
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

test("problems are found in the background, gone to, and mended as steps that undo takes back", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, {
    tracks: [
      { id: 0, keyframes: { 0: [10, 10, 60, 60], 6: [12, 10, 62, 60] } },
      { id: 1, keyframes: { 4: [200, 100, 400, 160] } },
    ],
  });
  const viewer = await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Problems", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await expect(panel.getByRole("status")).toHaveText("2 tracks were checked.");
  const outside = panel.getByRole("region", { name: "Outside the picture" });
  await expect(outside).toContainText("1");
  await outside.getByRole("button", { name: "Outside the picture" }).first().click();
  await expect(outside).toContainText("1 box(es) reach out of the picture; the first is track 1 on frame 4.");
  await outside.getByRole("button", { name: "track 1 on frame 4", exact: true }).click();
  await viewer.expectFrame(4);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");

  await outside.getByRole("button", { name: "Mend track 1 on frame 4" }).click();
  await expect(outside).toHaveCount(0);
  await expect(viewer.saveButton).toContainText("1");
  await viewer.press("Control+z");
  await expect(outside).toHaveCount(1);

  await page.goto(`/viewer/${id}/revision/1`);
  await viewer.ready();
  await expect(panel).toContainText("Nothing can be mended now");
  await expect(panel.getByRole("button", { name: /^Mend/ })).toHaveCount(0);
});
