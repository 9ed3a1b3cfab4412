/** Announcements to screen readers for every step; automatically saved changes. */
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

test("each step is said as it is done, taken back and done again; where it is wanted, changes save themselves", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames: 2, tracks: [{ id: 4, keyframes: { 0: [100, 80, 200, 160] } }] });
  const viewer = await new ViewerPage(page).open(id);
  const said = page.getByTestId("said");
  await expect(said).toHaveCount(0);
  await viewer.press("ArrowDown");
  await expect(said).toHaveText("Track 4, fish, frames 0 to 0");
  await viewer.press("Alt+ArrowRight");
  await expect(said).toHaveText("Move a detection, track 4: 101, 80, 100 × 80");
  const first = await said.elementHandle();
  await viewer.press("Alt+ArrowRight");
  // Another element: otherwise screen readers would not announce the second step.
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(said).toHaveText("Move a detection, track 4: 102, 80, 100 × 80");
  await viewer.press("Control+z");
  await expect(said).toHaveText("Undone: Move a detection, track 4: 101, 80, 100 × 80");
  await viewer.press("Control+y");
  await expect(said).toHaveText("Redone: Move a detection, track 4: 102, 80, 100 × 80");
  // A step is announced with its own track, whichever is selected.
  await viewer.draw([20, 20, 60, 60]);
  await expect(said).toHaveText("New track, track 5");
  await viewer.press("Escape", "ArrowUp");
  await expect(said).toHaveText("Track 4, fish, frames 0 to 0");
  await viewer.press("Control+z");
  await expect(said).toHaveText("Undone: New track, track 5");
  await viewer.press("Control+y");
  await expect(said).toHaveText("Redone: New track, track 5");
  await viewer.press("Control+z");
  await viewer.press("f");
  await expect(said).toHaveText("Frame 1");
  await viewer.press("d");
  await expect(said).toHaveText("Frame 0");
  await viewer.press("Space");
  await expect(said).toHaveText("Paused at frame 1");
  // Entries that do not concern the selected track do not name it.
  const labels = page.getByRole("toolbar", { name: "Context panels" }).getByRole("button", { name: "Frame labels" });
  await labels.click();
  await page.getByRole("textbox", { name: "New label" }).fill("storm");
  await viewer.press("Enter");
  await expect(said).toHaveText("Styles and definitions");
  await labels.click();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Auto-save" }).click();
  await viewer.press("Escape");
  await expect(viewer.saveButton).toContainText("Saved");
  await expect(said).toHaveText("Saved");
  expect((await storedTracks(user, id))[0]?.features[0]?.bounds).toEqual([102, 80, 202, 160]);
  await viewer.draw([20, 20, 60, 60]);
  await expect(said).toHaveText("New track, track 6");
  await expect(viewer.saveButton).toHaveText("1 change");
  await expect(viewer.saveButton).toContainText("Saved");
  expect(await storedTracks(user, id)).toHaveLength(2);
});

test("one live region announces everything, a text that changes as well as a step, and waiting only if it lasts", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames: 2, tracks: [{ id: 4, keyframes: { 0: [100, 80, 200, 160] } }] });
  const viewer = await new ViewerPage(page).open(id);
  // Roles like status are live unless they say otherwise.
  const live = page.locator("[aria-live=polite], [role=status]:not([aria-live=off]), [role=log]:not([aria-live=off])");
  await expect(live).toHaveCount(1);
  await expect(live).toHaveAttribute("data-testid", "live-region");
  await expect(live).not.toContainText("Loading");
  await viewer.press("n");
  await expect(live).toContainText("Creating");
  await viewer.draw([20, 20, 60, 60]);
  await expect(live).toContainText("New track, track 5");
  await viewer.press("Escape");
  await expect(live).toContainText("Not editing");
  await page.getByRole("toolbar", { name: "Context panels" }).getByRole("button", { name: "Problems" }).click();
  await expect(live).toContainText("2 tracks were checked.");
  await expect(live).toHaveCount(1);
});
