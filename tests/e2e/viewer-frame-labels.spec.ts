/**
 * Labels of video intervals: named in their panel, set by keys, moved on the timeline and in fields, stored on the
 * server.
 */
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const tracks = [{ id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60], 8: [40, 10, 90, 60] } }] as const;

test("a label is named, begun and ended by its key, moved by its bar and its fields, and is there again after a save", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks });
  const viewer = await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Frame labels" }).click();
  const panel = page.getByTestId("panel-content");
  const name = panel.getByRole("textbox", { name: "New label" });
  await name.fill("feeding");
  await name.press("Enter");
  await name.fill("fleeing");
  await name.press("Enter");
  await expect(panel.locator("[data-label]")).toHaveCount(2);
  await expect(panel.locator("[data-label=feeding]")).toContainText("Alt+Shift+1");
  await viewer.canvas.click({ position: { x: 5, y: 5 } });

  // Started on frame 1, ended on frame 4; shown on the picture, not in the track list.
  await viewer.press("ArrowRight", "Alt+Shift+Digit1");
  await expect(panel.getByRole("button", { name: "End feeding" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByTestId("shown-labels")).toHaveText("feeding");
  await viewer.press("ArrowRight", "ArrowRight", "ArrowRight");
  await viewer.expectFrame(4);
  await viewer.ready();
  await expect(page.getByTestId("shown-labels")).toHaveCount(0);
  await viewer.press("Alt+Shift+Digit1");
  const last = panel.getByRole("textbox", { name: "Last frame of feeding" });
  await expect(last).toHaveValue("4");
  await expect(page.getByTestId("said")).toHaveText("End a frame label");
  await expect(viewer.rows).toHaveCount(1);
  await expect(page.getByText("Tracks (1)")).toBeVisible();
  await expect(page.getByText(/^of /)).toHaveCount(0);

  // Dragging the end of its bar from frame 4 to frame 9 is one step, undone by Ctrl+Z.
  await page.getByRole("tab", { name: "Labels", exact: true }).click();
  const timeline = page.getByTestId("timeline");
  const box = (await timeline.boundingBox())!;
  const xOf = (frame: number) => box.x + 20 + (frame / 11) * (box.width - 40);
  await page.mouse.move(xOf(4), box.y + 10);
  await expect(timeline).toHaveCSS("cursor", "ew-resize");
  await page.mouse.down();
  await page.mouse.move(xOf(7), box.y + 12);
  await page.mouse.move(xOf(9), box.y + 12);
  await viewer.expectFrame(9);
  await expect(last).toHaveValue("4");
  await page.mouse.up();
  await expect(last).toHaveValue("9");
  await viewer.press("Control+z");
  await expect(last).toHaveValue("4");
  await viewer.press("Control+y");
  await expect(last).toHaveValue("9");

  // By keyboard only: fields.
  const begin = panel.getByRole("textbox", { name: "First frame of feeding" });
  await begin.fill("3");
  await begin.press("Enter");
  await viewer.saveButton.click();
  await expect(viewer.saveButton).toContainText("Saved");
  await expect.poll(async () => (await storedTracks(user, id)).length).toBe(2);
  const label = (await storedTracks(user, id)).find((track) => track.attributes["frameLabel"] === true);
  expect(label).toMatchObject({ begin: 3, end: 9, confidencePairs: [["feeding", 1]] });
  expect(label?.features.map(({ bounds }) => bounds)).toEqual([
    [0, 0, 320, 240],
    [0, 0, 320, 240],
  ]);

  await page.reload();
  await viewer.ready();
  await expect(panel.locator("[data-label]")).toHaveCount(2);
  await expect(last).toHaveValue("9");
  await expect(viewer.rows).toHaveCount(1);
  await expect(page.getByText("Tracks (1)")).toBeVisible();
  await expect(page.getByText(/^of /)).toHaveCount(0);
  await panel.getByRole("button", { name: "Delete this interval" }).click();
  await expect(panel.getByRole("list", { name: "Intervals of feeding" })).toHaveCount(0);

  await page.goto(`/viewer/${id}/revision/1`);
  await viewer.ready();
  await expect(panel.getByRole("button", { name: "Begin feeding" })).toBeDisabled();
});
