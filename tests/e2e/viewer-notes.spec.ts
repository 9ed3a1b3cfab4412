/** Notes on detections in their panel, and their marker at the boxes. */
import { expect, test } from "./support/app.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

test("notes are written on the selected detection, marked at its box, searched, saved and taken back", async ({
  page,
  user,
}) => {
  const tracks = [
    { id: 0, type: "fish", keyframes: { 0: [20, 20, 120, 120], 8: [20, 20, 120, 120] } },
    { id: 1, type: "crab", keyframes: { 4: [200, 50, 260, 110] } },
  ] as const;
  const id = await createDataset(user, { tracks });
  const viewer = await new ViewerPage(page).open(id);
  // By name; the palette moves the focus to the panel, and returns it if nothing was run.
  await viewer.canvas.locator("canvas").focus();
  const palette = page.getByPlaceholder("Run a command, jump to a page or a frame");
  await viewer.press("Control+k");
  await palette.press("Escape");
  await expect(viewer.canvas.locator("canvas")).toBeFocused();
  await viewer.press("Control+k");
  await palette.fill("notes");
  await palette.press("Enter");
  const panel = page.getByTestId("panel-content");
  await expect(panel).toBeFocused();
  await expect(panel).toContainText("Select a track");
  const corner = async () => {
    const { x, y } = await viewer.at(21, 21);
    const picture = await page.screenshot({ clip: { x: x + 2, y: y + 2, width: 26, height: 26 } });
    return picture.toString("base64");
  };
  await viewer.click(60, 60);
  await page.mouse.move(0, 0);
  const field = panel.getByRole("textbox", { name: "Notes, one per line" });
  await expect(field).toHaveValue("");
  const bare = await corner();
  await field.fill("near the pier\ntwo of them");
  await field.press("Control+Enter");
  await expect.poll(corner).not.toBe(bare);
  const list = panel.getByRole("list", { name: "All notes" });
  await expect(list.getByRole("listitem")).toHaveText([/Track 0, frame 0.*near the pier/s]);

  // Ctrl+S in the field saves its text and keeps the focus; Escape discards what was typed since.
  await field.fill("near the pier\ntwo of them, or three");
  await field.press("Control+s");
  await expect(field).toBeFocused();
  await field.fill("nonsense");
  await field.press("Escape");
  await expect(viewer.canvas.locator("canvas")).toBeFocused();
  await expect(field).toHaveValue("near the pier\ntwo of them, or three");
  await expect
    .poll(async () => (await storedTracks(user, id)).find((track) => track.id === 0)?.features[0]?.notes)
    .toEqual(["near the pier", "two of them, or three"]);
  await viewer.press("Escape");
  await viewer.canvas.click({ position: { x: 5, y: 5 } });
  await viewer.press("ArrowRight");
  await panel.getByRole("searchbox", { name: "Search notes" }).fill("shark");
  await expect(panel).toContainText("No notes match.");
  await panel.getByRole("searchbox", { name: "Search notes" }).fill("PIER");
  await list.getByRole("button").click();
  await viewer.expectFrame(0);
  await expect(field).toHaveValue("near the pier\ntwo of them, or three");
  await viewer.canvas.locator("canvas").focus();
  await viewer.press("Control+z", "Control+z");
  await expect(field).toHaveValue("");
  await expect.poll(corner).toBe(bare);
});
