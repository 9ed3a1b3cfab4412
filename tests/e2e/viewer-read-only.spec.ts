/** A past revision: editing of tracks and groups, and the import, are disabled and say why. */
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage, type TrackSketch } from "./support/viewer.ts";

const zoo: readonly TrackSketch[] = [
  { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } },
  { id: 1, type: "crab", keyframes: { 0: [100, 10, 160, 60] } },
  { id: 2, type: "crab", keyframes: { 0: [200, 10, 260, 60] } },
];

const school = {
  id: 1,
  begin: 0,
  end: 8,
  confidencePairs: [["school", 1]] as [string, number][],
  attributes: {},
  members: { 0: { ranges: [[2, 8]] as [number, number][] }, 1: { ranges: [[0, 0]] as [number, number][] } },
};

test("[V-READONLY-12] [V-READONLY-15] [V-KEYS-27] [V-READONLY-10] [V-READONLY-19] [V-IMPORT-02] [V-READONLY-20] in read-only mode nothing can be changed, by buttons, keys or files", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: zoo });
  await user.client.call("annotation.save", { folderId: id, body: { groups: { upsert: [school], delete: [] } } });
  // Wide enough for all buttons of the editor menu; in a narrow window some are in its menu.
  await page.setViewportSize({ width: 1920, height: 900 });
  const viewer = await new ViewerPage(page).open(id, "/revision/2");
  await test.step("[V-READONLY-12] [V-READONLY-15] [V-KEYS-27] nothing is deleted, split, merged or grouped", async () => {
    await viewer.row(0).click({ position: { x: 6, y: 35 } });
    await viewer.row(1).click({ position: { x: 6, y: 35 }, modifiers: ["Control"] });
    await expect(viewer.selectedRow).toHaveCount(2);
    for (const name of ["Delete", "Split here"])
      await expect(viewer.row(0).getByRole("button", { name })).toBeDisabled();
    const editor = page.getByRole("toolbar", { name: "Editor" });
    for (const name of [
      "Delete the 2 selected tracks",
      "Split the track here",
      "Choose tracks to merge",
      "Group the selected tracks, or add them to the group",
    ]) {
      await expect(editor.getByRole("button", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
    }
    for (const key of ["m", "Shift+M", "g", "x", "Delete"]) {
      await viewer.press(key);
      await expect(page.getByRole("alert")).toContainText("This Dataset is in Read Only mode, no edits can be made.");
      await expect(viewer.mode).toHaveText("Not editing");
    }
    await expect(viewer.rows).toHaveCount(3);
    await expect(viewer.dialog).toHaveCount(0);
  });
  await test.step("[V-READONLY-10] [V-READONLY-19] the type and the ranges of a group cannot be edited", async () => {
    await page.getByRole("button", { name: "Group manager" }).click();
    const row = page.locator('[data-group="1"]');
    await row.click({ position: { x: 60, y: 45 } });
    await expect(row.getByRole("button", { name: /^Type of group 1/ })).toBeDisabled();
    for (const name of ["Edit the group", "Delete the group"])
      await expect(row.getByRole("button", { name })).toBeDisabled();
    await viewer.press("a");
    await expect(page.getByRole("heading", { name: "Group 1" })).toBeVisible();
    for (const name of ["Begin", "End"]) {
      await expect(page.locator('[data-member="0"]').getByRole("textbox", { name })).toBeDisabled();
    }
  });
  await test.step("[V-IMPORT-02] [V-READONLY-20] nothing is imported, and the menu says so", async () => {
    const menu = page.getByRole("dialog", { name: /^Import annotations into/ });
    await page.getByRole("button", { name: "Import annotations", exact: true }).click();
    await expect(menu.getByRole("note")).toContainText("You cannot import: the dataset is in read-only mode");
    await expect(menu.getByLabel("Annotation file")).toBeDisabled();
    await expect(menu.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  });
});
