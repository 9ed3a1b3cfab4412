/** The panel of problems: rules, their places, and their fixes. */
import { encode } from "fast-png";

import { expect, test } from "./support/app.ts";
import { createDataset, toTrack, ViewerPage } from "./support/viewer.ts";

/** A panel, its request, its message without a response, and its content with one. */
const unreadable = [
  ["Revision history", "**/dive_annotation/revision?*", "Could not load the revisions", "2 save"],
  ["Annotation sets", "**/dive_annotation/sets?*", "Could not load the annotation sets", "default"],
  ["Jobs", "**/job/all?*", "Could not load the jobs", "No job has run"],
] as const;

test("problems are found in the background, gone to, and fixed as steps that undo takes back", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, {
    tracks: [
      { id: 0, keyframes: { 0: [10, 10, 60, 60], 6: [12, 10, 62, 60] } },
      { id: 1, keyframes: { 4: [200, 100, 400, 160] } },
      // Inside its own picture, which is larger than the others.
      { id: 2, keyframes: { 8: [300, 100, 500, 160] } },
    ],
    pictures: { 8: new Uint8Array(encode({ width: 640, height: 240, channels: 1, data: new Uint8Array(640 * 240) })) },
  });
  // The label of a frame is not a track.
  const label = {
    ...toTrack({ id: 7, type: "dusk", keyframes: { 2: [0, 0, 320, 240] } }),
    attributes: { frameLabel: true },
  };
  await user.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [label], delete: [] } } });
  const viewer = await new ViewerPage(page).open(id);
  // The code that checks cannot be loaded: that is reported, and it is loaded once possible.
  await page.route("**/issues.worker*", (route) => route.abort());
  await page.getByRole("button", { name: "Problems", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await expect(panel.getByRole("alert")).toContainText(
    "The checker could not be loaded. Reload the page and try again.",
  );
  await expect(panel).not.toContainText("checked");
  await page.unroute("**/issues.worker*");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("status")).toHaveText("3 tracks were checked.");
  const outside = panel.getByRole("region", { name: "Outside the picture" });
  await expect(outside).toContainText("1");
  await outside.getByRole("button", { name: "Outside the picture" }).first().click();
  await expect(outside).toContainText("1 box extends beyond the picture: track 1 on frame 4.");
  await outside.getByRole("button", { name: "track 1 on frame 4", exact: true }).click();
  await viewer.expectFrame(4);
  await expect(outside.getByRole("listitem")).toHaveAttribute("aria-current", "true");
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");

  await outside.getByRole("button", { name: "Fix track 1 on frame 4" }).click();
  await expect(outside).toHaveCount(0);
  await expect(viewer.saveButton).toContainText("1");
  await viewer.press("Control+z");
  await expect(outside).toHaveCount(1);
  // The badge counts what is hardly intended, but not in the selected track, which may just be drawn.
  const badge = page.getByRole("button", { name: "Problems", exact: true }).locator("[data-count]");
  await expect(badge).toHaveCount(0);
  await viewer.row(0).locator("[data-main]").click();
  await expect(badge).toHaveAttribute("data-count", "1");

  // A key opens the panel, and continues in the list after the problem visited last.
  await page.getByRole("button", { name: "Problems", exact: true }).click();
  await expect(panel).toHaveCount(0);
  await viewer.press("F8");
  await expect(panel.getByRole("status")).toHaveText("Problem 2 of 3");
  await viewer.press("Shift+F8");
  await expect(panel.getByRole("status")).toHaveText("Problem 1 of 3");
  await viewer.expectFrame(4);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "1");
  await expect(outside.getByRole("listitem")).toHaveAttribute("aria-current", "true");

  await page.goto(`/viewer/${id}/revision/1`);
  await viewer.ready();
  await expect(panel).toContainText("You cannot fix problems");
  await expect(panel.getByRole("button", { name: /^Fix/ })).toHaveCount(0);
  // Other panels report it too, and offer nothing that would not work.
  const open = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await open("Frame labels");
  await expect(panel).toContainText("You cannot label frames");
  await expect(panel.getByRole("textbox")).toHaveCount(0);
  await open("Notes");
  await expect(panel).toContainText("You cannot add notes");
  await open("Attribute track filters");
  await expect(panel).toContainText("You can use filters but not change them");
  await expect(panel.getByRole("button", { name: "Add a filter" })).toBeDisabled();
  // A part that cannot be loaded is replaced by an error with a retry button.
  const source = "**/frame_metadata*";
  await page.route(source, (route) => route.fulfill({ status: 500, json: { message: "broken", type: "internal" } }));
  await open("Dataset info");
  await expect(panel.getByRole("alert")).toContainText("Could not read the frame metadata");
  await page.unroute(source);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel).toContainText("No frame metadata file is attached.");
  await expectErrors();

  /** For every panel that loads a list from the server. */
  async function expectErrors(): Promise<void> {
    for (const [name, path, text, healed] of unreadable) {
      await page.route(path, (route) => route.fulfill({ status: 500, json: { message: "broken", type: "internal" } }));
      await open(name);
      await expect(panel.getByRole("alert")).toContainText(text);
      await expect(panel.getByRole("alert")).toContainText("broken");
      await page.unroute(path);
      await panel.getByRole("button", { name: "Try again" }).click();
      await expect(panel).toContainText(healed);
      await expect(panel.getByRole("alert")).toHaveCount(0);
    }
  }
});
