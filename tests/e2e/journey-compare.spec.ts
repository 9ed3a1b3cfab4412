/**
 * The journey of a user who corrects a tracker: its file is imported as a set, compared with ground truth, its identity
 * switches are reviewed, differences accepted and saved, the revision viewed, and the previous one restored.
 */
import { expect, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";
import type { Box } from "./support/viewer.ts";

const frames = 12;
const trackCount = 5;
const boxOf = (id: number, frame: number): Box => [10 + frame * 4, 5 + id * 45, 50 + frame * 4, 40 + id * 45];

const truth = Array.from({ length: trackCount }, (_, id) => ({
  id,
  keyframes: Object.fromEntries(Array.from({ length: frames }, (__, frame) => [frame, boxOf(id, frame)])),
}));

/** Each box is slightly off; the tracker swaps the first object at frame 7, the second one at frame 4. */
const mot = Array.from({ length: frames }, (_, frame) =>
  Array.from({ length: trackCount }, (__, id) => {
    const [x1, y1, x2, y2] = boxOf(id, frame);
    const found = id === 0 && frame >= 7 ? 9 : id === 1 && frame >= 4 ? 8 : id;
    return `${frame + 1},${found},${x1 + 2},${y1},${x2 - x1},${y2 - y1},0.9,-1,-1,-1`;
  }).join("\n"),
).join("\n");

test("a tracker's file is imported as a set, compared with the truth, corrected, saved, looked at and taken back", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames, tracks: truth });
  const viewer = await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Import annotations", exact: true }).click();
  const menu = page.getByRole("dialog", { name: /^Import annotations into/ });
  await menu.getByRole("combobox", { name: "Annotation set" }).fill("tracker");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu.getByLabel("Annotation file").click()]);
  await chooser.setFiles({ name: "tracker.csv", mimeType: "text/csv", buffer: Buffer.from(mot) });
  await menu.getByRole("button", { name: "Import", exact: true }).click();
  // A busy machine takes half a minute for an import.
  await expect(page).toHaveURL(new RegExp(`/viewer/${id}/set/tracker$`), { timeout: 60_000 });
  await viewer.ready();
  await expect(viewer.rows).toHaveCount(7);

  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  const compareWith = async (name: string | RegExp) => {
    await panel.getByRole("combobox", { name: "Compare with" }).click();
    await page.getByRole("option", { name }).click();
  };
  await compareWith("default, newest");
  await panel.getByRole("tab", { name: "Numbers" }).click();
  await panel.getByText("The other", { exact: true }).click();
  await panel.getByRole("switch", { name: "Types must match" }).uncheck();
  await expect(panel).toContainText("mAP is always measured by type.");
  // The longer track is the more likely match.
  const switches = panel.getByRole("list", { name: "Identity switches, most likely first" }).getByRole("button");
  await expect(switches).toHaveText([/^Frame 7: track 0 goes from 0 to 9/, /^Frame 4: track 1 goes from 1 to 8/]);
  await switches.nth(0).click();
  await viewer.expectFrame(7);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "9");
  await switches.nth(1).click();
  await viewer.expectFrame(4);
  await expect(viewer.selectedRow).toHaveAttribute("data-track", "8");

  await panel.getByRole("tab", { name: "Differences" }).click();
  await expect(panel.getByRole("status")).toHaveText("0 only there, 2 only here, 5 different");
  for (let track = 0; track < trackCount; track += 1) {
    await panel.getByRole("button", { name: `Accept track ${track}` }).click();
  }
  await expect(panel.getByRole("status")).toHaveText("0 only there, 2 only here, 0 different");
  await expect(viewer.saveButton).toContainText("5 changes");
  await viewer.save();

  // The author of each value is known then.
  await viewer.row(3).click();
  await page.getByRole("tab", { name: "Attributes" }).click();
  const blame = "**/dive_annotation/blame?*";
  await page.route(blame, (route) => route.fulfill({ status: 500, json: { message: "broken", type: "internal" } }));
  await page.getByRole("button", { name: "Who changed this" }).click();
  const failed = page.getByRole("alert").filter({ hasText: "Could not load the history of this track" });
  await expect(failed).toContainText("broken");
  await page.unroute(blame);
  await failed.getByRole("button", { name: "Try again" }).click();
  const given = page.getByRole("group", { name: "Who changed track 3" });
  await expect(given.getByRole("link", { name: `${user.login}, revision 3` })).not.toHaveCount(0);

  // The revision, compared with the previous one.
  await panel.getByRole("combobox", { name: "Context panel" }).click();
  await page.getByRole("option", { name: "Revision history" }).click();
  await expect(panel.locator("[data-revision='3']")).toContainText("tracker");
  await panel.getByRole("combobox", { name: "Context panel" }).click();
  await page.getByRole("option", { name: "Compare" }).click();
  await compareWith(/^2 of tracker/);
  await expect(panel.getByRole("status")).toHaveText("0 only there, 0 only here, 5 different");

  await panel.getByRole("combobox", { name: "Context panel" }).click();
  await page.getByRole("option", { name: "Revision history" }).click();
  await panel.getByRole("link", { name: /^Revision 2/ }).click();
  await panel.getByRole("button", { name: "Restore this revision" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore this revision" }).click();
  await expect(page).toHaveURL(new RegExp(`/viewer/${id}/set/tracker$`));
  await viewer.ready();
  const stored = await user.client.call("annotation.tracks", { folderId: id, set: "tracker" });
  // The file counts pixels from 1.
  expect(stored[3]?.features?.[0]?.bounds?.[0]).toBe(boxOf(3, 0)[0] + 2 - 1);
});
