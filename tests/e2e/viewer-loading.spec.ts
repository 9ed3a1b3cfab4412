/** Opening a dataset: addresses, progress, what can go wrong, read-only. */
import { createUser, expect, test } from "./support/app.ts";
import { createDataset, saveTracks, ViewerPage } from "./support/viewer.ts";

test("[V-ROUTE-03, V-LAYOUT-02, V-LOAD-03] the viewer opens a dataset and shows its first picture", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { name: "reef", tracks: [{ id: 3, keyframes: { 0: [10, 10, 60, 60] } }] });
  const viewer = await new ViewerPage(page).open(id);
  await expect(page.getByRole("heading", { name: "reef" })).toBeVisible();
  await expect(viewer.rows).toHaveCount(1);
});
